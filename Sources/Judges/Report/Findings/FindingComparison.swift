import ClientJudge
import JSON

/// The findings of an earlier JSON report.
package struct FindingBaseline: Sendable, Equatable {
    /// The keys of the findings without a waiver.
    package var keys: [String]

    /// Why an earlier report cannot be used for comparison.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        case notAReport(String)
        /// The clients of that run were not judged.
        case notJudged

        package var description: String {
            switch self {
            case .notAReport(let why):
                "this is not a JSON report of a run (\(why)); write one with --report json"
            case .notJudged:
                "the clients of that run were not judged; write it with --judge-client"
            }
        }
    }

    /// Reads an earlier JSON report.
    package init(reading bytes: [UInt8]) throws(Failure) {
        guard let value = try? JSONValue(reading: bytes), let earlier = try? Earlier(json: value)
        else { throw .notAReport("its fields do not match") }
        guard earlier.format == "boardsim report" else {
            throw .notAReport("its format is \"\(earlier.format)\"")
        }
        guard let client = earlier.client else { throw .notJudged }
        keys = client.findings.filter { $0.waiver == nil }.map(\.key)
    }
}

/// What is used of an earlier report.
private struct Earlier: JSONFields {
    struct Client: JSONFields {
        static var blank: Self { Self() }

        var findings: [Finding] = []

        mutating func fields(_ c: inout some JSONCoder) { c(&findings, "findings") }
    }

    struct Finding: JSONFields {
        static var blank: Self { Self() }

        var key = ""
        var waiver: Accepted?

        mutating func fields(_ c: inout some JSONCoder) {
            c(&key, "key")
            c(&waiver, "waiver")
        }
    }

    struct Accepted: JSONFields {
        static var blank: Self { Self() }

        mutating func fields(_: inout some JSONCoder) {}
    }

    static var blank: Self { Self() }

    var format = ""
    var client: Client?

    mutating func fields(_ c: inout some JSONCoder) {
        c(&format, "format")
        c(&client, "client")
    }
}

/// What changed since an earlier report; waived findings do not count.
package struct FindingComparison: Sendable, Equatable {
    /// Keys of new findings.
    package var regressions: [String]
    /// Keys of findings that have disappeared.
    package var progressions: [String]

    init(regressions: [String], progressions: [String]) {
        self.regressions = regressions
        self.progressions = progressions
    }

    /// Compares with an earlier report.
    package init(_ now: Assessment, since earlier: FindingBaseline) {
        let after = now.open.map(\.key)
        regressions = after.filter { !earlier.keys.contains($0) }
        progressions = earlier.keys.filter { !after.contains($0) }
    }

    /// Whether a finding is not in the earlier report.
    func isNew(_ finding: Finding) -> Bool { regressions.contains(finding.key) }
}
