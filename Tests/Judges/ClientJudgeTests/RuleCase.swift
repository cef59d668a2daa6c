import MetaWearBoard
import Testing

@testable import ClientJudge

/// A rule, a client that breaks it, and one that does the same as it should be done.
struct RuleCase: CustomTestStringConvertible {
    var rule: String
    /// By what the client would hide the breach; empty for one that leaves it open.
    var hiding: String
    /// Nil for a cap.
    var profile: BoardProfile?
    var broken: String
    /// Other rules that cannot but be broken with it.
    var also: [String]
    var correct: String
    /// Without connection and questions in front.
    var isRaw: Bool
    /// Of the board.
    var quirks: Set<Quirk>

    init(
        _ rule: String, hiding: String = "", on profile: BoardProfile? = .metaMotionS,
        also: [String] = [], raw: Bool = false, quirks: Set<Quirk> = [], broken: String,
        correct: String
    ) {
        self.rule = rule
        self.hiding = hiding
        self.profile = profile
        self.also = also
        self.broken = broken
        self.correct = correct
        isRaw = raw
        self.quirks = quirks
    }

    var testDescription: String { hiding.isEmpty ? rule : "\(rule), \(hiding)" }

    /// What every good client begins with.
    static let opening = """
        connect
        listen
        > 03 80
        > 0b 80
        > 12 80
        > 13 80
        > 15 80
        > 19 80
        > 0b 84
        + 100 ms

        """

    /// What was found of a transcript.
    func findings(of transcript: String) -> [Finding] {
        let bench = Bench(profile, quirks: quirks)
        bench.play((isRaw ? "" : profile == nil ? "connect\nlisten\n" : Self.opening) + transcript)
        return bench.judge.findings
    }

    static let all =
        packets + reads + connections + sensors + fusion + logs + tables + programs + settings
        + outputs + resets + attributes + updates + caps + flows + hidden + edges + nand
}
