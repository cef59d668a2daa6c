import Bluetooth
import DBus
import Peripheral
import Simulation

/// The optional advertising features of an adapter (`org.bluez.LEAdvertisingManager1`).
struct AdvertisingAbilities: Equatable {
    /// Advertising intervals are honoured: by bluetoothd 5.66 only with `--experimental`, in which
    /// case `SupportedCapabilities` exists.
    var takesIntervals = false
    /// `CanSetTxPower` is among the features.
    var setsPower = false
    /// BlueZ can put the power into the advertisement.
    var includesPower = false

    init() {}

    init(_ manager: [String: Value]) {
        takesIntervals = manager["SupportedCapabilities"] != nil
        setsPower = manager["SupportedFeatures"]?.texts?.contains("CanSetTxPower") ?? false
        includesPower = manager["SupportedIncludes"]?.texts?.contains("tx-power") ?? false
    }
}

/// An advertisement in BlueZ's words: the properties of `org.bluez.LEAdvertisement1`, and the parts
/// of the board's own advertisement that they cannot express.
///
/// BlueZ builds the packets itself: the name goes into the scan response, everything else into the
/// advertising data.
struct AdvertisementPlan: Equatable {
    /// In the order in which they are reported.
    private(set) var properties: [Property] = []
    /// Sentences for the user, each to be shown once.
    private(set) var notes: [String] = []
    /// How many parts could still be left out.
    private(set) var partCount = 0

    struct Property: Equatable {
        var name: String
        var value: Value

        init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// One AD structure that may go into the packet, with its length there.
    private struct Part {
        var element: AdvertisingElement
        /// The lowest are left out first.
        var rank: Int
        var length: Int
    }

    /// - Parameter refusals: how often BlueZ has refused this advertisement: as many parts are left
    ///   out although they would fit.
    init(
        _ advertisement: Advertisement, _ abilities: AdvertisingAbilities, refusals: Int = 0
    ) {
        let elements =
            AdvertisingData(parsing: advertisement.data).elements
            + AdvertisingData(parsing: advertisement.scanResponse).elements
        properties.append(
            Property("Type", .string(advertisement.connectable ? "peripheral" : "broadcast")))
        var used = 0
        if advertisement.connectable, Self.isDiscoverable(elements) {
            properties.append(Property("Discoverable", .bool(true)))
            used = 3
        }
        addName(elements)
        var parts = fitting(sendable(elements.compactMap(Self.part), abilities), from: used)
        for _ in 0..<refusals {
            guard let element = Self.leaveOut(&parts) else { break }
            notes.append("BlueZ refuses the advertisement: \(element.words) is left out")
        }
        partCount = parts.count
        add(parts)
        addTiming(advertisement, abilities)
        noteFilters(advertisement)
    }

    private static func isDiscoverable(_ elements: [AdvertisingElement]) -> Bool {
        elements.contains { element in
            guard case .flags(let flags) = element else { return false }
            return !flags.isDisjoint(with: [.generalDiscoverable, .limitedDiscoverable])
        }
    }

    private mutating func addName(_ elements: [AdvertisingElement]) {
        for case .name(let name, _) in elements where !name.isEmpty {
            properties.append(Property("LocalName", .string(String(name.filter { $0 != "\0" }))))
            return
        }
    }

    private static func part(_ element: AdvertisingElement) -> Part? {
        let length = element.encoded.value.count + 2
        switch element {
        case .flags, .name: return nil
        case .txPower: return Part(element: element, rank: 0, length: length)
        case .other(let type, _) where reserved.contains(type): return nil
        case .other, .connectionIntervalRange:
            return Part(element: element, rank: 1, length: length)
        case .appearance: return Part(element: element, rank: 2, length: length)
        case .serviceData: return Part(element: element, rank: 3, length: length)
        case .manufacturer: return Part(element: element, rank: 4, length: length)
        case .services(let uuids, _):
            return uuids.isEmpty ? nil : Part(element: element, rank: 5, length: length)
        }
    }

    /// Types that bluetoothd refuses in `Data`, because it has properties for them.
    private static let reserved: Set<UInt8> = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x14, 0x15, 0x16, 0x19, 0x1F,
        0x20, 0x21, 0xFF,
    ]

