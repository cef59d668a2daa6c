import Conformance

/// One thing that was judged, as every format lists it.
///
/// Runs, reports of the conformance suite and a judge's findings are all converted to these, so that
/// each format needs one writer.
struct ReportedCase {
    /// What was judged.
    enum Kind {
        case expectation, ending, step, rule, finding, conformance

        /// Whether formats for test results count it. A judge's rules are tests; the
        /// findings below a rule are listed one by one in formats for readers.
        var isTest: Bool { self != .step && self != .finding }
        /// Whether other cases have the details: the steps of a run, the findings of a rule.
        var isSummary: Bool { self == .ending || self == .rule }
    }

    enum Verdict {
        case held
        /// It held, with a remark.
        case noted, warned
        /// It was not judged, or its findings are waived.
        case skipped
        /// The run ended before it was decided.
        case undecided
        /// What some run has to reach, and this one did not.
        case unreached
        /// It was judged without a result.
        case inconclusive
        case failed
    }

    var kind: Kind
    /// The index of its suite in its part of the report.
    var suite = 0
    /// Its scenario, family of rules or group of cases.
    var group = ""
    /// Empty if it has none.
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
    /// Nil if there is no line.
    var line: Int?
    /// In seconds of virtual time; nil if it takes none.
    var seconds: Double?
    /// A section of the protocol.
    var source = ""
    /// All details as text of several lines.
    var detail = ""
    var facts: [Fact] = []
    var attachments: [Attachment] = []
    /// Answers that the board gave where sources differ, by question.
    var follows: [(question: String, answer: String)] = []
    /// Of a finding: the violated rule, and how often.
    var breach: Breach?

    /// Its name in lists.
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
    struct Fact {
        /// Its name for machines; nil if the format has a field of its own.
        var key: String?
        /// Its name for readers; nil if it is shown elsewhere.
        var name: String?
        /// One line, unless it is a list.
        var lines: [String]
        var isList = false

        /// A fact for readers.
        static func named(_ name: String, _ text: String) -> Fact {
            Fact(name: name, lines: [text])
        }

        /// A fact for machines, and under another name for readers.
        static func keyed(_ key: String, _ text: String, name: String? = nil) -> Fact {
            Fact(key: key, name: name, lines: [text])
        }
    }

    /// Data that belong to a case.
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

        /// As text: the numbers outside their band, or every packet.
        var lines: [String] {
            switch self {
            case .checks(let checks): checks.filter { !$0.held }.map { ConformanceWords.check($0) }
            case .packets(let log): ConformanceWords.lines(log)
            }
        }
    }

    /// A rule that a client violated.
    struct Breach {
        /// The severity of the rule: `error`, `warning`, `note`.
        var level: String
        /// What real hardware does.
        var why: String
        /// What to do about it.
        var fix: String
        /// How often it was violated.
        var count: Int
        /// Identifies the finding across runs.
        var key: String
        /// The packet in hex digits; empty if there was none.
        var packet: String
        /// The board, then module and register by name.
        var place: [String]
        /// Until when it is waived and why; nil if it is not.
        var waiver: String?
        /// Compared with an earlier report; nil without one.
        var isNew: Bool?
    }
}
