import CommandLineProgram
import Declaration
import Exploration
import LiveRun
import Report
import YAML

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
                guard let text = try? console.read(name) else { continue }
                former.append((name, text))
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

    /// The paths of the scenarios that replay each kind of failure; none without a folder.
    func names(_ count: Int) -> [String] {
        guard let directory else { return [] }
        return (0..<min(count, Self.mostFiles)).map {
            ReportWriter.path(of: Self.name($0 + 1), in: directory)
        }
    }

    func put(
        _ report: ExplorationReport, _ scenarios: [String]
    ) throws(RunError) {
        let colour: Colour = console.isTerminal ? .always : .never
        guard let directory else {
            for format in formats { console.write(report.text(format, colour: colour)) }
            return
        }
        var files = formats.map { ReportFile(name: $0.fileName, text: report.text($0)) }
        for (index, text) in scenarios.prefix(Self.mostFiles).enumerated() {
            files.append(ReportFile(name: Self.name(index + 1), text: text))
        }
        do throws(ReportWriterError) {
            let paths = try ReportWriter(directory: directory).write(
                files, refusal: claims.refusal(ofWriting:))
            if formats.contains(.text) { console.write(report.text(.text, colour: colour)) }
            console.complain("wrote \(paths.joined(separator: ", "))\n")
        } catch {
            throw RunError(.environment, of: ExploreSettings.command, "\(error)")
        }
    }
}
