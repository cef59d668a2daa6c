public import Simulation
public import YAML

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

        /// What the finger does.
        public var action = Action.click
        /// How long a click holds the button down.
        public var duration: Nanoseconds = .milliseconds(120)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.required(&action, "action", principal: true, "What the finger does.")
            keys.optional(
                &duration, "for", in: .milliseconds(1)...(.seconds(3600)),
                "How long a click holds the button down.")
        }
    }
}
