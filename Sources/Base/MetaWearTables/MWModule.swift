/// A module of a MetaWear board as hosts know it; its number is the first byte of its packets (protocol, sensors 2).
///
/// The firmware model declares its modules itself: neither side reads the other's table, so that each can expose
/// errors in the other.
public enum MWModule: UInt8, CaseIterable, Sendable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case switch_ = 0x01
    case led = 0x02
    case accelerometer = 0x03
    case temperature = 0x04
    case gpio = 0x05
    case neoPixel = 0x06
    case iBeacon = 0x07
    case haptic = 0x08
    case dataProcessor = 0x09
    case event = 0x0A
    case logging = 0x0B
    case timer = 0x0C
    case serial = 0x0D
    case macro = 0x0F
    case conductance = 0x10
    case settings = 0x11
    case barometer = 0x12
    case gyro = 0x13
    case ambientLight = 0x14
    case magnetometer = 0x15
    case humidity = 0x16
    case colour = 0x17
    case proximity = 0x18
    case sensorFusion = 0x19
    case debug = 0xFE

    /// Those that current hosts ask for, in the order in which they do (protocol, core 2.2).
    public static let allCases = withOlder.filter { $0.row.isDiscovered }
    /// With those of older boards, by number.
    public static let withOlder = TableFamily.all.flatMap { $0.modules }.map { $0.module }
        .sorted { $0.rawValue < $1.rawValue }
    /// Those whose samples a host can stream.
    public static let streaming = withOlder.filter { !$0.row.streams.isEmpty }

    private static let rows = Dictionary(
        uniqueKeysWithValues: TableFamily.all.flatMap { $0.modules }.map { ($0.module, $0) })

    /// The module of a number; nil for one that no current host asks for.
    public init?(discovered number: UInt8) {
        self.init(rawValue: number)
        guard row.isDiscovered else { return nil }
    }

    /// Its row in the hosts' table.
    public var row: ModuleDescription {
        guard let row = Self.rows[self] else { preconditionFailure("\(self) has no row") }
        return row
    }

    /// The case's name; `switch` for `switch_`.
    public var name: String { row.inSDKs }
}

extension MWModule: CustomStringConvertible {
    /// The case's name.
    public var description: String {
        switch self {
        case .switch_: "switch_"
        case .led: "led"
        case .accelerometer: "accelerometer"
        case .temperature: "temperature"
        case .gpio: "gpio"
        case .neoPixel: "neoPixel"
        case .iBeacon: "iBeacon"
        case .haptic: "haptic"
        case .dataProcessor: "dataProcessor"
        case .event: "event"
        case .logging: "logging"
        case .timer: "timer"
        case .serial: "serial"
        case .macro: "macro"
        case .conductance: "conductance"
        case .settings: "settings"
        case .barometer: "barometer"
        case .gyro: "gyro"
        case .ambientLight: "ambientLight"
        case .magnetometer: "magnetometer"
        case .humidity: "humidity"
        case .colour: "colour"
        case .proximity: "proximity"
        case .sensorFusion: "sensorFusion"
        case .debug: "debug"
        }
    }
}

#if !hasFeature(Embedded)
    // As its number, in what an app stores.
    extension MWModule: Codable {}
#endif
