import CommandLineProgram
import Declaration
import Exploration
import JSON
import ScenarioFile
import ScenarioRun
import Simulation
import Wire

/// The points of a run in another process.
enum PointFile {
    static func text(_ recorder: PointRecorder) -> [UInt8] {
        JSONValue.object([
            ("points", .array(recorder.points.map(json))),
            (
                "meanings",
                .object(
                    recorder.meanings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
                )
            ),
        ]).pretty
    }

    private static func json(_ point: Point) -> JSONValue {
        var entries: [(String, JSONValue)] = [
            ("board", .integer(point.board)), ("time", .integer(Int(point.time.nanoseconds))),
            ("packet", .string(Hex.text(point.packet))),
        ]
        if case .packet(let occurrence) = point.place {
            entries += [
                ("pattern", .string(occurrence.pattern.text)),
                ("number", .integer(occurrence.number)),
                ("connection", .integer(occurrence.connection ?? 1)),
            ]
        }
        if case .state(let words, _) = point.place { entries.append(("state", .string(words))) }
        return .object(entries)
    }

    /// nil if that is no such file.
    static func read(_ bytes: [UInt8]) -> (points: [Point], meanings: [String: String])? {
        guard let value = try? JSONValue(reading: bytes),
            case .array(let items)? = value["points"],
            case .object(let words)? = value["meanings"]
        else { return nil }
        var meanings: [String: String] = [:]
        for (label, word) in words {
            if case .string(let text) = word { meanings[label] = text }
        }
        return (items.compactMap(point), meanings)
    }

    private static func point(_ value: JSONValue) -> Point? {
        guard case .integer(let board)? = value["board"], case .integer(let time)? = value["time"],
            case .string(let packet)? = value["packet"]
        else { return nil }
        let instant = Instant(nanoseconds: Int64(time))
        var place = Point.Place.silence(instant)
        if case .string(let words)? = value["state"] { place = .state(words, instant) }
        if case .string(let text)? = value["pattern"], case .integer(let number)? = value["number"],
            case .integer(let connection)? = value["connection"],
            let pattern = PacketPattern(text)
        {
            place = .packet(PacketOccurrence(pattern, number: number, connection: connection))
        }
        return Point(
            board: board, place: place, time: instant, packet: Hex.bytes(packet) ?? [])
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
        let (recorder, sink) = (recorder, options.traceSink)
        options.packetObserver = { recorder.see($0, $1, $2, $3, $4) }
        options.traceSink = { line in
            recorder.hear(line)
            sink?(line)
        }
    }

    func put(_ console: Console) throws(RunError) {
        do throws(FileError) {
            try console.save(PointFile.text(recorder), path)
        } catch {
            throw RunError(.environment, of: "run", "\(error)")
        }
    }
}
