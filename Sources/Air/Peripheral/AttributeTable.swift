public import Bluetooth

/// The operations that an attribute permits to everyone (Core Vol 3, Part F, 3.2.5).
public struct AttributeAccess: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: UInt8
    /// A set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// By any of the read requests.
    public static let read = Self(rawValue: 1)
    /// By write request and prepared writes.
    public static let write = Self(rawValue: 2)
    /// By write command.
    package static let writeCommand = Self(rawValue: 4)
}

/// One row of an attribute table.
public struct Attribute: Sendable, Equatable {
    /// Where the value comes from.
    public enum Content: Sendable, Equatable {
        /// A constant: a declaration.
        case fixed([UInt8])
        /// A value of the firmware.
        case value(ValueID)
        /// A client characteristic configuration: the `slot` of each connection, the bits that the
        /// characteristic allows, and its characteristic (nil: Service Changed).
        case configuration(slot: Int, allowed: Subscription, characteristic: ValueID?)
        case deviceName, appearance, preferredParameters, serviceChanged
        /// There is no attribute with this handle.
        case absent
    }

    /// What the attribute is (Bluetooth Assigned Numbers, 3.5 to 3.8).
    public var type: BluetoothUUID
    /// Where the value comes from.
    public var content: Content
    /// The operations that it permits.
    public var access: AttributeAccess
    /// The security that the link needs for a read.
    package var readSecurity = Security.open
    /// The security that the link needs for a write.
    package var writeSecurity = Security.open
    /// The longest value after a write, in bytes.
    package var maximumLength = 512
    /// The last handle of the group that a declaration begins; 0 for any other attribute.
    package var groupEnd: UInt16 = 0
    /// Whether it takes part in a queue of writes to several values; only for a
    /// ``DeferringPeripheral``.
    package var isReliable = false
    /// Whether the peripheral is asked before a prepared write; only for a ``DeferringPeripheral``.
    package var asksBeforePreparing = false

    /// An attribute for any link, by default.
    public init(
        type: BluetoothUUID, content: Content, access: AttributeAccess,
        readSecurity: Security = .open, writeSecurity: Security = .open, groupEnd: UInt16 = 0
    ) {
        self.type = type
        self.content = content
        self.access = access
        self.readSecurity = readSecurity
        self.writeSecurity = writeSecurity
        self.groupEnd = groupEnd
    }
}

