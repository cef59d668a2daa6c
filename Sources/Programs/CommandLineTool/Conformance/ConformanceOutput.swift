import CommandLineProgram
import Conformance
import Declaration
import LiveRun
import Report
import Wire

/// The destination and formats of a conformance report: `--report` and `--out`.
struct ConformanceOutput {
    /// The folder for them.
    static let outOption = Option.value(
        "out", "DIR", "Folder for reports. Default: none are written.")

    private let formats: [ReportFormat]
    private var directory: String?
    /// Every file that is written.
    let claims: OutputClaims

    /// - Parameter command: its name, for messages.
    init(_ arguments: Arguments, of command: String) throws(RunError) {
        formats = arguments.reportFormats
        directory = arguments.value("out")
        claims = OutputClaims(command)
        guard let directory else { return }
        for format in formats where !format.isPrintedOnly {
            try claims.claim(ReportWriter.path(of: format.fileName, in: directory), by: "--out")
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
            for format in formats { console.write(text(format, report, console)) }
            return
        }
        let files = formats.filter { !$0.isPrintedOnly }.map { format in
            ReportFile(name: format.fileName, text: format.text(report))
        }
        do throws(ReportWriterError) {
            let paths = try ReportWriter(directory: directory).write(
                files, refusal: claims.refusal(ofWriting:))
            if !paths.isEmpty { console.complain("wrote \(paths.joined(separator: ", "))\n") }
        } catch {
            // The results of a run over a real radio may not be reproducible.
            console.write(text(.text, report, console))
            throw RunError(error.isOfInput ? .input : .environment, "\(error)")
        }
        for format in formats where format == .text || format.isPrintedOnly {
            console.write(text(format, report, console))
        }
    }

    private func text(
        _ format: ReportFormat, _ report: ReadReport, _ console: Console
    ) -> String {
        format.text(report, colour: console.isTerminal ? .always : .never)
    }

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
