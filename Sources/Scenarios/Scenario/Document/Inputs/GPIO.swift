import Declaration
public import YAML

extension Input {
    /// What is wired to a pin.
    public struct GPIO: Section {
        public static let title = "gpio"
        public static let about = "Puts a level or a voltage on a pin from outside."

        /// What is put on a pin.
        public enum Level: String, Choice {
            public static let title = "level"
            case high, low
            /// Nothing drives the pin: its pull decides.
            case open
        }

        public var pin = 0
        public var level: Level?
        public var voltage: Quantity<Voltage>?

        public static let keys = Keys(Self()) { keys in
            keys.required(\.pin, "pin", in: 0...15, "As the firmware counts.")
            keys.optional(\.level, "level", otherwise: "none", "A logic level.")
            keys.optional(
                \.voltage, "voltage", in: .volts(0)...(.volts(3.6)), otherwise: "none",
                "Instead of `level`: a voltage for the analogue reads.")
        }

        public func check(_ reader: Reader, at mark: Mark) {
            guard (level == nil) == (voltage == nil) else { return }
            reader.fail(
                level == nil ? "nothing is put on the pin" : "the pin gets a level and a voltage",
                at: mark, mend: "write either `level: high` or `voltage: 1.2 V`")
        }
    }
}
