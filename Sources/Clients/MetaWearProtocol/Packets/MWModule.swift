import MetaWearTables

/// A module of a board that current hosts ask for (protocol, core 2.2). The others of the hosts' table are those of
/// older boards.
///
/// `allCases` has the order in which hosts discover them.
public enum MWModule: CaseIterable, Sendable, Codable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case switch_
    case led, accelerometer, temperature, gpio, iBeacon, haptic, dataProcessor, event, logging,
        timer
    case serial, macro, settings, barometer, gyro, ambientLight, magnetometer, humidity,
        sensorFusion
    case debug

    /// Its row in the hosts' table.
    public var row: BoardModule {
        switch self {
        case .switch_: .switch
        case .led: .led
        case .accelerometer: .accelerometer
        case .temperature: .temperature
        case .gpio: .gpio
        case .iBeacon: .iBeacon
        case .haptic: .haptic
        case .dataProcessor: .dataProcessor
        case .event: .event
        case .logging: .logging
        case .timer: .timer
        case .serial: .serial
        case .macro: .macro
        case .settings: .settings
        case .barometer: .barometer
        case .gyro: .gyroscope
        case .ambientLight: .ambientLight
        case .magnetometer: .magnetometer
        case .humidity: .humidity
        case .sensorFusion: .sensorFusion
        case .debug: .debug
        }
    }

    /// The case's name; `switch` for `switch_`.
    public var name: String { self == .switch_ ? "switch" : "\(self)" }
}

extension MWModule: RawRepresentable {
    private static let byNumber = (UInt8.min...UInt8.max).map { number in
        allCases.first { $0.rawValue == number }
    }

    /// Its number on the wire.
    public var rawValue: UInt8 { row.rawValue }

    /// The module of a number; nil for one that no current host asks for.
    public init?(rawValue: UInt8) {
        guard let module = Self.byNumber[Int(rawValue)] else { return nil }
        self = module
    }

    /// The module of a row; nil for one of older boards.
    public init?(_ row: BoardModule) { self.init(rawValue: row.rawValue) }
}
