import CommandLineProgram
import Declaration
import LiveRun
import Report
import Sweep

/// Where the reports of a sweep go.
struct SweepOutput {
    private let directory: String?
    private let formats: [ReportFormat]
    private let console: Console
    /// Every file that is written.
    let claims = OutputClaims("sweep")

    init(_ directory: String?, _ formats: [ReportFormat], _ console: Console) throws(RunError) {
        self.directory = directory
        self.formats = formats
        self.console = console
        guard let directory else { return }
        for name in formats.map(\.fileName) + ["smallest.yaml", WorldJournal.fileName] {
            try claims.claim(ReportWriter.path(of: name, in: directory), by: "--out")
        }
    }

    /// Makes the folder, before a long sweep.
    func open() throws(RunError) {
        guard let directory else { return }
        do throws(ReportWriterError) {
            try ReportWriter(directory: directory).makeDirectory()
        } catch {
            throw RunError(.environment, "boardsim sweep: \(error)")
        }
    }

    func put(_ summary: SweepSummary) throws(RunError) {
        let colour: Colour = console.isTerminal ? .always : .never
        guard directory != nil else {
            for format in formats {
                console.write(SweepReport.text(summary, format, colour: colour))
            }
            return
        }
        try write(
            formats.map {
                ReportFile(name: $0.fileName, text: SweepReport.text(summary, $0))
            })
        if formats.contains(.text) {
            console.write(SweepReport.text(summary, .text, colour: colour))
        }
    }

    /// The smallest scenario that fails.
    func put(smallest: String, about: String, runs: Int, hasPassing: Bool) throws(RunError) {
        console.complain("shrunk in \(Digits.grouped(runs)) runs\n")
        if !hasPassing {
            console.complain(
                "no world passed, so the small scenario may fail for another reason: read it\n")
        }
        if directory != nil { try write([ReportFile(name: "smallest.yaml", text: smallest)]) }
        if directory == nil || formats.contains(.text) {
            console.write("\nThe smallest scenario in which \(about):\n\n\(smallest)")
        }
    }

    private func write(_ files: [ReportFile]) throws(RunError) {
        guard let directory else { return }
        do throws(ReportWriterError) {
            let paths = try ReportWriter(directory: directory).write(
                files, refusal: claims.refusal(ofWriting:))
            console.complain("wrote \(paths.joined(separator: ", "))\n")
        } catch {
            throw RunError(.environment, "\(error)")
        }
    }
}
