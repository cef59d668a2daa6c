import Declaration
import Device
import ScriptedClient
import YAML

extension Input {
    /// What is wired to a pin.
    package struct GPIO: InputKind, Section {
        /// The logic level of a pin.
        package enum Level: String, Choice {
            package static let title = "level"
            case high, low
            /// Nothing drives the pin; its pull resistor decides.
            case open
        }

        package var pin = 0
        package var level: Level?
        package var voltage: Quantity<Voltage>?

        package static let keys = Keys(Self(), "gpio") { keys in
            keys.about = "Applies a logic level or a voltage to a pin from outside."
            keys.required(\.pin, "pin", in: 0...15, "The pin's number in the firmware.")
            keys.optional(\.level, "level", otherwise: "none", "A logic level.")
            keys.optional(
                \.voltage, "voltage", in: .volts(0)...(.volts(3.6)), otherwise: "none",
                "A voltage for analogue reads, instead of `level`.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard (level == nil) == (voltage == nil) else { return }
            reader.fail(
                level == nil
                    ? "neither a level nor a voltage is given"
                    : "`level` and `voltage` cannot be used together",
                at: mark, fix: "write either `level: high` or `voltage: 1.2 V`")
        }

        package var words: String { "put a level on pin \(pin)" }
        package var ability: Ability? { .pins }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            guard let board = run.boards[index] as? any PinnedDevice else { return }
            let volts: Double? =
                switch level {
                case .high: board.logicVoltage
                case .low: 0
                case .open: nil
                case nil: voltage?.volts
                }
            board.setPin(pin, volts: volts)
        }
    }
}
