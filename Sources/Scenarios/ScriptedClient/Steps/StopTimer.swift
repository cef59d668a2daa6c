import Declaration
import MetaWearProtocol

extension Step {
    package struct StopTimer: CommandStep {
        package var name = SignalName("")

        package static let keys = Keys(Self(), "stop-timer") { keys in
            keys.about = "Stops a timer; it can be started again."
            keys.required(\.name, "name", principal: true, "The timer.")
        }

        var words: String { "stop-timer \(name.text)" }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            [try session.timer(name).stop]
        }
    }
}
