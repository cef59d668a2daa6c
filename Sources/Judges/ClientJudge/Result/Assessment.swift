public import Simulation

/// Findings held against waivers, on a day.
public struct Assessment: Sendable, Equatable {
    /// A finding, and why it is accepted; nil if it is not.
    public struct Judged: Sendable, Equatable {
        /// What was found.
        public var finding: Finding
        /// What accepts it.
        public var waiver: Waiver?

        /// A finding, and what accepts it.
        public init(finding: Finding, waiver: Waiver? = nil) {
            self.finding = finding
            self.waiver = waiver
        }
    }

    /// Worst first, then in the order in which they were found; what waivers themselves have wrong
    /// among them.
    public var judged: [Judged]

    /// Holds findings against waivers.
    ///
    /// - Parameters:
    ///   - today: the day that counts for expiry.
    ///   - time: the end of the run, when what waivers have wrong is found.
    public init(
        _ findings: [Finding], waivers: [Waiver] = [], today: CivilDate? = nil,
        at time: Instant = .zero
    ) {
        func isExpired(_ waiver: Waiver) -> Bool { today.map { $0 > waiver.expires } ?? false }
        let valid = waivers.filter { !isExpired($0) }
        var judged = findings.map { finding in
            Judged(finding: finding, waiver: valid.first { $0.covers(finding) })
        }
        for waiver in waivers {
            let isNeeded = findings.contains { waiver.covers($0) }
            if isExpired(waiver), isNeeded {
                judged.append(
                    Judged(finding: WaiverRules.finding(WaiverRules.expired, waiver, at: time)))
            } else if !isNeeded {
                judged.append(
                    Judged(finding: WaiverRules.finding(WaiverRules.unused, waiver, at: time)))
            }
        }
        self.judged = Severity.allCases.reversed().flatMap { severity in
            judged.filter { $0.finding.rule.severity == severity }
        }
    }

    /// Those that no waiver accepts.
    public var open: [Finding] { judged.compactMap { $0.waiver == nil ? $0.finding : nil } }

    /// Whether no error stands without a waiver.
    public var passed: Bool { !open.contains { $0.rule.severity == .error } }
}
