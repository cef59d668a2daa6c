import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// What a run says of the recordings that its boards play.
@Suite struct RecordingNotesTests {
    /// A table of the SDK: whole seconds, and milliseconds since the board's start.
    private static func table(from: Int, _ row: String) -> [UInt8] {
        var text = "epoch,elapsed_ms,x,y,z\n"
        for ms in stride(from: from, to: from + 4000, by: 20) {
            text += "2026-01-01T00:00:0\((ms + 300) / 1000)Z,\(70_000 + ms).125,\(row)\n"
        }
        return Array(text.utf8)
    }

    private static func notes(_ recording: String, memory: MoveMemory? = nil) throws -> [String] {
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S, motion: [{recording: {\(recording)}}]}")
        let scenario = try ScenarioFile(reading: Array(text.utf8), file: "t")
        var notes: [String] = []
        let reader = MoveReader(file: "t", remark: { notes.append($0) }) { path in
            switch path {
            case "acc.csv": .success(table(from: 0, "0,0,1"))
            case "gyr.csv": .success(table(from: 1000, "0,0,0"))
            default: .success(Array("time (s),x (g),y (g),z (g)\n0,0,0,9.8\n0.02,0,0,9.8\n".utf8))
            }
        }
        _ = try reader.body(scenario.boards[0], memory: memory)
        return notes
    }

    @Test func `the SDK's files are played, as a pair, too`() throws {
        let one = try Self.notes("file: acc.csv")
        #expect(
            one.count == 1 && one[0].hasPrefix("the recording acc.csv: its columns have no unit"))
        let two = try Self.notes("accelerometer: acc.csv, gyroscope: gyr.csv")
        #expect(two.count == 2 && two[1].contains("rotation in deg/s"), "\(two)")
    }

    @Test func `a note names the file, in every world of a sweep`() throws {
        let memory = MoveMemory()
        for _ in 0..<2 {
            let notes = try Self.notes("file: other.csv", memory: memory)
            #expect(
                notes.count == 1
                    && notes[0].contains("other.csv: its acceleration at rest is 9.8 g"))
        }
    }
}
