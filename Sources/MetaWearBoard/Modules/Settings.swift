import Bluetooth
import Peripheral
import Simulation
import Wire

/// Device settings: name, advertising, link, battery and power (protocol, core 8). Volatile over a
/// reset; what concerns advertising acts at its next start.
public final class Settings: Module {
    public static let id: UInt8 = 0x11
    public static let name = "settings"
    private static let bonding = "bonding comes with the virtual radio"
    private static let watchdog = "no SDK touches the watchdog"
    public static let registers: [Register<Settings>] = [
        .value(0x01, "device name", \.name),
        advertisingRegister,
        .value(0x03, "tx power", \.txPower),
        .unmodelled(0x04, "delete bonds", bonding),
        .command(0x05, "start advertising", Anything.self) { _, _, board in
            board.startAdvertising()
        },
        .unmodelled(0x06, "initiate bonding", bonding),
        .command(0x07, "scan response", Bytes.self) { settings, tail, _ in
            settings.setScanResponse(tail.bytes)
        }.readable { settings, board in
            ShortBytes(AdvertisingPlan(board, ignoringBeacon: true).scanResponse.prefix(18))
        },
        .command(0x08, "partial scan response", Bytes.self) { settings, head, _ in
            settings.partialScanResponse = head.bytes
        },
        .value(
            0x09, "connection parameters", \.connection, since: 1,
            didSet: { $0.requestParameters(on: $1) }),
        .signal(0x0A, "disconnect", since: 2),
        .query(0x0B, "MAC address", since: 2) { _, board in
            ShortBytes([board.address.kind.rawValue] + board.address.littleEndian)
        },
        .signal(0x0C, "battery", since: 3) { _, board in board.batteryState },
        .unmodelled(0x0D, "watchdog enable", watchdog),
        .unmodelled(0x0E, "watchdog config", watchdog),
        .unmodelled(0x0F, "watchdog auto refresh", watchdog),
        .unmodelled(0x10, "watchdog refresh", watchdog),
        .signal(0x11, "power status", since: 5) { settings, board in
            guard settings.features & 1 != 0 else { return nil }
            return [board.hardware.isChargerConnected ? 1 : 0]
        },
        .signal(0x12, "charge status", since: 5) { settings, board in
            guard settings.features & 2 != 0 else { return nil }
            return [board.hardware.isCharging ? 1 : 0]
        },
        .value(0x13, "whitelist mode", \.whitelistMode, since: 6),
        whitelistRegister,
        .query(0x15, "peer address") { settings, _ in
            ShortBytes(settings.whitelist[0].identity)
        },
        .value(0x1C, "3V regulator", \.regulator, since: 9),
        .value(0x1D, "force 1M PHY", \.force1MPHY, since: 10),
    ]

    /// Until revision 5 without the advertising type; revision 0 counts the interval in
    /// milliseconds.
    private static let advertisingRegister: Register<Settings> = {
        var register = Register<Settings>.value(0x02, "advertising", \.advertising)
        register.read = { settings, _, _ throws(LayoutError) in
            let bytes = settings.advertising.bytes
            return RegisterValue(ShortBytes(settings.revision >= 6 ? bytes : Array(bytes[..<3])))
        }
        return register
    }()

    private static let whitelistRegister: Register<Settings> = {
        var register = Register<Settings>.command(
            0x14, "whitelist address", WhitelistEntry.self, since: 6
        ) { settings, entry, _ in
            guard entry.index <= 8 else { return }
            settings.whitelist[Int(entry.index)] = entry
        }
        register.declaration.access.insert(.read)
        register.read = { settings, request, _ throws(LayoutError) in
            let index = try Byte(request).value
            guard index <= 8 else { return nil }
            return RegisterValue(ShortBytes(settings.whitelist[Int(index)].bytes))
        }
        return register
    }()

