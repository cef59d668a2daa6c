import Declaration
import Simulation

extension Input {
    /// A finger on the button.
    package struct Button: Section {
        package static let title = "button"
        package static let about = "Presses or releases the button, or both."

        /// What the finger does.
        package enum Action: String, Choice {
            package static let title = "button action"
            case press, release, click
        }

        package var action = Action.click
        package var duration: Nanoseconds = .milliseconds(120)

        package init() {}

        package static let keys = Keys(Self()) { keys in
            keys.required(\.action, "action", principal: true, "What the finger does.")
            keys.optional(
                \.duration, "for", in: .milliseconds(1)...(.seconds(3600)),
                "How long a click holds the button down.")
        }
    }
}
