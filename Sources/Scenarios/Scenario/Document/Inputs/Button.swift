import Declaration
public import Simulation

extension Input {
    /// A finger on the button.
    public struct Button: Section {
        public static let title = "button"
        public static let about = "Presses or releases the button, or both."

        /// What the finger does.
        public enum Action: String, Choice {
            public static let title = "button action"
            case press, release, click
        }

        public var action = Action.click
        public var duration: Nanoseconds = .milliseconds(120)

        public init() {}

        public static let keys = Keys(Self()) { keys in
            keys.required(\.action, "action", principal: true, "What the finger does.")
            keys.optional(
                \.duration, "for", in: .milliseconds(1)...(.seconds(3600)),
                "How long a click holds the button down.")
        }
    }
}
