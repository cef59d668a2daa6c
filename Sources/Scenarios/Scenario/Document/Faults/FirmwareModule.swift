import Declaration

extension Fault {
    /// A module by name; a fault of one that the board does not have concerns the answer that it is
    /// absent.
    package enum Module: String, Choice {
        package static let title = "module"
        case `switch`, led, accelerometer, temperature, gpio, neopixel, ibeacon, haptic, processors
        case events, logging, timers, serial, macros, conductance, settings, barometer, gyroscope
        case light, magnetometer, humidity, colour, proximity, fusion, debug

        /// The first byte of its packets (protocol, sensors 1.8).
        var id: UInt8 {
            switch self {
            case .switch: 0x01
            case .led: 0x02
            case .accelerometer: 0x03
            case .temperature: 0x04
            case .gpio: 0x05
            case .neopixel: 0x06
            case .ibeacon: 0x07
            case .haptic: 0x08
            case .processors: 0x09
            case .events: 0x0A
            case .logging: 0x0B
            case .timers: 0x0C
            case .serial: 0x0D
            case .macros: 0x0F
            case .conductance: 0x10
            case .settings: 0x11
            case .barometer: 0x12
            case .gyroscope: 0x13
            case .light: 0x14
            case .magnetometer: 0x15
            case .humidity: 0x16
            case .colour: 0x17
            case .proximity: 0x18
            case .fusion: 0x19
            case .debug: 0xFE
            }
        }
    }
}
