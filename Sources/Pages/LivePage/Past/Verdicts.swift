import JSON
import ScenarioRun
import Simulation

/// What becomes of the scenario's expectations in the future that is shown, if nothing more is done: a run of its own finds out.
final class Verdicts {
    /// The future and its deeds.
    struct Question: Equatable {
        var future: Int
        var deeds: Int
    }

    let question: Question
    private var run: ScenarioRun?
    /// In the scenario's order; nil until they are known.
    private(set) var results: [ExpectationResult]?

    /// - Parameter run: one with expectations, in which nothing has happened yet.
    init(_ question: Question, _ run: ScenarioRun) { (self.question, self.run) = (question, run) }

    var wantsWork: Bool { run != nil }

    /// Goes on for a while.
    func work(while isTimeLeft: () -> Bool) {
        guard let run else { return }
        while !run.isOver {
            guard isTimeLeft() else { return }
            run.advance(to: run.now + .seconds(1))
        }
        results = run.conclude(interrupted: false).expectations
        self.run = nil
    }

    var json: JSONValue {
        .array(
            (results ?? []).map { result in
                .object([
                    ("title", .string(result.title)), ("verdict", .string(result.verdict.rawValue)),
                    ("t", .number(result.decided.seconds)), ("detail", .string(result.detail)),
                ])
            })
    }
}
