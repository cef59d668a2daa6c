import Declaration
import YAML

/// A value that a client can read.
package enum ReadTarget: OneOf {
    package static let title = "readable value"
    case temperature(Temperature)
    case battery(Battery)
    case gpio(GPIO)
    case `switch`(Switch)
    case logLength(LogLength)
    case register(Register)
    case batteryVoltage(BatteryVoltage)
    case name(DeviceName)
    case pressure(PressureValue)
    case humidity(HumidityValue)
    case colour(Colour)
    case proximity(Proximity)
    case conductance(Conductance)
    case steps(Steps)
    case calibration(Calibration)
    case calibrationData(CalibrationData)
    case state(ProcessorState)
    case macro(MacroState)
    case i2c(I2C)
    case spi(SPI)

    package static let cases = Cases<ReadTarget> { cases in
        cases(
            ReadTarget.temperature, ReadTarget.battery, ReadTarget.gpio, ReadTarget.switch,
            ReadTarget.logLength, ReadTarget.register, ReadTarget.batteryVoltage, ReadTarget.name,
            ReadTarget.pressure, ReadTarget.humidity, ReadTarget.colour, ReadTarget.proximity,
            ReadTarget.conductance, ReadTarget.steps, ReadTarget.calibration,
            ReadTarget.calibrationData, ReadTarget.state, ReadTarget.macro, ReadTarget.i2c,
            ReadTarget.spi)
    }

    /// What its answer measures; `nil` if the answer is a plain number or bytes.
    package var dimension: (any Dimension.Type)? {
        switch self {
        case .temperature: Declaration.Temperature.self
        case .battery: Ratio.self
        case .gpio(let gpio):
            switch gpio.kind {
            case .absolute: Voltage.self
            case .ratio: Ratio.self
            case .digital: nil
            }
        case .batteryVoltage: Voltage.self
        case .pressure: Pressure.self
        case .humidity: Ratio.self
        case .switch, .logLength, .register, .name, .colour, .proximity, .conductance, .steps,
            .calibration, .calibrationData, .state, .macro, .i2c, .spi:
            nil
        }
    }
}

extension ReadTarget {
    /// A channel of module 0x04.
    package struct Temperature: Section {
        package static let title = "temperature"
        package static let about = "A channel of the temperature module."

        package var channel = 0

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.channel, "channel", in: 0...7, principal: true,
                "As the module lists them: 0 processor, 1 preset thermistor, 2 external thermistor,"
                    + " 3 pressure sensor, on most boards.")
        }
    }

    /// Charge by module 0x11.
    package struct Battery: Section {
        package static let title = "battery charge"
        package static let about = "The battery's charge, by the settings module."

        package static let keys = Keys(Self())
    }

    /// A pin of module 0x05.
    package struct GPIO: Section {
        package static let title = "gpio pin"
        package static let about = "A pin of the GPIO module."

        /// How the pin is read.
        package enum Kind: String, Choice {
            package static let title = "kind of GPIO read"
            case absolute, ratio, digital

            package var about: String {
                switch self {
                case .absolute: "The voltage."
                case .ratio: "The voltage as a part of the supply."
                case .digital: "0 or 1."
                }
            }
        }

        package var pin = 0
        package var kind = Kind.absolute

        package static let keys = Keys(Self()) { keys in
            keys.required(\.pin, "pin", in: 0...15, principal: true, "As the firmware counts.")
            keys.optional(\.kind, "kind", "How the pin is read.")
        }
    }

    /// Module 0x01.
    package struct Switch: Section {
        package static let title = "switch state"
        package static let about = "Whether the button is pressed: 0 or 1."

        package static let keys = Keys(Self())
    }

    /// Module 0x0B, register 05.
    package struct LogLength: Section {
        package static let title = "log length"
        package static let about = "How many entries the log holds, as the board says."

        package static let keys = Keys(Self())
    }

    /// Any register by its bytes.
    package struct Register: Section {
        package static let title = "register"
        package static let about = "Any register: the bytes of the read, bit 7 of the second set."

        package var bytes = Bytes([])

        package static let keys = Keys(Self()) { keys in
            keys.required(
                \.bytes, "bytes", principal: true,
                "Module, register with bit 7 set, and what the register wants: `\"11 8c\"`.")
        }

        package mutating func check(_ reader: Reader, at mark: Mark) {
            if bytes.bytes.count < 2 || bytes.bytes[1] & 0x80 == 0 {
                reader.fail(
                    "`\(bytes.text)` is not a read", at: mark,
                    mend: "give module and register with bit 7 set, `\"11 8c\"`")
            }
        }
    }
}
