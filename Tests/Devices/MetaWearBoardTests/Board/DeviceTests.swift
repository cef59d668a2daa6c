import Device
import Peripheral
import Simulation
import Testing

@testable import MetaWearBoard

/// A board as a scenario holds it.
@Suite struct DeviceTests {
    @Test func saysWhatItIs() {
        let board: any SimulatedDevice = Bench(quirks: [.silentReset, .manyLoggers]).board
        #expect(board.modelName == "MetaMotion S")
        #expect(board.firmwareRevision == "1.7.2")
        #expect(
            board.switchesOn
                == [Quirk.silentReset, .manyLoggers].map(\.rawValue).sorted())
    }

    @Test func whatEveryBoardOfTheModelDoesIsNoSwitch() {
        let quirks = BoardProfile.metaMotionS.quirks
        #expect(!quirks.isEmpty)
        #expect(Bench(quirks: quirks.union([.slowFlush])).board.switchesOn == ["slow-flush"])
    }

    @Test func streamsAreKnownOnceSomethingWasSent() {
        let bench = Bench()
        let board = bench.board
        bench.write("03 04 01")
        #expect(board.streamingKeys == [])
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        bench.simulation.run(for: .milliseconds(100))
        #expect(board.streamingKeys == [SignalKey(0x03, 0x04)])
    }

    @Test func outletsTellCountsAndFate() throws {
        let bench = Bench()
        let outlet: any SampleOutlet = try #require(
            bench.board.outlets.first { $0.key == SignalKey(0x03, 0x04) })
        var seen: [(SampleCounts, NotificationFate)] = []
        outlet.observe { _, counts, fate in seen.append((counts, fate)) }
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        bench.simulation.run(for: .milliseconds(100))
        let before = seen.count
        #expect(before > 0 && seen.allSatisfy { $0.1 == .discarded(.notWanted) })
        bench.write("03 04 01")
        bench.simulation.run(for: .milliseconds(100))
        #expect(seen.count > before)
        #expect(seen.dropFirst(before).allSatisfy { $0.1 == .sent })
        #expect(seen.allSatisfy { $0.0 == SampleCounts(0, 0, seen[0].0.z) && $0.0.z > 0 })
    }

    @Test func aFullLogIsTold() {
        let board: any RecordingDevice = Bench().board
        #expect(board.recording.fill == 0)
        board.fillRecording(to: 0.5)
        #expect(board.recording.fill > 0.49)
        #expect(board.recording.fill < 0.51)
        #expect(board.recording.entries > 0)
    }
}
