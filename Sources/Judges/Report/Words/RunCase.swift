import ScenarioRun

/// The outcome of a run, apart from its expectations: the test case `the run comes to its own end`.
enum RunCase: Equatable {
    case held
    /// There was nothing to judge, or the run was interrupted.
    case skipped(String)
    /// The deadline passed (`deadline`), or a step of a script failed (`step`).
    case failed(String, type: String)
}

extension RunResult {
    var ownCase: RunCase {
        let sentence = RunVerdict.sentence(self)
        if case .deadline = ending { return .failed(sentence, type: "deadline") }
        if failedStep != nil { return .failed(sentence, type: "step") }
        if ending == .interrupted || expectations.isEmpty { return .skipped(sentence) }
        return .held
    }
}
