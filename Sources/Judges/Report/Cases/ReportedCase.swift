import Conformance

/// One thing that was judged, as every format lists it.
///
/// Runs, reports of the conformance suite and a judge's findings are all turned into these, so that a
/// format is one writer.
struct ReportedCase {
    /// What was judged.
    enum Kind {
        case expectation, ending, step, rule, finding, conformance

        /// Whether formats for test results count it. A judge's rules are tests, kept or broken; the
        /// findings below a rule are listed one by one in formats for readers.
        var isTest: Bool { self != .step && self != .finding }
        /// Whether other cases say more: the steps of a run, the findings of a rule.
        var isSummary: Bool { self == .ending || self == .rule }
    }

    /// How it ended.
    enum Verdict {
        case held
        /// It held, with something to say about it.
        case noted, warned
        /// It was not judged, or what was found is accepted.
        case skipped
        /// The run ended before it was decided.
        case undecided
        /// It was judged without a result.
        case inconclusive
        case failed
    }

    var kind: Kind
    /// The index of its suite in its part of the report.
    var suite = 0
    /// What it belongs to: the scenario, a family of rules, a group of cases.
    var group = ""
    /// Empty for what has none.
    var id = ""
    var title: String
    /// The board or the client that it is about; empty if there is only one.
    var subject = ""
    var verdict: Verdict
    /// The verdict in the words of its kind: `held`, `INCONC`, `warning`.
    var label = ""
    /// What was found, or why it was skipped, in one sentence.
    var message = ""
    /// The kind of failure, for formats that sort by it.
    var type = ""
    var file: String
    /// Nil for what is about no line.
    var line: Int?
    /// In seconds of virtual time; nil for what takes none.
    var seconds: Double?
    /// What it rests on: a section of the protocol.
    var source = ""
    /// Everything in words, over several lines.
    var detail = ""
    var facts: [Fact] = []
    var attachments: [Attachment] = []
    /// Answers that the board gave where sources differ, by question.
    var follows: [(question: String, answer: String)] = []
    /// Of a finding: which rule was broken, and how often.
    var breach: Breach?

    /// As a list names it.
    var name: String {
        if kind == .step { return "\(subject): \(title)" }
        return id.isEmpty ? title : "\(id) \(title)"
    }
    /// Whether it did not pass.
    var isOpen: Bool { verdict == .failed || verdict == .inconclusive }
    /// `a.yaml:12`.
    var place: String { "\(file):\(line ?? 1)" }
}

extension ReportedCase {
    /// A fact by its name.
    struct Fact {
        /// For machines; nil if machines have it elsewhere.
        var key: String?
        /// For readers; nil if readers have it elsewhere.
        var name: String?
        /// One, unless it is a list.
        var lines: [String]
        var isList = false

        /// One that readers are told.
        static func named(_ name: String, _ text: String) -> Fact {
            Fact(name: name, lines: [text])
        }

        /// One for machines, and for readers under a name of its own.
        static func keyed(_ key: String, _ text: String, name: String? = nil) -> Fact {
            Fact(key: key, name: name, lines: [text])
        }
    }

    /// What belongs to a case beside words.
    enum Attachment {
        /// Numbers against their bands.
        case checks([NumericCheck])
        case packets([LogLine])

        var name: String {
            switch self {
            case .checks: "checks"
            case .packets: "packets"
            }
        }

        /// As text: the numbers that missed their band, or every packet.
        var lines: [String] {
            switch self {
            case .checks(let checks): checks.filter { !$0.held }.map { ConformanceWords.check($0) }
            case .packets(let log): ConformanceWords.lines(log)
            }
        }
    }

    /// A rule that a client broke.
    struct Breach {
        /// How grave the rule is: `error`, `warning`, `note`.
        var level: String
        /// Why real hardware minds.
        var why: String
        /// What to do about it.
        var fix: String
        /// How often it was broken.
        var count: Int
        /// The same for the same finding in every run.
        var key: String
        /// The packet in hex digits; empty if it was none.
        var packet: String
        /// The board, then module and register by name.
        var place: [String]
        /// Until when it is accepted and why; nil if it is not.
        var waiver: String?
        /// Against an earlier report; nil without one.
        var isNew: Bool?
    }
}
