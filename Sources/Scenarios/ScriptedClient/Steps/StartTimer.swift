import Declaration
import MetaWearProtocol

extension Step {
    package struct StartTimer: CommandStep {
        package static let title = "start-timer"
        package static let about = "Starts a timer from its first tick."

        package var name = SignalName("")

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "The timer.")
        }

        var words: String { "start-timer \(name.text)" }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            [try session.timer(name).start]
        }
    }
}
