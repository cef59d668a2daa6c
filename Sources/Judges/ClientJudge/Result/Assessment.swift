public import Simulation

/// Findings with the waivers that are valid on a day.
public struct Assessment: Sendable, Equatable {
    /// A finding with its waiver.
    public struct Judged: Sendable, Equatable {
        /// The finding.
        public var finding: Finding
        /// The waiver that accepts it; nil if there is none.
        public var waiver: Waiver?

        /// A finding with its waiver.
        public init(finding: Finding, waiver: Waiver? = nil) {
            self.finding = finding
            self.waiver = waiver
        }
    }

    /// Most severe first, then in the order of occurrence; includes findings about the waivers
    /// themselves.
    public var judged: [Judged]

    /// Matches findings with waivers.
    ///
    /// - Parameters:
    ///   - today: the day that counts for expiry.
    ///   - time: the end of the run, the time of findings about waivers.
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

    /// Findings without a waiver.
    public var open: [Finding] { judged.compactMap { $0.waiver == nil ? $0.finding : nil } }

    /// Whether there is no error without a waiver.
    public var passed: Bool { !open.contains { $0.rule.severity == .error } }
}
