import CommandLineProgram
import Conformance
import Declaration
import Exploration
import LiveRun
import Report
import Wire
import YAML

/// Where the report of an exploration goes, and the scenarios that replay what it found.
struct ExploreOutput {
    private let directory: String?
    private let formats: [ReportFormat]
    private let console: Console
    /// Every file that is written.
    let claims = OutputClaims(ExploreSettings.command)
    /// Failures of the folder before this exploration, by their paths.
    private var former: [(path: String, text: [UInt8])]

    /// More kinds of failure than this have no file of their own.
    private static let mostFiles = 50

    init(
        _ directory: String?, _ formats: [ReportFormat], _ console: Console
    ) throws(RunError) {
        self.directory = directory
        self.formats = formats
        self.console = console
        var former: [(String, [UInt8])] = []
        if let directory {
            for number in 1...Self.mostFiles {
                let path = ReportWriter.path(of: Self.name(number), in: directory)
                if let text = try? console.read(path) {
                    former.append((path, text))
                } else {
                    try claims.claim(path, by: "--out")
                }
            }
            for name in formats.map(\.fileName) + [WorldJournal.fileName] {
                try claims.claim(ReportWriter.path(of: name, in: directory), by: "--out")
            }
        }
        self.former = former
    }

    /// The names of the files of what failed earlier.
    var known: [String] { former.map { FilePath.split($0.path).name } }

    /// Leaves the files with these names alone; the others are of the same exploration, and are written again.
    mutating func keep(_ known: [String]) throws(RunError) {
        for (path, _) in former where !known.contains(FilePath.split(path).name) {
            try claims.claim(path, by: "--out")
        }
        former.removeAll { !known.contains(FilePath.split($0.path).name) }
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

    /// What failed earlier, and how it fails now.
    func replayed(by exploration: Exploration) -> [KnownFailure] {
        former.map { path, text in
            guard let tree = try? Node(parsing: text) else { return KnownFailure(unreadable: path) }
            let run = Exploration.Run(known: FilePath.split(path).name, root: tree)
            return KnownFailure(path, exploration.play([run])[0])
        }
    }

    /// The scenario that replays each kind of failure; none without a folder, or if there are too many.
    ///
    /// One that is known and fails in the same way is not written again, and no known one is overwritten.
    private func names(
        of groups: [Exploration.Group], known: [KnownFailure]
    ) -> [String?] {
        guard let directory else { return groups.map { _ in nil } }
        let former = Set(former.map(\.path))
        var free = (1...Self.mostFiles).map { ReportWriter.path(of: Self.name($0), in: directory) }
            .filter { !former.contains($0) }[...]
        return groups.map { group in
            known.first { $0.failure?.key == group.failure.key }?.name ?? free.popFirst()
        }
    }

    /// Writes what an exploration has found.
    ///
    /// - Parameters:
    ///   - known: failures of earlier ones.
    ///   - part: which part it is; nil for the whole.
    func put(
        _ exploration: Exploration, of scenario: ExploredScenario, _ settings: ExploreSettings,
        known: [KnownFailure], part: Shard?
    ) throws(RunError) -> ExplorationReport {
        let names = names(of: exploration.groups, known: known)
        let file = scenario.hasFiles ? scenario.file : nil
        let report = ExplorationReport(
            exploration, file: PathText.shown(scenario.file), part: part?.description,
            known: known.map { ExplorationReport.Known(name: $0.name, state: $0.state) },
            names: names, replay: { settings.replay($0, of: file) })
        let scenarios = zip(names, exploration.groups).compactMap { name, group in
            name.map {
                let root = group.smallest.applied(to: scenario.root, boards: scenario.boards)
                return (name: $0, text: "# \(group.smallest.words)\n" + root.block())
            }
        }
        try put(report, scenarios)
        return report
    }

    private func put(
        _ report: ExplorationReport, _ scenarios: [(name: String, text: String)]
    ) throws(RunError) {
        let colour: Colour = console.isTerminal ? .always : .never
        guard let directory else {
            for format in formats { console.write(report.text(format, colour: colour)) }
            return
        }
        var files = formats.map { ReportFile(name: $0.fileName, text: report.text($0)) }
        let written = Set(former.map(\.path))
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
