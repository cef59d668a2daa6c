import Declaration
import ScenarioFile
import ScenarioRun

/// The world of a scenario around a board of the model.
final class ModelWorld: CaseWorld {
    private let run: ScenarioRun

    init(_ run: ScenarioRun) { self.run = run }

    func apply(_ input: any InputKind, words: String) throws(CannotDo) {
        input.apply(to: 0, in: run.world)
    }

    func apply(_ fault: FaultStep, words: String) throws(CannotDo) {
        run.world.apply(fault.kind, to: 0)
    }

    func move(_ step: MoveStep) throws(CannotDo) {
        do throws(RunError) {
            try run.world.move(0, by: step.moves)
        } catch {
            throw CannotDo(error.withoutPlace, isMistake: true)
        }
    }
}

extension RunError {
    /// Without the line in a file that has no name here; who reports it knows both.
    var withoutPlace: String {
        let text = "\(self)"
        guard text.hasPrefix(":"), let mark = text.firstRange(of: "error: ") else { return text }
        return String(text[mark.upperBound...])
    }
}
