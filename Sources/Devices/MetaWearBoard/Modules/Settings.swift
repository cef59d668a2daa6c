import Bluetooth
import Peripheral
internal import Simulation
import Wire

/// Device settings: name, advertising, link, battery and power (protocol, core 8). A reset clears
/// them; those for advertising apply at its next start, the transmit power on a link at once.
final class Settings: Module {
    static let id: UInt8 = 0x11
    static let name = "settings"
    private static let nameOnly = "no source says more than its name"
    static let registers: [Register<Settings>] = [
        .command(0x01, "device name", Bytes.self) { $0.rename($1.bytes, on: $2) }
            .readable(Bytes.self) { settings, _ in ShortBytes(settings.name.prefix(18)) },
        advertisingRegister,
        .value(0x03, "tx power", { $1(&$0.txPower) }, didSet: { $1.link?.transmitPowerChanged() }),
        .value(0x04, "delete bonds") { $1(&$0.deletesBonds) },
        .command(0x05, "start advertising", Anything.self) { _, _, board in
            board.startAdvertising()
        },
        .command(0x06, "initiate bonding", Anything.self) { _, _, board in
            if let connection = board.connection { board.link?.requestSecurity(connection) }
        },
        .command(0x07, "scan response", Bytes.self) { settings, tail, _ in
            settings.setScanResponse(tail.bytes)
        }.readable(Bytes.self) { _, board in
            ShortBytes(AdvertisingPlan(board, ignoringBeacon: true).scanResponse.prefix(18))
        },
        .command(0x08, "partial scan response", Bytes.self) { settings, head, _ in
            settings.partialScanResponse = head.bytes
        },
        .value(
            0x09, "connection parameters", since: 1, { $1(&$0.connection) },
            didSet: { settings, board in
                settings.isConnectionWritten = true
                settings.requestParameters(on: board)
            }),
        .signal(0x0A, "disconnect", Anything.self, since: 2),
        .query(0x0B, "MAC address", since: 2, answer: DeviceAddress.self) { _, board in
            ShortBytes([board.address.kind.rawValue] + board.address.littleEndian)
        },
        .signal(0x0C, "battery", Battery.self, since: 3) { _, board in board.batteryState },
        .query(0x0D, "watchdog enable", answer: Flag.self) { settings, _ in
            [settings.watchdog.isRunning ? 1 : 0]
        },
        .command(0x0E, "watchdog config", Watchdog.Configuration.self) {
            $0.watchdog.configure($1, on: $2)
        }.readable(Watchdog.Configuration.self) { settings, _ in
            ShortBytes(settings.watchdog.configuration.bytes)
        },
        .value(
            0x0F, "watchdog auto refresh", { $1(&$0.watchdog.autoRefresh) },
            didSet: { $0.watchdog.refresh(on: $1) }),
        .command(0x10, "watchdog refresh", Anything.self) { settings, _, board in
            settings.watchdog.refresh(on: board)
        },
        .signal(0x11, "power status", Flag.self, since: 5) { settings, board in
            guard settings.features & 1 != 0 else { return nil }
            return [board.hardware.isChargerConnected ? 1 : 0]
        },
        .signal(0x12, "charge status", Flag.self, since: 5) { settings, board in
            guard settings.features & 2 != 0 else { return nil }
            return [board.hardware.isCharging ? 1 : 0]
        },
        .value(0x13, "whitelist mode", since: 6) { $1(&$0.whitelistMode) },
        whitelistRegister,
        .query(0x15, "peer address", since: 6, answer: DeviceAddress.self) { settings, _ in
            ShortBytes(settings.whitelist[0].identity)
        },
        .query(0x16, "bond count", answer: Byte.self) { _, board in
            [UInt8(clamping: board.link?.bondCount ?? 0)]
        },
        .unmodelled(0x17, "stop advertising", nameOnly),
        .unmodelled(0x18, "privacy", nameOnly),
        .unmodelled(0x19, "whitelist bonds", nameOnly),
        .unmodelled(0x1A, "authenticate response", nameOnly),
        .unmodelled(0x1B, "connection status", nameOnly),
        .value(
            0x1C, "3V regulator", since: 9, { $1(&$0.regulator) },
            didSet: { $1.logicVoltageChanged() }),
        .value(
            0x1D, "force 1M PHY", since: 10, { $1(&$0.force1MPHY) },
            didSet: { if $0.force1MPHY.isOn { $1.link?.phyChanged() } }),
    ]