    let revision: UInt8
    /// Bit 0 power status, bit 1 charge status, bit 2 3 V request.
    private let features: UInt8
    var name = Bytes(bytes: Array("MetaWear".utf8), maximum: 26)
    var advertising = Advertising()
    var txPower = TxPower()
    var connection = Connection()
    var whitelistMode = Byte()
    var regulator = Flag()
    var force1MPHY = Flag()
    /// Index 0 is the peer of directed advertising.
    var whitelist = (0...8).map { WhitelistEntry(index: $0) }
    /// What the host set; nil is the firmware's own.
    private(set) var customScanResponse: [UInt8]?
    private var partialScanResponse: [UInt8] = []
    private var advertisingStart: UInt64 = 0

    public init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
        features = information.extra.first ?? 0
        if revision == 0 { advertising.interval = 417 }
    }

    /// Letters, digits, blank, `_` and `-`, at most 26; anything else is cut out.
    var deviceName: String {
        let allowed = name.bytes.prefix(26).filter { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: " "):
                true
            default: false
            }
        }
        return String(decoding: allowed, as: UTF8.self)
    }

    private func setScanResponse(_ tail: [UInt8]) {
        customScanResponse = Array((partialScanResponse + tail).prefix(31))
        partialScanResponse = []
    }

    private func requestParameters(on board: MetaWearBoard) {
        guard let link = board.link, let id = board.connection else { return }
        link.request(connection.request, from: id)
    }

    /// Advertising began; with a timeout it ends by itself.
    func advertisingStarted(on board: MetaWearBoard) {
        advertisingStart &+= 1
        guard advertising.timeout > 0 else { return }
        board.schedule(
            Self.id, 0, advertisingStart,
            at: board.now + .seconds(Int64(min(advertising.timeout, 180))))
    }

    public func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard argument == advertisingStart else { return }
        board.trace("advertising timeout")
        board.stopAdvertising()
    }

    /// The disconnect event: never a packet, always a source (protocol, core 8).
    public func disconnected(on board: MetaWearBoard) {
        if revision >= 2 { board.route(SignalKey(Self.id, 0x0A), []) }
    }
}

extension MetaWearBoard {
    /// Level in percent and voltage in millivolts, as register 0C gives them.
    var batteryState: ShortBytes {
        var bytes: ShortBytes = [UInt8(hardware.batteryLevel.rounded())]
        bytes.append(hardware.batteryMillivolts)
        return bytes
    }

    /// The charge of the battery, 0 to 100 %.
    public func setBattery(level: Double) {
        let wasCharging = hardware.isCharging
        let before = hardware.batteryLevel.rounded()
        hardware.batteryLevel = min(max(level, 0), 100)
        let now = hardware.batteryLevel.rounded()
        if now != before, let connection, let link, isBatterySubscribed {
            let value = [UInt8(now)]
            _ = link.notify(value.span, of: GATT.batteryLevel, to: connection)
        }
        if now != before, settings.map({ $0.revision >= 3 }) == true {
            route(SignalKey(Settings.id, 0x0C), batteryState)
        }
        reportCharge(was: wasCharging)
    }

    /// Connects or removes the charger; connecting it wakes a board in power-down.
    public func setCharger(connected: Bool) {
        guard hardware.isChargerConnected != connected else { return }
        let wasCharging = hardware.isCharging
        hardware.isChargerConnected = connected
        if connected, isPoweredDown { return wake() }
        if hasStatus(bit: 0) { route(SignalKey(Settings.id, 0x11), [connected ? 1 : 0]) }
        reportCharge(was: wasCharging)
    }

    private func reportCharge(was before: Bool) {
        guard hardware.isCharging != before, hasStatus(bit: 1) else { return }
        route(SignalKey(Settings.id, 0x12), [hardware.isCharging ? 1 : 0])
    }

    private func hasStatus(bit: UInt8) -> Bool {
        guard let information = profile.information(Settings.id), information.revision >= 5,
            let features = information.extra.first
        else { return false }
        return features >> bit & 1 != 0
    }
}
