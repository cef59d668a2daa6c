import Conformance
import Report
import Scenario
import Wire

/// Where the report of a conformance run goes, and as what: `--report` and `--out`.
struct ConformanceOutput {
    /// Which forms of the report are wanted.
    static let reportOption = Option(
        name: "report", value: "text|json|junit|tap|markdown|html|github",
        choices: ConformanceReportSet.Kind.allCases.map(\.rawValue), isRepeated: true,
        about: "What to print or, with --out, to write. Default: text.")
    /// The folder for them.
    static let outOption = Option.value("out", "DIR", "Where reports go. Default: nowhere.")

    private var kinds: [ConformanceReportSet.Kind] = []
    private var directory: String?

    /// - Parameter command: its name, for messages.
    init(_ arguments: Arguments, of command: String) throws(RunError) {
        for kind in arguments.values("report").compactMap(ConformanceReportSet.Kind.init)
        where !kinds.contains(kind) {
            kinds.append(kind)
        }
        if kinds.isEmpty { kinds = [.text] }
        directory = arguments.value("out")
        guard let directory else { return }
        guard PathText.isWhole(directory) else {
            throw RunError(
                .environment,
                "boardsim \(command): --out \(directory): this name is not UTF-8; name another folder"
            )
        }
        // Before a long run, so that nobody learns at its end that its report has no place.
        do throws(ReportWriterError) {
            try ReportWriter(directory: directory).makeDirectory()
        } catch {
            throw RunError(.environment, "boardsim \(command): \(error)")
        }
    }

    /// Prints what was asked for; with `--out`, writes files and prints only text and annotations.
    func put(_ report: ConformanceReport, _ console: Console) throws(RunError) {
        guard let directory else {
            for kind in kinds { console.write(text(kind, report, console)) }
            return
        }
        let files = ConformanceReportSet.files(kinds.filter { $0 != .github }, of: report)
        do throws(ReportWriterError) {
            let paths = try ReportWriter(directory: directory).write(files)
            if !paths.isEmpty { console.complain("wrote \(paths.joined(separator: ", "))\n") }
        } catch {
            // What a run over a real radio found may not come again.
            console.write(text(.text, report, console))
            throw RunError(.environment, "\(error)")
        }
        for kind in kinds where kind == .text || kind == .github {
            console.write(text(kind, report, console))
        }
    }

    private func text(
        _ kind: ConformanceReportSet.Kind, _ report: ConformanceReport, _ console: Console
    ) -> String {
        kind == .text
            ? ConformanceText.text(report, colour: console.isTerminal ? .always : .never)
            : ConformanceReportSet.text(kind, of: report)
    }

    /// What a report means for whoever started the program.
    static func status(of report: ConformanceReport) -> ExitStatus {
        report.isGreen ? .success : .failed
    }
}
