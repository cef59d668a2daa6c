import CommandLineProgram
import Declaration
import Exploration
import LiveRun
import Report

/// Where the report of an exploration goes, and the scenarios that replay what it found.
struct ExploreOutput {
    private let directory: String?
    private let formats: [ReportFormat]
    private let console: Console
    /// Every file that is written.
    let claims = OutputClaims(ExploreSettings.command)
    /// Of the folder before this exploration.
    private let former: [(name: String, text: [UInt8])]

    /// More kinds of failure than this have no file of their own.
    private static let mostFiles = 50

    init(
        _ settings: ExploreSettings, scenario: String, _ console: Console
    ) throws(RunError) {
        directory = settings.directory
        formats = settings.formats
        self.console = console
        var former: [(String, [UInt8])] = []
        if let directory = settings.directory {
            for number in 1...Self.mostFiles {
                let name = ReportWriter.path(of: Self.name(number), in: directory)
                if let text = try? console.read(name) {
                    former.append((name, text))
                } else {
                    try claims.claim(name, by: "--out")
                }
            }
            for format in settings.formats {
                try claims.claim(
                    ReportWriter.path(of: format.fileName, in: directory), by: "--out")
            }
        }
        self.former = former
    }

    private static func name(_ number: Int) -> String { "failure-\(number).yaml" }

    /// Makes the folder, before a long search.
    func open() throws(RunError) {
        guard let directory else { return }
        do throws(ReportWriterError) {
            try ReportWriter(directory: directory).makeDirectory()
        } catch {
            throw RunError(.environment, of: ExploreSettings.command, "\(error)")
        }
    }

    /// What failed earlier.
    func known() -> [(name: String, text: [UInt8])] { former }

    /// The scenario that replays each kind of failure; none without a folder, or if there are too many.
    ///
    /// One that is known and fails in the same way is not written again, and no known one is overwritten.
    func names(
        of groups: [Exploration.Group], known: [(name: String, failure: WorldOutcome.Failure?)]
    ) -> [String?] {
        guard let directory else { return groups.map { _ in nil } }
        let former = Set(known.map(\.name))
        var free = (1...Self.mostFiles).map { ReportWriter.path(of: Self.name($0), in: directory) }
            .filter { !former.contains($0) }[...]
        return groups.map { group in
            known.first { $0.failure?.key == group.failure.key }?.name ?? free.popFirst()
        }
    }

    func put(
        _ report: ExplorationReport, _ scenarios: [(name: String, text: String)]
    ) throws(RunError) {
        let colour: Colour = console.isTerminal ? .always : .never
        guard let directory else {
            for format in formats { console.write(report.text(format, colour: colour)) }
            return
        }
        var files = formats.map { ReportFile(name: $0.fileName, text: report.text($0)) }
        let written = Set(former.map(\.name))
        for (name, text) in scenarios where !written.contains(name) {
            let file = name.split(separator: "/").last.map(String.init) ?? name
            files.append(ReportFile(name: file, text: text))
        }
        do throws(ReportWriterError) {
            let paths = try ReportWriter(directory: directory).write(
                files, refusal: claims.refusal(ofWriting:))
            if formats.contains(.text) { console.write(report.text(.text, colour: colour)) }
            console.complain("wrote \(paths.joined(separator: ", "))\n")
        } catch {
            // What was found is not lost.
            console.write(report.text(.text, colour: colour))
            throw RunError(.environment, of: ExploreSettings.command, "\(error)")
        }
    }
}
