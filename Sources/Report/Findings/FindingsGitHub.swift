import ClientJudge
import Simulation

/// What a judge found, as lines that make GitHub's runner mark the scenario file.
public enum FindingsGitHub {
    /// A line a finding that no waiver accepts; nothing for none.
    public static func text(_ report: ClientReport) -> String {
        report.assessment.open.map { finding in
            let level: GitHubAnnotation.Level =
                switch finding.rule.severity {
                case .error: .error
                case .warning: .warning
                case .note: .notice
                }
            var message = "\(finding.board): \(finding.detail)"
            if !finding.packet.isEmpty {
                message += "\n\(finding.packetInHex)  \(finding.words)"
            }
            message += "\nwhy: \(finding.rule.why) (\(finding.rule.section))"
            message += "\nmend: \(finding.rule.mend)"
            return GitHubAnnotation(
                level: level, file: report.file, line: report.line(finding),
                title: "\(finding.rule.id) \(finding.rule.title)", message: message
            ).text + "\n"
        }.joined()
    }
}
