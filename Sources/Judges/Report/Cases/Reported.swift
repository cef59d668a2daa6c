/// A report as the writers of formats see it: cases, and the text around them.
struct Reported {
    /// The name of the whole, for formats for test results.
    var name: String
    /// The verdict in one line.
    var title: String
    /// Virtual time.
    var seconds = 0.0
    var isPassed = true
    /// One per run, or the report of the suite.
    var parts: [Part]

    /// Whether there are several runs, which must be distinguishable.
    var isMerged: Bool { parts.count > 1 }
    var tests: Int { parts.reduce(0) { $0 + $1.cases.count(where: \.kind.isTest) } }
}

extension Reported {
    /// One run with the findings about its clients, or the report of the suite.
    struct Part {
        var name = ""
        /// Prefix of the names of its cases, if there are several parts.
        var prefix = ""
        /// The verdict in one sentence.
        var sentence = ""
        var mark = Mark.passed
        var isPassed = true
        var facts: [Fact] = []
        /// What was judged and how, in lines for a log.
        var remarks: [String] = []
        /// Lines after the cases.
        var closing: [String] = []
        var suites: [Suite] = []
        /// Tests in the order of their suites, with steps and findings between them.
        var cases: [ReportedCase] = []
        var tables: [Table] = []
        /// The judge's verdict in one sentence; nil without a judge.
        var judged: (sentence: String, isPassed: Bool)?
        /// The report as text, for formats that include it.
        var text: (() -> String)?
        /// The timeline as SVG; empty if nothing happened.
        var timeline: () -> String = { "" }
        /// The player of the run, as HTML; empty if the run was not recorded.
        var player: () -> String = { "" }
        /// Plots of the samples, as SVG.
        var pictures: () -> [String] = { [] }

        func cases(_ kind: ReportedCase.Kind) -> [ReportedCase] { cases.filter { $0.kind == kind } }
    }

    /// The symbol of a part.
    enum Mark { case passed, doubtful, failed }

    struct Suite {
        var name: String
        var properties: [(name: String, value: String)] = []
        /// Nil for rules, which take no time.
        var seconds: Double?
    }

    /// What was judged, by name.
    struct Fact {
        var name: String
        var text: String
        /// One line of a short summary; nil to omit it there.
        var brief: String?
    }

    struct Table {
        enum Kind {
            /// Verdicts by group; the last row is their sum.
            case counts
            /// What boards do where sources differ.
            case answers
            case skips
            /// The modules of a board, one line each.
            case modules
            /// The registers of a board that a client exercised.
            case registers
        }

        var kind: Kind
        var title = ""
        var columns: [String] = []
        /// The columns of numbers.
        var numbers: ClosedRange<Int>?
        var rows: [[String]]
    }
}
