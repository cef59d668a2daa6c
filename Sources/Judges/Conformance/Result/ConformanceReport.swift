/// The result of a run of the conformance suite; in virtual time only if the board is.
package struct ConformanceReport: Sendable, Equatable {
    /// The version of the program that ran the suite.
    package var tool: String
    /// The seed of all randomness.
    package var seed: UInt64
    /// The transport, as `--target` names it: `model`, `hci-unix:…`, `bluez:…`.
    package var target: String
    /// Over all case files, 16 hexadecimal digits; equal suites have equal ones.
    package var suiteHash: String
    /// What was chosen from the suite, as `--filter` and `--model` say it; empty for all of it.
    package var selection: [String]
    /// How many results the whole run has, all its parts together.
    package var planned: Int
    /// The part that this is; nil for the whole.
    package var shard: Shard?
    /// Every board that was judged.
    package var boards: [BoardFacts]
    /// In the order of their places.
    package var results: [CaseResult]

    /// The result of a run; by default of all of it, in one part.
    package init(
        tool: String, seed: UInt64, target: String, suiteHash: String, selection: [String] = [],
        planned: Int? = nil, shard: Shard? = nil, boards: [BoardFacts] = [],
        results: [CaseResult] = []
    ) {
        self.tool = tool
        self.seed = seed
        self.target = target
        self.suiteHash = suiteHash
        self.selection = selection
        self.planned = planned ?? results.count
        self.shard = shard
        self.boards = boards
        self.results = results
    }

    /// How many cases ended so.
    package func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }

    /// The number of results of the complete run, or of its complete part.
    package var expected: Int {
        guard let shard else { return planned }
        // A report read from a file may contain any number.
        return planned < shard.index ? 0 : (planned - shard.index) / shard.count + 1
    }

    package var isComplete: Bool { results.count >= expected }

    /// Something passed, nothing failed or is open, and nothing was left out. A run that judged
    /// nothing is not green; a part of a run may have no case that passed.
    package var isGreen: Bool {
        isComplete && count(.fail) == 0 && count(.inconclusive) == 0
            && (count(.pass) > 0 || shard != nil)
    }
}
