import Bluetooth
import Declaration
import Simulation
import YAML

extension Step {
    package struct LED: Section {
        package static let title = "led"
        package static let about = "Plays a pattern on one colour of the LED."
        package static let example = "- led: {channel: green, pattern: blink, repeat: 5}"

        /// A colour of the LED.
        package enum Channel: String, Choice {
            package static let title = "LED channel"
            case green, red, blue
        }

        /// The presets of the vendor's libraries.
        package enum Pattern: String, Choice {
            package static let title = "LED pattern"
            case solid, blink, pulse

            package var about: String {
                switch self {
                case .solid: "On all the time."
                case .blink: "50 ms on in every 500 ms."
                case .pulse: "725 ms up, 500 ms on, 725 ms down in every 2 s."
                }
            }
        }

        package var channel = Channel.green
        package var pattern = Pattern.solid
        package var brightness: Quantity<Ratio> = .percent(100)
        package var times: Int?

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.channel, "channel", principal: true, "Which colour.")
            keys.optional(\.pattern, "pattern", "How it plays.")
            keys.optional(
                \.brightness, "brightness", in: .percent(0)...(.percent(100)),
                "When it is brightest.")
            keys.optional(
                \.times, "repeat", in: 1...254, otherwise: "until it is stopped", "How often.")
        }
    }

    package struct LEDOff: Section {
        package static let title = "led-off"
        package static let about = "Stops the LED and forgets its patterns."

        package static let keys = Keys(Self())
    }

    /// Drives the haptic pin.
    package struct Haptic: Section {
        package static let title = "haptic"
        package static let about = "Runs the vibration motor or the buzzer."

        /// What is driven.
        package enum Actuator: String, Choice {
            package static let title = "actuator"
            case motor, buzzer
        }

        package var actuator = Actuator.motor
        package var strength: Quantity<Ratio> = .percent(100)
        package var duration: Nanoseconds = .milliseconds(500)

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.actuator, "actuator", principal: true, "What is driven.")
            keys.optional(
                \.strength, "strength", in: .percent(0)...(.percent(100)), "Of the motor.")
            keys.optional(
                \.duration, "for", in: .milliseconds(1)...(.milliseconds(65_535)), "How long.")
        }
    }

    package struct IBeacon: Section {
        package static let title = "ibeacon"
        package static let about =
            "Sets the board up as an iBeacon, which it is whenever nobody is connected."

        package var isOn = true
        package var uuid: BluetoothUUID?
        package var major: Int?
        package var minor: Int?
        package var period: Nanoseconds?

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.isOn, "enabled", principal: true, "Whether it is one from now on.")
            keys.optional(
                \.uuid, "uuid", otherwise: "left alone", "What it says it belongs to, 128 bits.")
            keys.optional(\.major, "major", in: 0...65_535, otherwise: "left alone", "Group.")
            keys.optional(
                \.minor, "minor", in: 0...65_535, otherwise: "left alone", "Number in the group.")
            keys.optional(
                \.period, "period", in: .milliseconds(20)...(.milliseconds(65_535)),
                otherwise: "left alone", "Between advertisements.")
        }

        package mutating func check(_ reader: Reader, at mark: Mark) {
            guard case .short = uuid else { return }
            reader.fail(
                "an iBeacon's UUID has 128 bits", at: mark,
                mend: "write for example `uuid: 326A9006-85CB-9195-D9DD-464CFBBAE75A`")
        }
    }

    /// Resets the board.
    package struct Reset: Section {
        package static let title = "reset-board"
        package static let about = "Has the board reset itself, by the debug module."

        package static let keys = Keys(Self())
    }
}
