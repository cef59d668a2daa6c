import Declaration
import Sweep

/// `worlds.jsonl` of a sweep.
final class SweepJournal {
    /// Of an earlier call of the same sweep.
    let known: [Int: SweepRow]
    private let file: WorldJournal

    private static let owner = WorldJournal.Owner(
        command: "sweep", noun: "sweep", resuming: "the same command resumes the sweep")

    /// Opens the file, or begins it.
    init(directory: String, _ header: SweepHeader) throws(RunError) {
        var known: [Int: SweepRow] = [:]
        file = try WorldJournal(
            directory: directory, Self.owner, header: SweepFile.line(header)
        ) { (bytes, path) throws(RunError) in
            let earlier: SweepFile
            do throws(SweepError) {
                earlier = try SweepFile(reading: bytes, name: path)
            } catch {
                throw SweepSettings.wrong("\(error)")
            }
            if let why = earlier.header.difference(from: header) {
                throw SweepSettings.wrong(
                    "\(path) belongs to another sweep: \(why); name another folder with --out, or"
                        + " delete the file")
            }
            known = earlier.rows
            return earlier.length
        }
        self.known = known
    }

    var path: String { file.path }

    func add(_ row: SweepRow) { file.put(SweepFile.line(row)) }

    /// Why it could not be written; nil if it could.
    var problem: RunError? { file.problem }
}
