import CommandLineProgram
import Declaration
import Exploration
import LiveRun
import Report
import ScenarioFile

/// `explore merge FILE…`: one report of several parts, and with `--out` the file of the whole exploration,
/// which the undivided command continues with `--resume`.
struct ExploreMerge {
    private let files: [String]
    private let directory: String?
    private var output: ExploreOutput
    private let console: Console

    /// Options of the command that merging uses.
    private static let used = ["out", "report", "ends-with"]

    init(_ arguments: Arguments, _ console: Console) throws(RunError) {
        let given = ExploreSettings.options.map(\.name).first {
            arguments.has($0) && !Self.used.contains($0)
        }
        if let given {
            throw Self.wrong(
                "merging does not use --\(given), as the files say what was played; omit it")
        }
        files = Array(arguments.operands.dropFirst())
        directory = arguments.value("out")
        output = try ExploreOutput(directory, arguments.reportFormats, console)
        self.console = console.guarding(output.claims)
    }

    /// Plays the exploration once more, with nothing but what its parts have played.
    func put() throws(RunError) -> ExitStatus {
        let parts: ExplorationParts
        do throws(ExplorationError) { parts = try ExplorationParts(read()) } catch {
            throw Self.wrong("\(error)")
        }
        let settings = try Self.settings(of: parts.header)
        let scenario = try ExploredScenario(whole: parts.header.scenario, file: parts.header.file)
        let exploration = Exploration(
            scenario.root, boards: scenario.boards, seed: UInt64(scenario.read.seed),
            played: PlayedWorlds(parts.rows), canPlay: scenario.canPlay, isOver: { false },
            isFull: { _ in false }, play: { $0.map { _ in nil } })
        if exploration.begin() {
            exploration.search(
                kinds: settings.kinds, depth: settings.depth, most: parts.most,
                isEvery: settings.isEvery)
            exploration.explain()
        } else if exploration.base.problem != nil {
            throw Self.wrong(
                "\(parts.parts[0].name): the run without a fault is missing; play this part anew")
        }
        let known = parts.parts.flatMap { name, file in
            file.known.map {
                KnownFailure(
                    ReportWriter.path(of: $0.name, in: FilePath.split(name).folder),
                    $0.outcome.map(exploration.judged))
            }
        }
        var output = output
        try output.open()
        if let directory { try keep(parts, in: directory, &output) }
        let report = try output.put(
            exploration, of: scenario, settings, known: known, part: nil)
        return report.passed ? .success : .failed
    }

    private func read() throws(ExplorationError) -> [ExplorationParts.Part] {
        var parts: [ExplorationParts.Part] = []
        for name in files {
            let bytes: [UInt8]
            do throws(FileError) { bytes = try console.read(name) } catch {
                throw ExplorationError("\(name): the file cannot be read: \(error.reason)")
            }
            parts.append((name, try ExplorationFile(reading: bytes, name: name)))
        }
        return parts
    }

    /// As the command line of a part had them.
    private static func settings(of header: ExplorationHeader) throws(RunError) -> ExploreSettings {
        // An oracle has judged, and need not be here.
        let options = header.options.filter { !$0.hasPrefix("--oracle=") }
        let arguments: Arguments
        do throws(UsageError) {
            arguments = try Arguments(
                options + ["--", header.file]
                    + (header.program.isEmpty ? [] : ["--"] + header.program),
                options: ExploreSettings.options, operands: .one("SCENARIO"), takesProgram: true)
        } catch {
            throw wrong("the options of these files are not understood: \(error.message)")
        }
        return try ExploreSettings(arguments)
    }

    /// Writes all that was played, for `--resume`. What an earlier merge has written is replaced.
    private func keep(
        _ parts: ExplorationParts, in directory: String, _ output: inout ExploreOutput
    ) throws(RunError) {
        let path = ReportWriter.path(of: WorldJournal.fileName, in: directory)
        let former = (try? Console.system.read(path)).flatMap {
            try? ExplorationFile(reading: $0, name: path)
        }
        var header = parts.header
        var rows = parts.rows
        if let former, former.header.difference(from: header) == nil {
            try output.keep(former.header.known)
            rows += former.knownRows
        }
        header.known = output.known
        let journal = try ExploreJournal(directory: directory, header, isResumed: false)
        for row in rows { journal.add(row) }
        journal.end(most: parts.most)
        if let problem = journal.problem { throw problem }
    }

    private static func wrong(_ what: String) -> RunError {
        RunError(.input, of: "explore merge", what)
    }
}
