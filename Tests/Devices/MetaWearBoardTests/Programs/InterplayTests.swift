import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Parts of the firmware that meet: programs over resets, in the log, on streams and interrupts.
@Suite struct InterplayTests {
    /// A macro for every boot: each 100 ms a processor counts and another tells odd from even, which
    /// is logged and set as tx power.
    static let program = [
        "0c 02 64 00 00 00 ff ff 00", "09 02 0c 06 00 e0 02 10",
        "09 02 09 03 00 00 09 00 04 02 00 00 00", "0b 02 09 03 01 00",
        "0a 02 09 03 01 11 03 01 03 00", "0a 03 00", "0b 01 01", "0c 03 00",
    ]

    // holds MAC-06 MAC-09
    // registers Macros 02 03 04
    @Test(arguments: [false, true])
    func `a program at boot makes the same after each power cut`(isNewProcess: Bool) {
        let storage = NotedStorage()
        var bench = Bench(.metaMotionR, storage: storage)
        bench.write(all: ["0f 02 01"] + Self.program.map { "0f 03 " + $0 } + ["0f 04"])
        #expect(bench.take() == ["0f 02 00"])
        if isNewProcess {
            bench = Bench(.metaMotionR, storage: storage, isConnected: false)
        } else {
            bench.write("fe 01")
            // The last tick is the tenth.
            bench.run(milliseconds: 1_500 + 1_050)
            bench.board.powerOff()
            bench.run(.seconds(5 as Int64))
            bench.board.powerOn()
            bench.run(milliseconds: 1_500)
        }
        bench.run(milliseconds: 350)
        bench.connect()
        bench.play(
            """
            > 0c 82 00
            < 0c 82 64 00 00 00 ff ff 00
            > 09 82 00
            < 09 82 0c 06 00 e0 02 10 00 00 00 00 00 00 00 00 00 00 00 00
            > 09 82 01
            < 09 82 09 03 00 00 09 00 04 02 00 00 00 00 00 00 00 00 00 00
            > 0b 82 00
            < 0b 82 09 03 01 00
            > 0a 82 00
            < 0a 82 09 03 01 11 03 01 03 00
            > 0a 83 00
            < 0a 83 00
            > 11 83
            < 11 83 01
            > 0b 01 00
            """)
        let entries = bench.entries
        let last = [1, 0, 1].map { ($0, isNewProcess ? 1 : 2) }
        let first = isNewProcess ? [] : (1...10).map { ($0 % 2, 1) }
        #expect(entries.map(\.data) == (first + last).map { UInt32($0.0) })
        #expect(entries.map(\.uid) == (first + last).map { UInt8($0.1) })
    }

    // holds MAC-05
    // registers Macros 03 04
    @Test func `a power cut in the middle of a recording leaves nothing of it`() {
        let bench = Bench()
        bench.write(all: ["0f 02 01", "0f 03 02 01 01", "0f 09 02 01"])
        #expect(bench.take() == ["0f 02 00"])
        bench.board.powerOff()
        bench.board.powerOn()
        bench.run(.seconds(3 as Int64))
        bench.connect()
        bench.play(
            """
            > 0f 03 02 01 02
            ! no macro is being recorded
            > 0f 04
            ! no macro is being recorded
            > 0f 82 00
            < 0f 82
            > 0f 02 01
            < 0f 02 00
            """)
        #expect(!bench.lines.contains { $0.contains("macro 0 > ") })
    }

    // holds ADV-10
    // registers Settings 02
    @Test func `an advertising timeout of a boot macro holds as the board is switched on`() {
        let storage = NotedStorage()
        do {
            let bench = Bench(storage: storage)
            bench.write(all: ["0f 02 01", "0f 03 11 02 9b 02 05 00", "0f 04"])
        }
        let bench = Bench(storage: storage, isConnected: false)
        bench.run(milliseconds: 4_900)
        #expect(bench.board.advertisement != nil)
        bench.run(milliseconds: 200)
        #expect(bench.board.advertisement == nil)
    }

