import Declaration

extension Step {
    package struct StopTimer: CommandStep {
        package static let title = "stop-timer"
        package static let about = "Stops a timer; it can be started again."

        package var name = SignalName("")

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "The timer.")
        }

        var words: String { "stop-timer \(name.text)" }

        func commands(_ session: HostSession) throws(StepFailure) -> [[UInt8]] {
            [[0x0C, 0x04, try session.timer(name)]]
        }
    }
}
