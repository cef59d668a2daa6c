import CommandLineProgram
import Declaration
import Exploration
import JSON
import ScenarioRun
import Simulation

/// The points of a run in another process, and how long that was.
enum PointFile {
    static func text(_ recorder: PointRecorder, after duration: Nanoseconds) -> [UInt8] {
        JSONValue.object([
            ("nanoseconds", .integer(Int(duration.count))),
            // All numbers are whole, so this cannot fail.
            ("points", (try? recorder.points.json()) ?? .array([])),
            (
                "meanings",
                .object(
                    recorder.meanings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
                )
            ),
        ]).pretty
    }

    /// nil if that is no such file.
    static func read(
        _ bytes: [UInt8]
    ) -> (points: [Point], meanings: [String: String], duration: Nanoseconds)? {
        guard let value = try? JSONValue(reading: bytes),
            case .integer(let nanoseconds)? = value["nanoseconds"],
            case .array(let items)? = value["points"],
            case .object(let words)? = value["meanings"]
        else { return nil }
        var meanings: [String: String] = [:]
        for (label, word) in words {
            if case .string(let text) = word { meanings[label] = text }
        }
        return (
            items.compactMap { try? Point(json: $0) }, meanings, Nanoseconds(Int64(nanoseconds))
        )
    }
}

/// Where a run's points go.
struct PointOutput {
    private let path: String
    private let recorder: PointRecorder

    /// - Parameter boards: their names.
    init(_ path: String, boards: [String], _ options: inout RunOptions) {
        self.path = path
        recorder = PointRecorder(boards: boards)
        recorder.watch(&options)
    }

    /// - Parameter end: of the run.
    func put(at end: Instant, _ console: Console) throws(RunError) {
        do throws(FileError) {
            try console.save(PointFile.text(recorder, after: end - .zero), path)
        } catch {
            throw RunError(.environment, of: "run", "\(error)")
        }
    }
}
