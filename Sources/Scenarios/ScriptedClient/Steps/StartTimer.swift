import Declaration
import MetaWearProtocol

extension Step {
    package struct StartTimer: CommandStep {
        package var name = SignalName("")

        package static let keys = Keys(Self(), "start-timer") { keys in
            keys.about = "Starts a timer from its first tick."
            keys.required(\.name, "name", principal: true, "The timer.")
        }

        var words: String { "start-timer \(name.text)" }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            [try session.timer(name).start]
        }
    }
}
