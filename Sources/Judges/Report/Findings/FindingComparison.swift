import ClientJudge

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an earlier JSON report says of its clients.
package struct FindingBaseline: Sendable, Equatable {
    /// The keys of the findings that no waiver accepted.
    package var keys: [String]

    /// Why an earlier report cannot be compared with.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// It is no JSON report.
        case notAReport(String)
        /// The clients of that run were not judged.
        case notJudged

        package var description: String {
            switch self {
            case .notAReport(let why):
                "this is no JSON report of a run (\(why)); write one with --report json"
            case .notJudged:
                "the clients of that run were not judged; write it with --judge-client"
            }
        }
    }

    private struct Earlier: Decodable {
        struct Client: Decodable {
            struct Accepted: Decodable {}
            struct Finding: Decodable {
                var key: String
                var waiver: Accepted?
            }
            var findings: [Finding]
        }
        var format: String
        var client: Client?
    }

    /// Reads an earlier JSON report.
    package init(reading bytes: [UInt8]) throws(Failure) {
        let earlier: Earlier
        do {
            earlier = try JSONDecoder().decode(Earlier.self, from: Data(bytes))
        } catch {
            throw .notAReport("its fields are not those of one")
        }
        guard earlier.format == "boardsim report" else {
            throw .notAReport("its format is \"\(earlier.format)\"")
        }
        guard let client = earlier.client else { throw .notJudged }
        keys = client.findings.filter { $0.waiver == nil }.map(\.key)
    }
}

/// What changed between an earlier report and now; waived findings count as not there.
package struct FindingComparison: Sendable, Equatable {
    /// Keys of findings that stand now and did not stand then.
    package var regressions: [String]
    /// Keys of findings that stood then and do not now.
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

    /// Whether a finding was not there in the earlier report.
    func isNew(_ finding: Finding) -> Bool { regressions.contains(finding.key) }
}
