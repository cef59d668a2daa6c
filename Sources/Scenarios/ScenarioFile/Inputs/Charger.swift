import Declaration
import Device
import ScriptedClient

/// What happens to the charger.
package enum Charger: String, Choice, InputKind {
    package static let title = "charger input"
    package static let key = "charger"
    package static let about = "Connects or disconnects the charger."
    case connect, disconnect

    package var words: String { "\(self) the charger" }
    package var ability: Ability? { .charger }

    package func apply(to index: Int, in run: any ScenarioWorld) {
        (run.boards[index] as? any ChargedDevice)?.setCharger(connected: self == .connect)
    }
}
