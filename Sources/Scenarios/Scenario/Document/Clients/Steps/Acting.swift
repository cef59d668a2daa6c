public import Bluetooth
import Declaration
public import Simulation
public import YAML

extension Step {
    public struct LED: Section {
        public static let title = "led"
        public static let about = "Plays a pattern on one colour of the LED."
        public static let example = "- led: {channel: green, pattern: blink, repeat: 5}"

        /// A colour of the LED.
        public enum Channel: String, Choice {
            public static let title = "LED channel"
            case green, red, blue
        }

        /// The presets of the vendor's libraries.
        public enum Pattern: String, Choice {
            public static let title = "LED pattern"
            case solid, blink, pulse

            public var about: String {
                switch self {
                case .solid: "On all the time."
                case .blink: "50 ms on in every 500 ms."
                case .pulse: "725 ms up, 500 ms on, 725 ms down in every 2 s."
                }
            }
        }

        public var channel = Channel.green
        public var pattern = Pattern.solid
        public var brightness: Quantity<Ratio> = .percent(100)
        public var times: Int?

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.channel, "channel", principal: true, "Which colour.")
            keys.optional(\.pattern, "pattern", "How it plays.")
            keys.optional(
                \.brightness, "brightness", in: .percent(0)...(.percent(100)),
                "When it is brightest.")
            keys.optional(
                \.times, "repeat", in: 1...254, otherwise: "until it is stopped", "How often.")
        }
    }

    public struct LEDOff: Section {
        public static let title = "led-off"
        public static let about = "Stops the LED and forgets its patterns."

        public static let keys = Keys(Self())
    }

    /// Drives the haptic pin.
    public struct Haptic: Section {
        public static let title = "haptic"
        public static let about = "Runs the vibration motor or the buzzer."

        /// What is driven.
        public enum Actuator: String, Choice {
            public static let title = "actuator"
            case motor, buzzer
        }

        public var actuator = Actuator.motor
        public var strength: Quantity<Ratio> = .percent(100)
        public var duration: Nanoseconds = .milliseconds(500)

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.actuator, "actuator", principal: true, "What is driven.")
            keys.optional(
                \.strength, "strength", in: .percent(0)...(.percent(100)), "Of the motor.")
            keys.optional(
                \.duration, "for", in: .milliseconds(1)...(.milliseconds(65_535)), "How long.")
        }
    }

    public struct IBeacon: Section {
        public static let title = "ibeacon"
        public static let about =
            "Sets the board up as an iBeacon, which it is whenever nobody is connected."

        public var isOn = true
        public var uuid: BluetoothUUID?
        public var major: Int?
        public var minor: Int?
        public var period: Nanoseconds?

        public static let keys = Keys(Self()) { keys in
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

        public mutating func check(_ reader: Reader, at mark: Mark) {
            guard case .short = uuid else { return }
            reader.fail(
                "an iBeacon's UUID has 128 bits", at: mark,
                mend: "write for example `uuid: 326A9006-85CB-9195-D9DD-464CFBBAE75A`")
        }
    }

    /// Resets the board.
    public struct Reset: Section {
        public static let title = "reset-board"
        public static let about = "Has the board reset itself, by the debug module."

        public static let keys = Keys(Self())
    }
}