    /// The Swift SDK's packets and the Python SDK's (protocol, core 10).
    static let factoryResets = [
        [
            "0b 01 00", "0b 09 ff ff ff ff", "0b 0a", "0a 05", "09 08", "0f 08", "fe 05", "fe 01",
        ],
        ["0b 01 00", "0b 10 01", "0b 09 ff ff ff ff", "0a 05", "0f 08", "fe 05", "fe 06"],
    ]

    // registers Debug 01 05 06
    @Test(arguments: factoryResets) func `a factory reset leaves nothing`(_ packets: [String]) {
        let bench = Bench()
        bench.play(
            """
            > 09 02 01 01 ff 00 02 10
            < 09 02 00
            > 0a 02 01 01 ff 11 03 01
            < 0a 02 00
            > 0a 03 ec
            > 0b 02 01 01 ff 00
            < 0b 02 00
            > 0c 02 e8 03 00 00 ff ff 00
            < 0c 02 00
            > 0f 02 01
            < 0f 02 00
            > 0f 03 11 03 ec
            > 0f 04
            > 0b 01 01
            > fe 03 01 01 00 01
            < 01 01 01
            > 0b 10 01
            > 0b 85
            < 0b 85 02 00 00 00
            > 11 83
            < 11 83 ec
            """)
        for packet in packets {
            bench.write(packet)
            bench.run(milliseconds: packet.hasPrefix("fe") ? 0 : 1_000)
        }
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement?.txPower == 0)
        #expect(bench.board.resets == 1)
        bench.connect()
        bench.play(
            """
            > 0b 84
            < 0b 84 .. .. .. .. 01
            > 0b 85
            < 0b 85 00 00 00 00
            > 0b 82 00
            < 0b 82
            > 09 82 00
            < 09 82
            > 0a 82 00
            < 0a 82
            > 0c 82 00
            < 0c 82
            > 0f 82 00
            < 0f 82
            > 0f 02 00
            < 0f 02 00
            > 11 83
            < 11 83 00
            """)
    }

    // registers Debug 02
    @Test(arguments: [(BoardProfile.metaMotionR, "04"), (.metaMotionS, "00")])
    func `the bootloader keeps what is in flash and ends the recording`(
        _ profile: BoardProfile, _ length: String
    ) {
        let bench = Bench(profile)
        bench.write(all: ["0b 02 01 01 ff 00", "0b 01 01"])
        bench.logSwitch(3)
        bench.write("fe 02")
        #expect(bench.board.isInBootloader)
        #expect(!bench.log.isEnabled)
        bench.run(.seconds(1 as Int64))
        bench.leaveBootloader()
        bench.run(.seconds(3 as Int64))
        bench.connect()
        bench.play(
            """
            > 0b 81
            < 0b 81 00
            > 0b 82 00
            < 0b 82
            > 0b 85
            < 0b 85 \(length) 00 00 00
            > 0b 84
            < 0b 84 .. .. .. .. 01
            """)
    }

    // registers Debug 03
    @Test func `the spoofed end of a macro is that macro's`() {
        let bench = Bench()
        bench.write(all: [
            "0a 02 0f 07 02 02 01 01", "0a 03 01", "fe 03 0f 07 00 01", "fe 03 0f 07 00 02",
        ])
        #expect(bench.take() == ["0a 02 00", "0f 07 01", "0f 07 02"])
        #expect(bench.lines.filter { $0.contains("event 0 > 02 01 01") }.count == 1)
    }

    // holds EVT-10
    @Test(arguments: [("fe 06", 1), ("fe 01", 0), ("fe 02", 0)])
    func `the board's own end of a link is a disconnect, a reset is none`(
        _ packet: String, _ count: Int
    ) {
        let bench = Bench()
        bench.write(all: ["0a 02 11 0a ff 02 01 01", "0a 03 01", packet])
        bench.run(.seconds(1 as Int64))
        #expect(bench.lines.filter { $0.contains("event 0 > 02 01 01") }.count == count)
    }

    // registers DataProcessor 02 03
    // registers SensorFusion 07
    @Test(arguments: ["17", "07"])
    func `quaternions of the fusion go through a limiter whole (test_dataprocessor)`(_ mode: String)
    {
        let bench = Bench(isTraced: false)
        let script = FusionScript(kind: .ndof)
        bench.write(script.configuration)
        bench.write(all: [
            "09 02 19 07 ff e0 08 \(mode) 14 00 00 00", "09 07 00 01", "09 03 01",
        ])
        bench.write(script.start(0x08))
        #expect(bench.take() == ["09 02 00"])
        bench.run(.seconds(1 as Int64))
        #expect((45...51).contains(bench.link.heard.count))
        for packet in bench.link.heard {
            #expect(packet.count == 19 && packet.starts(with: [0x09, 0x03, 0x00]))
            let squares = Bench.floats(Array(packet.dropFirst())).map { $0 * $0 }
            #expect(abs(squares.reduce(0, +) - 1) < 1e-3)
        }
    }

    // holds EVT-04
    // registers AccelerometerBMI160 0b
    @Test func `an interrupt feeds an event and a processor without a subscription`() {
        let bench = Bench(.metaMotionR)
        bench.write(all: [
            "09 02 03 0b ff 00 02 10", "0a 02 03 0b ff 04 81 01", "0a 03 00",
            "03 03 28 08", "03 0a 00 2f 14 14", "03 09 07 00", "03 01 01",
        ])
        bench.feel(0, 0, 0, milliseconds: 100)
        #expect(bench.take() == ["09 02 00", "0a 02 00"])
        bench.feel(1.5, 0, 0, milliseconds: 100)
        let heard = bench.take()
        #expect(heard.count == 1 && heard.allSatisfy { $0.hasPrefix("04 81 00 ") })
        #expect(bench.ask("09 84 00") == ["09 84 00 01"])
    }

    // holds LOG-03
    // registers Logging 02 06 07
    @Test func `a host that knows nothing finds a logged output and takes it`() {
        let bench = Bench(.metaMotionR)
        bench.write(all: [
            "09 02 03 04 ff a0 07 a5 01", "09 02 09 03 00 20 03 05 04", "0b 02 09 03 01 20",
            "03 03 28 08", "03 02 01 00", "0b 01 01",
        ])
        bench.write("03 01 01")
        bench.disconnect()
        // 0.75 g and 1 g are 1.25 g; at 8 g a g has 4096 counts: 5120, 1400 in hex.
        bench.feel(0.75, 0, 1, milliseconds: 1_000)
        bench.connect()
        bench.write(all: ["0b 01 00", "03 01 00"])
        _ = bench.take()
        bench.play(
            """
            > 03 83
            < 03 83 28 08
            > 0b 82 00
            < 0b 82 09 03 01 20
            > 09 82 01
            < 09 82 09 03 00 20 03 05 04 00 00 00 00 00 00 00 00 00 00 00
            > 09 82 00
            < 09 82 03 04 ff a0 07 a5 01 00 00 00 00 00 00 00 00 00 00 00
            > 0b 82 01
            < 0b 82
            """)
        bench.write(all: ["0b 07 01", "0b 06 05 00 00 00 00 00 00 00"])
        let entries = bench.take().filter { $0.hasPrefix("0b 07 ") }
        #expect(entries.count == 2)
        for entry in entries { #expect(entry.hasSuffix(" 00 14 00 00")) }
    }
}

extension Bench {
    /// What a readout would give now, oldest first.
    fileprivate var entries: [FlashEntry] {
        (0..<log.readablePages).flatMap { number in
            let page = log.page(number)
            return (0..<(page?.entriesLeft ?? 0)).compactMap { page?.entry($0) }
        }
    }
}
