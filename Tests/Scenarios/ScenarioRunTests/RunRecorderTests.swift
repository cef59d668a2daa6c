import Declaration
import Motion
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import Testing

@testable import ScenarioRun

/// What a report that replays a run is made from.
@Suite struct RunRecorderTests {
    private static let text = """
        version: 1
        seed: 5
        boards:
          - name: wrist
            model: MetaMotion S
            battery: 80 %
            motion: [{rest: 1 s}, {turn: {by: 90 deg, about: z, for: 2 s}}]
        faults: [{at: 6 s, link-loss: 20 s}]
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - led: {channel: green, pattern: solid}
              - configure: {fusion: {mode: ndof}}
              - stream: {signals: [quaternion], for: 3 s}
              - wait-disconnect
        duration: 14 s
        """
    /// Without a client, for speed.
    private static let moving = """
        version: 1
        boards:
          - name: wrist
            model: MetaMotion S
            motion: [{spin: {rate: 1 rpm, about: z, for: 20 s}}]
        duration: 8 s
        """

    private static func run(_ text: String = text) throws -> ScenarioRun {
        let bytes = Array(text.utf8)
        let scenario = try ScenarioFile(reading: bytes, file: "t.yaml", vocabulary: .firmware)
        var options = RunOptions()
        options.traceSink = { _ in }
        return try ScenarioRun(scenario, text: bytes, file: "t.yaml", options: options)
    }

    private static func record(
        _ text: String = text, most: Int = RunRecorder.mostPictures, stretch: Nanoseconds
    ) throws -> (RunRecording, RunResult) {
        let run = try run(text)
        let recorder = RunRecorder(run, mostPictures: most)
        while !recorder.advance(to: run.now + stretch) {}
        return (recorder.recording, run.conclude())
    }

    @Test func `pictures show pose, light, link, streams and fusion at their time`() throws {
        let (recording, result) = try Self.record(stretch: .seconds(1))
        #expect(result.clients[0].steps.allSatisfy { $0.outcome == .done })
        let board = try #require(recording.boards.first)
        #expect(board.name == "wrist" && board.model == "MetaMotion S")
        #expect(recording.interval == .milliseconds(40) && board.pictures.count == 351)
        func at(_ seconds: Double) -> RunRecording.Picture { board.pictures[Int(seconds * 25)] }
        #expect(at(0).link == .advertising && at(0).pose == .init(.identity))
        #expect(at(0).battery == 80 && at(0).fused == nil && at(0).green == 0)
        #expect(at(4).link == .connected && at(4).green > 0 && at(4).red == 0)
        // A quarter turn about the vertical axis.
        #expect(abs(Int(at(4).pose.z)) == 23170 && abs(Int(at(4).pose.w) - 23170) <= 1)
        #expect(board.pictures.contains { $0.fused != nil })
        #expect(at(13).link == .advertising)
    }

    @Test func `it changes nothing, however far the caller looks ahead`() throws {
        let plain = try Self.run()
        while !plain.advance(to: plain.now + .seconds(1)) {}
        let expected = plain.conclude()
        let first = try Self.record(stretch: .seconds(1))
        for stretch in [Nanoseconds.milliseconds(7), .seconds(100)] {
            let (recording, result) = try Self.record(stretch: stretch)
            #expect(result.traceHash == expected.traceHash && result.traceHash != nil)
            #expect(result.duration == expected.duration)
            #expect(recording == first.0)
        }
    }

    @Test(arguments: [100, 101, 50, 37, 2])
    func `pictures that are too many are thinned evenly`(most: Int) throws {
        let (all, _) = try Self.record(Self.moving, stretch: .seconds(1))
        let (thin, _) = try Self.record(Self.moving, most: most, stretch: .seconds(1))
        let pictures = thin.boards[0].pictures
        let step = Int(thin.interval.count / all.interval.count)
        #expect(pictures.count <= most && step > 1)
        #expect(pictures.count == 200 / step + 1)
        for (i, picture) in pictures.enumerated() {
            #expect(picture == all.boards[0].pictures[i * step])
        }
    }

    @Test func `the parts of a divided run are recorded in the scenario's order`() throws {
        let boards = (0..<40).map {
            "  - {name: b\($0), model: MetaMotion R, motion: [{rest: \($0 + 1) ms}]}\n"
        }.joined()
        let clients = (0..<40).map {
            "  - {name: c\($0), steps: [{connect: b\($0)}, {wait: 1 s}]}\n"
        }.joined()
        let bytes = Array("version: 1\nboards:\n\(boards)clients:\n\(clients)".utf8)
        let scenario = try ScenarioFile(reading: bytes, file: "t.yaml", vocabulary: .firmware)
        let run = try #require(
            try DividedRun(scenario, text: bytes, file: "t.yaml", boardsOfPart: 8))
        #expect(run.bodies.count == 40)
        let recorder = RunRecorder(run)
        while !recorder.advance(to: run.now + .seconds(1)) {}
        #expect(recorder.recording.boards.map(\.name) == (0..<12).map { "b\($0)" })
        #expect(recorder.recording.moreBoards == 28)
        for (i, body) in run.bodies.enumerated() {
            #expect(run.boards[i].name == "b\(i)")
            #expect(body.end == .zero + .milliseconds(Int64(i) + 1))
        }
    }
}
