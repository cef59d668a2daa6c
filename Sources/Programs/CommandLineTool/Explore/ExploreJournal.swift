import CommandLineProgram
import Declaration
import Exploration

/// `worlds.jsonl` of an exploration.
final class ExploreJournal {
    /// What an earlier call has left; nil if this one begins.
    let earlier: ExplorationFile?
    private let file: WorldJournal
    private let base: ExplorationRow.Key
    /// Whether the run without a fault was another one in the earlier call.
    private var isOther = false

    private static let owner = WorldJournal.Owner(
        command: ExploreSettings.command, noun: "exploration",
        resuming: "the same command with --resume goes on")

    /// Opens the file, or begins it.
    ///
    /// - Parameter isResumed: whether an earlier call goes on; otherwise what it has left is dropped.
    init(directory: String, _ header: ExplorationHeader, isResumed: Bool) throws(RunError) {
        var earlier: ExplorationFile?
        file = try WorldJournal(
            directory: directory, Self.owner, header: ExplorationFile.line(header)
        ) { (bytes, path) throws(RunError) in
            guard isResumed else { return 0 }
            let found: ExplorationFile
            do throws(ExplorationError) {
                found = try ExplorationFile(reading: bytes, name: path)
            } catch {
                throw RunError(.input, of: ExploreSettings.command, "\(error)")
            }
            if let why = found.header.difference(from: header) ?? found.difference(header) {
                throw RunError(
                    .input, of: ExploreSettings.command,
                    "\(path) belongs to another exploration: \(why); omit --resume to begin anew, or"
                        + " name another folder with --out")
            }
            earlier = found
            return found.length
        }
        self.earlier = earlier
        base = header.base
    }

    /// What need not be played again. What could not be run is tried once more, and the run without a fault is
    /// always played: it shows whether anything has changed.
    var known: [ExplorationRow] {
        earlier?.rows.filter { $0.outcome.problem == nil && $0.key != base } ?? []
    }

    func add(_ row: ExplorationRow) {
        if row.key == base {
            if let former = earlier?.base {
                isOther = former != row.outcome
                return
            }
            // Then nothing is explored.
            guard row.outcome.problem == nil else { return }
        }
        file.put(ExplorationFile.line(row))
    }

    /// Throws if what is explored is not what it was in the earlier call.
    func check() throws(RunError) {
        guard isOther else { return }
        throw RunError(
            .input, of: ExploreSettings.command,
            "the run without a fault is not the one in \(file.path): the program, or a file that it"
                + " reads, has changed, or it does not do the same each time; omit --resume to begin"
                + " anew")
    }

    /// Nothing was stopped before its end.
    func end(most: Int?) { file.put(ExplorationFile.line(ExplorationEnd(most: most))) }

    /// Why it could not be written; nil if it could.
    var problem: RunError? { file.problem }
}

extension ExplorationFile {
    /// In words; nil if both are the same part.
    fileprivate func difference(_ other: ExplorationHeader) -> String? {
        (header.part, header.parts) == (other.part, other.parts)
            ? nil : "it is \(header.partInWords) and not \(other.partInWords)"
    }
}
