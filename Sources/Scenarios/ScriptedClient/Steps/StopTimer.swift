import Declaration
import MetaWearProtocol

extension Step {
    package struct StopTimer: CommandStep {
        package static let title = "stop-timer"
        package static let about = "Stops a timer; it can be started again."

        package var name = SignalName("")

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "The timer.")
        }

        var words: String { "stop-timer \(name.text)" }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            [try session.timer(name).stop]
        }
    }
}