/// The attributes of a peripheral, by handle: GAP, GATT, then the firmware's services in order.
///
/// Handles are assigned from 1 upwards without gaps, so that equal services always get equal
/// handles.
package struct AttributeTable: Sendable, Equatable {
    /// Attribute types of declarations and descriptors (Bluetooth Assigned Numbers, 3.5, 3.6).
    enum Kind {
        static let primaryService = BluetoothUUID.short(0x2800)
        static let secondaryService = BluetoothUUID.short(0x2801)
        static let characteristic = BluetoothUUID.short(0x2803)
        static let extendedProperties = BluetoothUUID.short(0x2900)
        static let configuration = BluetoothUUID.short(0x2902)
    }

    /// The target of a characteristic's notifications.
    struct Notifier: Sendable, Equatable {
        var id: UInt16
        var handle: UInt16
        var slot: Int
    }

    /// Handle 1 first.
    package private(set) var attributes: [Attribute] = []
    /// The number of client characteristic configurations of each connection.
    package private(set) var configurations = 0
    /// The value handle of Service Changed; its configuration is slot 0.
    package private(set) var serviceChangedHandle: UInt16 = 0
    /// The first handle of the firmware's own services.
    package private(set) var firstOwnHandle: UInt16 = 1
    /// Sorted by id.
    private(set) var notifiers: [Notifier] = []

    /// Services that would need more than 65,535 handles are left out. Their values and
    /// configurations need a link of at least `minimumSecurity`.
    package init(
        _ services: [Service], layout: TableLayout = [], minimumSecurity: Security = .open
    ) {
        declareService("1800", primary: true) { table in
            let isWritable = layout.contains(.writableName)
            table.declare("2A00", isWritable ? [.read, .write] : .read, .deviceName)
            if isWritable {
                table.attributes[table.attributes.count - 1].writeSecurity = minimumSecurity
                table.attributes[table.attributes.count - 1].maximumLength = 248
            }
            table.declare("2A01", .read, .appearance)
            table.declare("2A04", .read, .preferredParameters)
            if layout.contains(.centralAddressResolution) {
                table.declare("2AA6", .read, .fixed([1]))
            }
        }
        declareService("1801", primary: true) { table in
            table.serviceChangedHandle = UInt16(table.attributes.count + 2)
            table.declare("2A05", .indicate, .serviceChanged)
            table.configure(.indicate, of: nil)
        }
        firstOwnHandle = UInt16(attributes.count + 1)
        for service in services {
            let before = self
            declareService(service.uuid, primary: service.isPrimary) { table in
                for characteristic in service.characteristics { table.declare(characteristic) }
            }
            if attributes.count > 0xFFFF {
                self = before
                break
            }
        }
        if layout.contains(.openEnd),
            let last = attributes.lastIndex(where: { $0.type == Kind.primaryService })
        {
            attributes[last].groupEnd = .max
        }
        notifiers.sort { $0.id < $1.id }
        guard minimumSecurity > .open else { return }
        for index in Int(firstOwnHandle - 1)..<attributes.count {
            if case .fixed = attributes[index].content { continue }
            attributes[index].readSecurity = max(attributes[index].readSecurity, minimumSecurity)
            attributes[index].writeSecurity = max(attributes[index].writeSecurity, minimumSecurity)
        }
    }

    /// A given table: attributes with their handles, in ascending order. The slots of
    /// configurations are assigned in that order, after Service Changed's.
    package init(_ rows: [(handle: UInt16, attribute: Attribute)]) {
        configurations = 1
        var handles: [ValueID: UInt16] = [:]
        for (handle, attribute) in rows where Int(handle) > attributes.count {
            while attributes.count < Int(handle) - 1 {
                attributes.append(
                    Attribute(type: .long(high: 0, low: 0), content: .absent, access: []))
            }
            attributes.append(attribute)
            switch attribute.content {
            case .serviceChanged: serviceChangedHandle = handle
            case .value(let id): handles[id] = handle
            case .configuration(_, let allowed, let characteristic):
                let slot = characteristic == nil ? 0 : configurations
                attributes[Int(handle) - 1].content = .configuration(
                    slot: slot, allowed: allowed, characteristic: characteristic)
                guard let id = characteristic, let value = handles[id] else { break }
                notifiers.append(Notifier(id: id.number, handle: value, slot: slot))
                configurations += 1
            default: break
            }
        }
        notifiers.sort { $0.id < $1.id }
    }

    /// The attribute with this handle; nil if there is none.
    package subscript(handle: UInt16) -> Attribute? {
        guard handle > 0, Int(handle) <= attributes.count else { return nil }
        let attribute = attributes[Int(handle) - 1]
        if case .absent = attribute.content { return nil }
        return attribute
    }

    func notifier(of id: ValueID) -> Notifier? {
        var low = 0
        var high = notifiers.count
        while low < high {
            let middle = (low + high) / 2
            if notifiers[middle].id < id.number { low = middle + 1 } else { high = middle }
        }
        return low < notifiers.count && notifiers[low].id == id.number ? notifiers[low] : nil
    }

    // MARK: Building

    private mutating func declareService(
        _ uuid: BluetoothUUID, primary: Bool, _ content: (inout Self) -> Void
    ) {
        let start = attributes.count
        attributes.append(
            Attribute(
                type: primary ? Kind.primaryService : Kind.secondaryService,
                content: .fixed(uuid.littleEndian), access: .read))
        content(&self)
        attributes[start].groupEnd = UInt16(truncatingIfNeeded: attributes.count)
    }

    /// The declaration and the value (Core Vol 3, Part G, 3.3.1 and 3.3.2).
    private mutating func declare(
        _ uuid: BluetoothUUID, _ properties: CharacteristicProperties,
        _ content: Attribute.Content
    ) {
        let valueHandle = UInt16(truncatingIfNeeded: attributes.count + 2)
        var declaration = [properties.rawValue]
        declaration.append(word: valueHandle)
        attributes.append(
            Attribute(
                type: Kind.characteristic, content: .fixed(declaration + uuid.littleEndian),
                access: .read, groupEnd: valueHandle))
        var access: AttributeAccess = []
        if properties.contains(.read) { access.insert(.read) }
        if properties.contains(.write) { access.insert(.write) }
        if properties.contains(.writeWithoutResponse) { access.insert(.writeCommand) }
        attributes.append(Attribute(type: uuid, content: content, access: access))
    }

    private mutating func declare(_ characteristic: Characteristic) {
        let start = attributes.count
        let properties = characteristic.properties
        declare(characteristic.uuid, properties, .value(characteristic.id))
        attributes[start + 1].readSecurity = characteristic.readSecurity
        attributes[start + 1].writeSecurity = characteristic.writeSecurity
        attributes[start + 1].maximumLength = min(max(characteristic.maximumLength, 0), 512)
        configure(properties, of: characteristic.id)
        if properties.contains(.extended) {
            // Bit 0: reliable write, which prepared writes give.
            let reliable: UInt8 = properties.contains(.write) ? 1 : 0
            attributes.append(
                Attribute(
                    type: Kind.extendedProperties, content: .fixed([reliable, 0]), access: .read))
        }
        for descriptor in characteristic.descriptors {
            var access: AttributeAccess = []
            if descriptor.readable { access.insert(.read) }
            if descriptor.writable { access.insert(.write) }
            attributes.append(
                Attribute(
                    type: descriptor.uuid, content: .value(descriptor.id), access: access,
                    readSecurity: characteristic.readSecurity,
                    writeSecurity: characteristic.writeSecurity))
        }
        attributes[start].groupEnd = UInt16(truncatingIfNeeded: attributes.count)
    }

    /// Adds the configuration descriptor of a notifying or indicating characteristic, right after
    /// its value (Core Vol 3, Part G, 3.3.3.3).
    private mutating func configure(_ properties: CharacteristicProperties, of id: ValueID?) {
        var allowed: Subscription = []
        if properties.contains(.notify) { allowed.insert(.notifications) }
        if properties.contains(.indicate) { allowed.insert(.indications) }
        guard !allowed.isEmpty else { return }
        let valueHandle = UInt16(truncatingIfNeeded: attributes.count)
        if let id {
            notifiers.append(Notifier(id: id.number, handle: valueHandle, slot: configurations))
        }
        attributes.append(
            Attribute(
                type: Kind.configuration,
                content: .configuration(
                    slot: configurations, allowed: allowed, characteristic: id),
                access: [.read, .write]))
        attributes[Int(valueHandle) - 2].groupEnd = UInt16(truncatingIfNeeded: attributes.count)
        configurations += 1
    }
}
