import ScenarioRun

/// The outcome of a run, apart from its expectations: the test case `the run finishes`.
enum RunCase: Equatable {
    case held
    /// There was nothing to judge, or the run was interrupted.
    case skipped(String)
    /// The deadline passed (`deadline`), the program that was run failed (`program`), or a step of a script
    /// (`step`).
    case failed(String, type: String)
}

extension RunResult {
    var ownCase: RunCase {
        let sentence = RunVerdict.sentence(self)
        if case .deadline = ending { return .failed(sentence, type: "deadline") }
        if program?.failure != nil { return .failed(sentence, type: "program") }
        if failedStep != nil { return .failed(sentence, type: "step") }
        if ending == .interrupted || isUnjudged { return .skipped(sentence) }
        return .held
    }
}
