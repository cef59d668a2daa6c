import CommandLineProgram
import Declaration
import LiveRun
import Sweep

/// `sweep merge FILE…`: one report of several parts, and with `--out` the file of the whole sweep,
/// which the undivided command continues.
struct SweepMerge {
    private let files: [String]
    private let directory: String?
    private let output: SweepOutput
    private let console: Console

    /// Options of the command that merging uses.
    private static let used = ["out", "report"]

    init(_ arguments: Arguments, _ console: Console) throws(RunError) {
        let given = SweepSettings.options.map(\.name).first {
            arguments.has($0) && !Self.used.contains($0)
        }
        if let given {
            throw Self.wrong(
                given == "shrink"
                    ? "merging runs no worlds; merge with `--out DIR`, and then give the sweep's"
                        + " command with `--shrink --out DIR` and without --shard"
                    : "merging does not use --\(given), as the files say what was run; omit it")
        }
        files = Array(arguments.operands.dropFirst())
        directory = arguments.value("out")
        output = try SweepOutput(directory, arguments.reportFormats, console)
        self.console = console.guarding(output.claims)
    }

    func put() throws(RunError) -> ExitStatus {
        let merged: (header: SweepHeader, rows: [SweepRow])
        let summary: SweepSummary
        do throws(SweepError) {
            merged = try SweepFile.merged(parts())
            summary = SweepSummary(merged.header, merged.rows, plan: try merged.header.plan())
            if let missing = summary.missingWords { throw SweepError(missing) }
        } catch {
            throw Self.wrong("\(error)")
        }
        try output.open()
        if let directory { try keep(merged.rows, merged.header, in: directory) }
        try output.put(summary)
        return summary.isGreen ? .success : .failed
    }

    private func parts() throws(SweepError) -> [(name: String, file: SweepFile)] {
        var parts: [(name: String, file: SweepFile)] = []
        for name in files {
            let bytes: [UInt8]
            do throws(FileError) { bytes = try console.read(name) } catch {
                throw SweepError("\(name): the file cannot be read: \(error.reason)")
            }
            parts.append((name, try SweepFile(reading: bytes, name: name)))
        }
        return parts
    }

    /// Writes the worlds that the folder does not have yet.
    private func keep(
        _ rows: [SweepRow], _ header: SweepHeader, in directory: String
    ) throws(RunError) {
        let journal = try SweepJournal(directory: directory, header)
        for row in rows {
            guard let known = journal.known[row.world] else {
                journal.add(row)
                continue
            }
            guard known == row else {
                throw Self.wrong(
                    "\(journal.path) has another row of world \(row.world); name another folder"
                        + " with --out, or delete the file")
            }
        }
        if let problem = journal.problem { throw problem }
    }

    private static func wrong(_ what: String) -> RunError {
        RunError(.input, "boardsim sweep merge: \(what)")
    }
}
