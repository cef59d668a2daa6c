/// A report as formats see it: the cases, and what stands around them.
struct Reported {
    /// As formats for test results call the whole of it.
    var name: String
    /// What it comes to, in one line.
    var title: String
    /// Virtual time.
    var seconds = 0.0
    var isPassed = true
    /// A run each, or the report of the suite.
    var parts: [Part]

    /// Whether there are several runs, which then have to be told apart.
    var isMerged: Bool { parts.count > 1 }
    var tests: Int { parts.reduce(0) { $0 + $1.cases.count(where: \.kind.isTest) } }
}

extension Reported {
    /// One run with what a judge found of its clients, or the report of the suite.
    struct Part {
        var name = ""
        /// In front of the names of its cases, where there are several parts.
        var prefix = ""
        /// What it comes to, in one sentence.
        var sentence = ""
        var mark = Mark.passed
        var isPassed = true
        var facts: [Fact] = []
        /// What was judged and how, in lines for a log.
        var remarks: [String] = []
        /// Lines behind the cases.
        var closing: [String] = []
        var suites: [Suite] = []
        /// Tests in the order of their suites; steps and findings among them.
        var cases: [ReportedCase] = []
        var tables: [Table] = []
        /// What a judge found, in one sentence; nil if there was none.
        var judged: (sentence: String, isPassed: Bool)?
        /// The report as text, for formats that bring it along.
        var text: (() -> String)?
        /// What happened when, as SVG; empty if nothing did.
        var timeline: () -> String = { "" }
        /// Plots of the samples, as SVG.
        var pictures: () -> [String] = { [] }

        func cases(_ kind: ReportedCase.Kind) -> [ReportedCase] { cases.filter { $0.kind == kind } }
    }

    /// A sign for the whole of a part.
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
        /// As one line of a short summary; nil if that leaves it out.
        var brief: String?
    }

    struct Table {
        enum Kind {
            /// Verdicts by group; the last row is their sum.
            case counts
            /// What boards do where sources differ.
            case answers
            case skips
            /// The modules of a board, a line each.
            case modules
            /// What a client exercised of a board.
            case registers
        }

        var kind: Kind
        var title = ""
        var columns: [String] = []
        /// Those that hold numbers.
        var numbers: ClosedRange<Int>?
        var rows: [[String]]
    }
}
