import Declaration
import Device
import ScriptedClient
import Simulation

extension Input {
    /// A finger on the button.
    package struct Button: InputKind, Section {
        /// What the finger does.
        package enum Action: String, Choice {
            package static let title = "button action"
            case press, release, click
        }

        package var action = Action.click
        /// How long a click holds the button down.
        package var hold: Nanoseconds = .milliseconds(120)

        package init() {}

        package static let keys = Keys(Self(), "button") { keys in
            keys.about = "Presses or releases the button, or both."
            keys.required(\.action, "action", principal: true, "What happens to the button.")
            keys.optional(
                \.hold, "for", in: .milliseconds(1)...(.seconds(3600)),
                "How long a click holds the button down.")
        }

        package var words: String { "\(action.rawValue) the button" }
        package var duration: Nanoseconds { action == .click ? hold : .zero }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            let board = run.boards[index]
            board.setButton(pressed: action != .release)
            if action == .click { run.timers.after(hold) { board.setButton(pressed: false) } }
        }
    }
}
