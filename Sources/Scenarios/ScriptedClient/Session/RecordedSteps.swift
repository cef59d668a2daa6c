import MetaWearProtocol
import YAML

/// What the steps of a macro have written while it is recorded.
struct RecordedSteps {
    var commands: [Packet] = []
    /// What the macro itself has started. Whatever else runs now does not run when the board
    /// carries the macro out.
    var running: [SensorUnit] = []
}

extension HostSession {
    /// Throws for a step that gives the board nothing to carry out.
    func requireCommands(_ count: Int, of step: Step) throws(StepFailure) {
        guard count == 0 else { return }
        throw StepFailure(
            "the step `\(step.kind.words)` in line \(step.mark.line) writes no command, so the board"
                + " would do nothing: remove it, or name a signal whose sensor no other stream needs"
        )
    }
}
