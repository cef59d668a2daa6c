import Conformance
import Report
import Scenario
import Wire

/// The destination and formats of a conformance report: `--report` and `--out`.
struct ConformanceOutput {
    /// The requested formats of the report.
    static let reportOption = Option(
        name: "report", value: "text|json|junit|tap|markdown|html|github",
        choices: ConformanceReportSet.Kind.allCases.map(\.rawValue), isRepeated: true,
        about: "Format to print or, with --out, to write. Default: text.")
    /// The folder for them.
    static let outOption = Option.value(
        "out", "DIR", "Folder for reports. Default: none are written.")

    private var kinds: [ConformanceReportSet.Kind] = []
    private var directory: String?
    /// Every file that is written.
    let claims: OutputClaims

    /// - Parameter command: its name, for messages.
    init(_ arguments: Arguments, of command: String) throws(RunError) {
        for kind in arguments.values("report").compactMap(ConformanceReportSet.Kind.init)
        where !kinds.contains(kind) {
            kinds.append(kind)
        }
        if kinds.isEmpty { kinds = [.text] }
        directory = arguments.value("out")
        claims = OutputClaims(command)
        guard let directory else { return }
        for kind in kinds where kind != .github {
            try claims.claim(ReportWriter.path(of: kind.fileName, in: directory), by: "--out")
        }
        guard PathText.isWhole(directory) else {
            throw RunError(
                .environment,
                "boardsim \(command): --out \(directory): this name is not UTF-8; name another folder"
            )
        }
        // Before a long run, so that an invalid destination does not surface at its end.
        do throws(ReportWriterError) {
            try ReportWriter(directory: directory).makeDirectory()
        } catch {
            throw RunError(.environment, "boardsim \(command): \(error)")
        }
    }

    /// Prints the requested formats; with `--out`, writes files and prints only text and
    /// annotations.
    func put(_ report: ReadReport, _ console: Console) throws(RunError) {
        guard let directory else {
            for kind in kinds { console.write(text(kind, report, console)) }
            return
        }
        let files = report.files(kinds.filter { $0 != .github })
        do throws(ReportWriterError) {
            let paths = try ReportWriter(directory: directory).write(
                files, refusal: claims.refusal(ofWriting:))
            if !paths.isEmpty { console.complain("wrote \(paths.joined(separator: ", "))\n") }
        } catch {
            // The results of a run over a real radio may not be reproducible.
            console.write(text(.text, report, console))
            throw RunError(error.isOfInput ? .input : .environment, "\(error)")
        }
        for kind in kinds where kind == .text || kind == .github {
            console.write(text(kind, report, console))
        }
    }

    private func text(
        _ kind: ConformanceReportSet.Kind, _ report: ReadReport, _ console: Console
    ) -> String {
        report.text(kind, colour: console.isTerminal ? .always : .never)
    }

    /// The exit status for a report.
    static func status(of report: ConformanceReport) -> ExitStatus {
        report.isGreen ? .success : .failed
    }

    /// The exit status for any report: of several runs the worst, and `deadline` if a passed
    /// deadline is the only problem.
    static func status(of report: ReadReport) -> ExitStatus {
        switch report {
        case .suite(let report): return status(of: report)
        case .runs(let runs):
            let statuses = runs.map { run in
                let status = CommandLineTool.status(of: run.result)
                return status == .success && !run.passed ? .failed : status
            }
            return statuses.contains(.failed)
                ? .failed : statuses.contains(.deadline) ? .deadline : .success
        }
    }
}