    /// What BlueZ can express.
    private mutating func sendable(
        _ parts: [Part], _ abilities: AdvertisingAbilities
    ) -> [Part] {
        parts.filter { part in
            switch part.element {
            case .txPower: return abilities.includesPower
            // bluetoothd 5.66 mistakes an empty array for one of the wrong type.
            case .manufacturer(_, let bytes) where bytes.isEmpty,
                .serviceData(_, let bytes) where bytes.isEmpty,
                .other(_, let bytes) where bytes.isEmpty:
                notes.append(
                    "BlueZ cannot send \(part.element.words) without data: it is left out"
                )
                return false
            default: return true
            }
        }
    }

    private static func leaveOut(_ parts: inout [Part]) -> AdvertisingElement? {
        let least = parts.indices.min { parts[$0].rank < parts[$1].rank }
        return least.map { parts.remove(at: $0).element }
    }

    /// What fits into 31 bytes, the least important left out first.
    private mutating func fitting(_ parts: [Part], from used: Int) -> [Part] {
        var parts = parts
        while used + parts.reduce(0, { $0 + $1.length }) > AdvertisingData.limit,
            let element = Self.leaveOut(&parts)
        {
            notes.append(
                "BlueZ sends the board's scan response in the advertising data, which is too"
                    + " small at 31 bytes: \(element.words) is left out")
        }
        return parts
    }

    private mutating func add(_ parts: [Part]) {
        var services: [Value] = []
        var companies: [Value.Entry] = []
        var serviceData: [(String, Value)] = []
        var others: [Value.Entry] = []
        for part in parts {
            switch part.element {
            case .services(let uuids, _): services += uuids.map { .string($0.onBus) }
            case .manufacturer(let company, let bytes):
                companies.append(.init(.uint16(company), .variant(.bytes(bytes))))
            case .serviceData(let uuid, let bytes):
                serviceData.append((uuid.onBus, .bytes(bytes)))
            case .txPower: properties.append(Property("Includes", .strings(["tx-power"])))
            case .appearance(let value):
                properties.append(Property("Appearance", .uint16(value)))
            default:
                let (type, value) = part.element.encoded
                others.append(.init(.byte(type), .variant(.bytes(value))))
            }
        }
        if !services.isEmpty {
            properties.append(Property("ServiceUUIDs", .array("s", services)))
        }
        if !companies.isEmpty {
            properties.append(
                Property("ManufacturerData", .dictionary("q", "v", companies)))
        }
        if !serviceData.isEmpty {
            properties.append(Property("ServiceData", .options(serviceData)))
        }
        if !others.isEmpty {
            properties.append(Property("Data", .dictionary("y", "v", others)))
        }
    }

    private mutating func addTiming(
        _ advertisement: Advertisement, _ abilities: AdvertisingAbilities
    ) {
        let milliseconds = advertisement.interval.count / 1_000_000
        let interval = UInt32(clamping: min(max(milliseconds, 20), 10_485_000))
        properties.append(Property("MinInterval", .uint32(interval)))
        properties.append(Property("MaxInterval", .uint32(interval)))
        if !abilities.takesIntervals {
            notes.append(
                "this bluetoothd advertises at the kernel's interval, not at the board's"
                    + " \(advertisement.interval); start it with --experimental for that")
        }
        if abilities.setsPower {
            let power = Int16(min(max(advertisement.txPower, -127), 20))
            properties.append(Property("TxPower", .int16(power)))
        }
    }

    private mutating func noteFilters(_ advertisement: Advertisement) {
        if advertisement.directedTo != nil {
            notes.append(
                "BlueZ cannot advertise to a single central: others see the board, and are"
                    + " disconnected when they connect")
        }
        if advertisement.filter.filtersConnections {
            notes.append(
                "BlueZ accepts every central: those that are not on the board's list are"
                    + " disconnected")
        }
    }
}

extension BluetoothUUID {
    /// 128 bits, in lower case, as BlueZ writes its own.
    var onBus: String { expanded.description.lowercased() }
}

extension AdvertisingElement {
    fileprivate var words: String {
        switch self {
        case .flags: "the flags"
        case .services: "the service UUIDs"
        case .name: "the name"
        case .txPower: "the transmit power"
        case .serviceData(let uuid, _): "the data of service \(uuid)"
        case .manufacturer: "the manufacturer's data"
        case .connectionIntervalRange: "the interval range"
        case .appearance: "the appearance"
        case .other(let type, _): "data of type \(type)"
        }
    }
}
