import ScenarioRun

/// The summary of a run in one sentence, the same in every report.
package enum RunVerdict {
    /// `3 of 3 expectations held`, `1 of 3 expectations failed`, or why there is no verdict.
    package static func sentence(_ result: RunResult) -> String {
        let total = result.expectations.count
        let undecided = result.expectations.count { $0.verdict == .undecided }
        let failed = result.expectations.count { $0.verdict == .failed }
        let unreached = result.expectations.count { $0.verdict == .unreached }
        let noun = total == 1 ? "expectation" : "expectations"
        var parts: [String] = []
        if total == 0, let program = result.program {
            if program.failure == nil { parts.append("the program ended with status 0") }
        } else if total == 0 {
            parts.append("the scenario has no expectations")
        } else {
            if failed > 0 { parts.append("\(failed) of \(total) \(noun) failed") }
            if undecided > 0 { parts.append("\(undecided) of \(total) \(noun) undecided") }
            if failed + undecided == 0 {
                parts.append("\(total - unreached) of \(total) \(noun) held")
            }
            if unreached > 0 { parts.append("\(unreached) not reached") }
        }
        if let failure = result.program?.failure { parts.append("the program \(failure)") }
        if let step = result.failedStep { parts.append("a step failed: \(step)") }
        switch result.ending {
        case .finished: break
        case .deadline(let open):
            parts.append("the deadline passed" + (open.isEmpty ? "" : ": \(open)"))
        case .interrupted: parts.append("interrupted")
        }
        return parts.joined(separator: "; ")
    }
}

extension RunResult {
    /// Whether neither an expectation nor a program says that it went well.
    var isUnjudged: Bool { expectations.isEmpty && program == nil }
}
