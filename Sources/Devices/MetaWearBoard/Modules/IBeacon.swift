import Wire

/// iBeacon advertising (protocol, sensors 9 and core 8.1), active while no host is connected.
final class IBeacon: Module {
    static let id: UInt8 = 0x07
    static let name = "iBeacon"
    static let registers: [Register<IBeacon>] = [
        .value(0x01, "enable", { $1(&$0.enable) }, didSet: { $1.beaconChanged() }),
        .value(0x02, "UUID") { $1(&$0.identity) },
        .value(0x03, "major") { $1(&$0.major) },
        .value(0x04, "minor") { $1(&$0.minor) },
        .value(0x05, "receive power") { $1(&$0.receivePower) },
        .value(0x06, "transmit power") { $1(&$0.transmitPower) },
        .value(0x07, "period") { $1(&$0.period) },
    ]

    var enable = Flag()
    var identity = Identity()
    var major = Word()
    var minor = Word()
    var receivePower = Decibels(value: -55)
    var transmitPower = Decibels()
    var period = Word(value: 700)

    init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    /// Sixteen bytes, least significant first; all are required.
    struct Identity: Layout {
        var low: UInt64 = 0
        var high: UInt64 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&low, "UUID, low half")
            c(&high, "UUID, high half")
        }
    }

    /// dBm.
    struct Decibels: Layout {
        var value: Int8 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("dBm"))
            c(&value, "dBm")
        }
    }
}

extension MetaWearBoard {
    /// Applies at once while no host is connected, otherwise when the link ends.
    fileprivate func beaconChanged() {
        if radioState == .advertising { startAdvertising() }
    }
}
