/// A module of a MetaWear board as hosts know it; its number is the first byte of its packets (protocol, sensors 2).
///
/// The firmware model declares its modules itself: neither side reads the other's table, so that each can expose
/// errors in the other.
public enum BoardModule: UInt8, CaseIterable, Sendable {
    case `switch` = 0x01
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
    case gyroscope = 0x13
    case ambientLight = 0x14
    case magnetometer = 0x15
    case humidity = 0x16
    case colour = 0x17
    case proximity = 0x18
    case sensorFusion = 0x19
    case debug = 0xFE

    /// What each kind of file calls the module.
    private var names: Names {
        switch self {
        case .switch: "switch"
        case .led: "led"
        case .accelerometer: "accelerometer"
        case .temperature: "temperature"
        case .gpio: "gpio"
        case .neoPixel: "neopixel"
        case .iBeacon: "ibeacon"
        case .haptic: "haptic"
        case .dataProcessor: Names("data-processor", inScenarios: "processors")
        case .event: Names("event", inScenarios: "events")
        case .logging: "logging"
        case .timer: Names("timer", inScenarios: "timers")
        case .serial: "serial"
        case .macro: Names("macro", inScenarios: "macros")
        case .conductance: "conductance"
        case .settings: "settings"
        case .barometer: "barometer"
        case .gyroscope: "gyroscope"
        case .ambientLight:
            Names("ambient-light", inScenarios: "light", inMessages: "light sensor")
        case .magnetometer: "magnetometer"
        case .humidity: Names("humidity", inMessages: "humidity sensor")
        case .colour: Names("colour", inMessages: "colour sensor")
        case .proximity: Names("proximity", inMessages: "proximity sensor")
        case .sensorFusion:
            Names("sensor-fusion", inScenarios: "fusion", inMessages: "sensor fusion")
        case .debug: "debug"
        }
    }

    private struct Names: ExpressibleByStringLiteral {
        let name: String
        let inScenarios: String
        let inMessages: String

        init(_ name: String, inScenarios: String? = nil, inMessages: String? = nil) {
            self.name = name
            self.inScenarios = inScenarios ?? name
            self.inMessages = inMessages ?? name
        }

        init(stringLiteral name: String) { self.init(name) }
    }
}

extension BoardModule {
    /// Module id: the first byte of each packet.
    public var id: UInt8 { rawValue }
    /// In conformance cases and in what the suite says of a board: `sensor-fusion`.
    public var name: String { names.name }
    /// In the faults of a scenario: `fusion`.
    public var scenarioName: String { names.inScenarios }
    /// As a message calls the part that a board lacks: `light sensor`.
    public var part: String { names.inMessages }
}
