import Declaration
public import Simulation

extension Step {
    public struct Wait: Section {
        public static let title = "wait"
        public static let about = "Does nothing for a while; what arrives is received all the same."

        public var duration: Nanoseconds = .seconds(1)

        public static let keys = Keys(Self()) { keys in
            keys.required(\.duration, "for", in: Step.waits, principal: true, "How long.")
        }
    }

    public struct WaitFor: Section {
        public static let title = "wait-for"
        public static let about = "Waits for a notification that fits a pattern."

        public var bytes = BytePattern([], isOpen: true)
        public var within: Nanoseconds = .seconds(10)

        public static let keys = Keys(Self()) { keys in
            keys.required(\.bytes, "bytes", principal: true, "What to wait for.")
            keys.optional(
                \.within, "within", in: Step.waits, "After this long without it the step fails.")
        }
    }

    public struct WaitUntil: Section {
        public static let title = "wait-until"
        public static let about = "Does nothing until a time of the run; goes on if it has passed."

        public var time = Nanoseconds.zero

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.time, "time", in: .zero...Nanoseconds.longest, principal: true,
                "Since the run began.")
        }
    }

    public struct WaitDisconnect: Section {
        public static let title = "wait-disconnect"
        public static let about = "Waits until the link is lost, or closed by the board."

        public var within: Nanoseconds = .seconds(60)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "After this long with a link the step fails.")
        }
    }
}
