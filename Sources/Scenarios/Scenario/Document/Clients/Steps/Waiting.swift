import Declaration
import Simulation

extension Step {
    package struct Wait: Section {
        package static let title = "wait"
        package static let about =
            "Does nothing for a while; what arrives is received all the same."

        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self()) { keys in
            keys.required(\.duration, "for", in: Step.waits, principal: true, "How long.")
        }
    }

    package struct WaitFor: Section {
        package static let title = "wait-for"
        package static let about = "Waits for a notification that fits a pattern."

        package var bytes = BytePattern([], isOpen: true)
        package var within: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self()) { keys in
            keys.required(\.bytes, "bytes", principal: true, "What to wait for.")
            keys.optional(
                \.within, "within", in: Step.waits, "After this long without it the step fails.")
        }
    }

    package struct WaitUntil: Section {
        package static let title = "wait-until"
        package static let about = "Does nothing until a time of the run; goes on if it has passed."

        package var time = Nanoseconds.zero

        package static let keys = Keys(Self()) { keys in
            keys.required(
                \.time, "time", in: .zero...Nanoseconds.longest, principal: true,
                "Since the run began.")
        }
    }

    package struct WaitDisconnect: Section {
        package static let title = "wait-disconnect"
        package static let about = "Waits until the link is lost, or closed by the board."

        package var within: Nanoseconds = .seconds(60)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "After this long with a link the step fails.")
        }
    }
}