    /// Until revision 5 without the advertising type; revision 0 counts the interval in
    /// milliseconds.
    private static let advertisingRegister: Register<Settings> = {
        var register = Register<Settings>.value(0x02, "advertising") { $1(&$0.advertising) }
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
        register.declaration.request = .of(Byte.self)
        register.declaration.answer = .of(WhitelistEntry.self)
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
    private var name: [UInt8]
    var advertising = Advertising()
    var txPower = TxPower()
    var connection = Connection()
    private var isConnectionWritten = false
    var whitelistMode = Byte()
    var regulator = Flag()
    var force1MPHY = Flag()
    private var deletesBonds = Flag()
    private var watchdog = Watchdog()
    /// Index 0 is the peer of directed advertising.
    var whitelist = (0...8).map { WhitelistEntry(index: $0) }
    /// The scan response that the host set; nil for the firmware's own.
    private(set) var customScanResponse: [UInt8]?
    private var partialScanResponse: [UInt8] = []
    private var advertisingStart: UInt64 = 0

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
        features = information.extra.first ?? 0
        name = Array(board.startName.utf8)
        if revision == 0 { advertising.interval = 417 }
    }

    /// The name at the next advertising start.
    var deviceName: String { String(decoding: name, as: UTF8.self) }

    /// Letters, digits, blank, `_` and `-`; other characters are left out, and a name is cut to 26.
    /// An empty result is ignored.
    func rename(_ bytes: [UInt8], on board: MetaWearBoard) {
        let allowed = bytes.filter { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: " "):
                true
            default: false
            }
        }
        guard !allowed.isEmpty else { return board.ignore(.nothingToDo, "an empty name") }
        name = Array(allowed.prefix(26))
    }

    /// The only central that may connect, if directed advertising and its peer are set.
    var directedPeer: Address? {
        let peer = whitelist[0]
        guard revision >= 6, advertising.kind == 1, peer.address != 0 else { return nil }
        return Address(peer.address, kind: peer.kind == 1 ? .random : .publicDevice)
    }

    /// The centrals on the list; bit 0 of the mode is for scan requests, bit 1 for connections.
    var filter: AdvertisingFilter {
        guard revision >= 6, whitelistMode.value & 3 != 0 else { return AdvertisingFilter() }
        return AdvertisingFilter(
            filtersScans: whitelistMode.value & 1 != 0,
            filtersConnections: whitelistMode.value & 2 != 0,
            list: whitelist.dropFirst().filter { $0.address != 0 }.map {
                Address($0.address, kind: $0.kind == 1 ? .random : .publicDevice)
            })
    }

    private func setScanResponse(_ tail: [UInt8]) {
        customScanResponse = Array((partialScanResponse + tail).prefix(31))
        partialScanResponse = []
    }

    /// The host's parameters from an earlier connection apply to later ones too.
    func connected(on board: MetaWearBoard) {
        if isConnectionWritten { requestParameters(on: board) }
    }

    /// Power and charging are notified once after a boot, if available (protocol, core 7 and 8).
    func booted(on board: MetaWearBoard) {
        guard revision >= 5 else { return }
        if features & 1 != 0, board.hardware.isChargerConnected {
            board.route(SignalKey(Self.id, 0x11), [1])
        }
        if features & 2 != 0, board.hardware.isCharging {
            board.route(SignalKey(Self.id, 0x12), [1])
        }
    }

    private func requestParameters(on board: MetaWearBoard) {
        guard let link = board.link, let id = board.connection else { return }
        link.request(connection.request, from: id)
    }

    /// Advertising began; a timeout ends it.
    func advertisingStarted(on board: MetaWearBoard) {
        advertisingStart &+= 1
        guard advertising.timeout > 0 else { return }
        board.schedule(
            Self.id, 0, advertisingStart,
            at: board.now + .seconds(Int64(min(advertising.timeout, 180))))
    }

    /// The advertising timeout, or the watchdog's.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        if code == Watchdog.tick {
            if watchdog.isDue(argument) { board.resetByWatchdog() }
            return
        }
        guard argument == advertisingStart else { return }
        board.trace("advertising timeout")
        board.stopAdvertising()
    }

    /// The disconnect event: never a packet, always a source (protocol, core 8).
    func disconnected(on board: MetaWearBoard) {
        if deletesBonds.isOn {
            board.link?.deleteBonds()
            deletesBonds.isOn = false
        }
        if revision >= 2 { board.route(SignalKey(Self.id, 0x0A), []) }
    }
}
