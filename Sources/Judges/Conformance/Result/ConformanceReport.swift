/// What a run of the conformance suite came to; made of virtual time only where the board is.
package struct ConformanceReport: Sendable, Equatable {
    /// The version of the program that ran the suite.
    package var tool: String
    /// Where all chance came from.
    package var seed: UInt64
    /// The way to the board, as `--target` names it: `model`, `hci-unix:…`, `bluez:…`.
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

    /// What a run came to; all of it, in one part, unless told.
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

    /// How many results are there when all of this run, or of its part, was done.
    package var expected: Int {
        guard let shard else { return planned }
        // A report from a file may plan for any number.
        return planned < shard.index ? 0 : (planned - shard.index) / shard.count + 1
    }

    /// Whether nothing cut it short.
    package var isComplete: Bool { results.count >= expected }

    /// Something passed, nothing failed or stayed open, and nothing was left out. A run that judged
    /// nothing is not green; a part of one may be without a case that passed.
    package var isGreen: Bool {
        isComplete && count(.fail) == 0 && count(.inconclusive) == 0
            && (count(.pass) > 0 || shard != nil)
    }
}
