import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// States, changed parameters, and which bytes of a sample a processor takes.
@Suite struct ProcessorStateTests {
    static let signal = SignalKey(1, 1)

    // holds PRC-09 PRC-10
    // registers DataProcessor 04
    @Test func `states are read and set`() {
        let bench = Bench()
        bench.addProcessors(
            "01 01 ff 00 01 02 00 00", "01 01 ff 00 02 11", "12 01 ff 60 0f 03",
            "01 01 ff 00 0c 04 03 00 00 00", "01 01 ff 00 06 01 01")
        bench.listen(to: 0)
        bench.listen(to: 1)
        bench.listen(to: 3)
        bench.board.route(SignalKey(0x12, 1), [0xCD, 0x20, 0x41, 0x00])
        bench.play(
            """
            > 09 84 00
            < 09 84 00 00 00
            > 09 04 00 01 00
            > 09 84 00
            < 09 84 00 01 00
            > 09 04 01 ff 01 00 00
            > 09 84 01
            < 09 84 01 ff 01
            # The vector of test_metawearboard.
            > 09 84 02
            < 09 84 02 cd 20 41 00
            > 09 04 02 01 02
            > 09 84 02
            < 09 84 02 01 02 41 00
            > 09 04 02 01 02 03 04 05
            ! no state
            > 09 04 03 fb ff ff ff
            > 09 84 03
            < 09 84 03 fb ff ff ff
            > 09 84 04
            < nothing
            > 09 04 04 01
            ! no state
            > 09 04 09 01
            ! no processor 9
            > 09 04 01 01
            ! no state
            > 09 84 09
            < nothing
            """)
        // −5 to −3 is less than three; the count is used up; 01FF + 1.
        #expect(bench.feed(Self.signal, [0xFD]) == ["00 fd", "01 00 02"])
        #expect(bench.feed(Self.signal, [0xFE]) == ["01 01 02", "03 fe"])
    }

    // holds PRC-10
    // registers DataProcessor 04
    @Test func `an empty write starts average, packer and accounter anew`() {
        let bench = Bench()
        bench.addProcessors(
            "01 01 ff 00 03 00 02", "01 01 ff 00 10 00 01", "01 01 ff 00 11 00 00")
        for id in 0..<3 { bench.listen(to: id) }
        #expect(bench.feed(Self.signal, [4]) == ["02 00 04"])
        for id in 0..<3 { bench.write("09 04 0\(id)") }
        #expect(bench.feed(Self.signal, [6]) == ["02 00 06"])
        #expect(bench.feed(Self.signal, [8]) == ["00 07", "01 06 08", "02 01 08"])
    }

    // holds PRC-09
    // registers DataProcessor 04
    @Test func `a silent state read goes to loggers and processors on the state, not to the host`()
    {
        let bench = Bench()
        bench.addProcessors("12 01 ff 60 0f 03", "09 c4 00 60 02 13", "09 84 00 60 02 13")
        bench.listen(to: 1)
        bench.listen(to: 2)
        bench.board.route(SignalKey(0x12, 1), [0xCD, 0x20, 0x41, 0x00])
        bench.play(
            """
            > 0b 02 09 c4 00 60
            < 0b 02 00
            > 0b 01 01
            > 09 c4 00
            < 09 03 01 01 00 00 00
            > 09 84 00
            < 09 84 00 cd 20 41 00
            < 09 03 02 01 00 00 00
            > 0b 01 00
            > 0b 10 01
            + 5 ms
            """)
        #expect(bench.log.recordedEntries == 1)
        #expect(bench.log.page(0)?.entry(0).data == 0x4120CD)
    }

    // holds PRC-12
    // registers DataProcessor 05
    @Test func `a parameter write keeps what was gathered`() {
        let bench = Bench()
        bench.addProcessors(
            "01 01 ff 00 02 10", "01 01 ff 00 03 00 02", "01 01 ff 00 0a 00 02",
            "01 01 ff 00 10 00 02", "01 01 ff 00 0d 09 05 00 00 00 00 00")
        for id in 0..<5 { bench.listen(to: id) }
        #expect(bench.feed(Self.signal, [4]) == ["00 01"])
        #expect(bench.feed(Self.signal, [6]) == ["00 02", "01 05", "04 01"])
        bench.write("09 05 00 02 11")
        bench.write("09 05 01 03 00 04")
        bench.write("09 05 02 0a 00 01")
        bench.write("09 05 03 10 00 03")
        bench.write("09 05 04 0d 09 07 00 00 00 00 00")
        // 5 · 4 − 5 + 9; the newest of the delay stay; 6 was above, and still is.
        #expect(bench.feed(Self.signal, [9]) == ["00 03 00", "01 06", "02 06"])
        #expect(
            bench.feed(Self.signal, [6]) == [
                "00 04 00", "01 06", "02 09", "03 04 06 09 06", "04 ff",
            ])
        bench.play(
            """
            > 09 05 00 03 00 04
            ! no processor 0 of type averager
            > 09 05 09 02 10
            ! no processor 9
            > 09 05 01 03 00 00
            ! depth
            > 09 05 01
            ! too short
            """)
        #expect(bench.feed(Self.signal, [6]).prefix(2) == ["00 05 00", "01 06"])
    }

    // holds PRC-12 PRC-23
    // registers DataProcessor 05
    @Test func `a comparator keeps its form where seven bytes could be either`() {
        let bench = Bench()
        // Six references of one byte, the second and third of them zero and 5.
        bench.addProcessors(
            "01 01 ff 00 06 00 09 05 00 05 06 07", "12 01 ff 60 06 00 00 00 07 00 00 00")
        bench.listen(to: 0)
        bench.write("09 05 00 06 00 01 00 05 06 07 08")
        #expect(bench.feed(Self.signal, [6]) == ["00 06"])
        #expect(bench.feed(Self.signal, [9]) == [])
        bench.listen(to: 1)
        bench.write("09 05 01 06 00 01 00 05 06 07 08")
        #expect(bench.feed(SignalKey(0x12, 1), [6, 0, 0, 0]) == ["01 06 00 00 00"])
        #expect(bench.feed(SignalKey(0x12, 1), [5, 6, 7, 8]) == [])
    }

    // holds PRC-11
    // registers DataProcessor 02 03
    @Test(arguments: [
        // Offset and length of a longer sample; what is not there is not taken.
        ("24 06 00 05 00 00 00 00 00", "05 06"), ("20 06 00 05 00 00 00 00 00", "01 02"),
        ("a0 06 00 05 00 00 00 00 00", "01 02 03 04 05 06"),
        ("a4 06 00 05 00 00 00 00 00", "05 06"), ("66 06 00 05 00 00 00 00 00", ""),
        // Types without a length of their own take all behind the offset.
        ("00 01 00 00 00", "01 02 03 04 05 06"), ("22 01 00 00 00", "03 04 05 06"),
        ("a4 01 00 00 00", "05 06"), ("66 01 00 00 00", ""),
        ("20 11 00 03", "00 01 02 03 04 05 06"), ("24 11 00 03", "00 05 06"),
        ("20 1b 00", "01 02 03 04 05 06"), ("62 1b 00", "03 04 05 06"),
    ])
    func `a processor takes the bytes that its source names`(_ definition: String, _ out: String) {
        let outputs = Bench.outputs("03 04 ff " + definition, of: [[1, 2, 3, 4, 5, 6]])
        #expect(outputs == [out])
    }

    // holds PRC-11
    // registers DataProcessor 02 03
    @Test(arguments: [
        // Twelve bytes arrive as 60, sixteen as e0; what that means is the type's to say.
        ("60 01 00 00 00", 12, 12), ("e0 01 00 00 00", 16, 16), ("60 11 30 03", 12, 16),
        ("60 1b 00", 12, 12), ("60 08 13 00 00 00 00", 12, 12), ("60 08 03 00 00 00 00", 12, 12),
        ("e0 08 17 00 00 00 00", 16, 16), ("e0 08 07 00 00 00 00", 16, 16),
        ("60 10 0b 00", 12, 12), ("60 10 03 00", 12, 4), ("60 0a 0b 00", 12, 12),
        ("60 0a 03 00", 12, 4), ("60 09 0f 00 00 00 00 00 02", 12, 12),
        ("60 09 0f 00 00 00 00 00 00", 12, 4), ("60 03 0f 01 02", 12, 12),
        ("60 0c 03 00 00 00 00", 12, 4), ("60 06 06 ff ff ff ff", 12, 0),
        ("80 01 00 00 00", 13, 13), ("20 01 00 00 00", 10, 10), ("60 01 00 00 00", 10, 10),
        ("60 08 13 00 00 00 00", 10, 4),
    ])
    func `a length that has lost its upper bits`(_ rest: String, _ count: Int, _ expected: Int) {
        let sample = ShortBytes((1...count).map { UInt8($0) })
        let output = Bench.outputs("19 07 ff \(rest)", of: [sample])[0]
        #expect(Hex.bytes(output)?.count == expected)
    }

    // holds PRC-19
    // registers DataProcessor 02 03
    @Test func `a signal without data counts, and does little else`() {
        let bench = Bench()
        // As the C++ SDK makes a counter on a timer or the disconnect.
        bench.addProcessors(
            "11 0a ff e0 02 13", "11 0a ff e0 09 03 0b 2a 00 00 00 00", "11 0a ff e0 11 30 03",
            "11 0a ff e0 02 03", "11 0a ff e0 0f 00")
        for id in 0..<4 { bench.listen(to: id) }
        let key = SignalKey(0x11, 0x0A)
        #expect(bench.feed(key, []) == ["00 01 00 00 00", "02 00 00 00 00"])
        #expect(bench.feed(key, []) == ["00 02 00 00 00", "02 01 00 00 00"])
    }

    // holds PRC-30 PRC-33
    // registers DataProcessor 02 03 04
    @Test func `a fuser adds what its buffers hold, once they hold something`() {
        let bench = Bench()
        bench.addProcessors(
            "13 05 ff a0 0f 05", "12 01 ff 60 0f 03", "03 04 ff a0 1b 02 00 01")
        bench.listen(to: 2)
        let acceleration = SignalKey(0x03, 4)
        let (a, b): (ShortBytes, ShortBytes) = ([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12])
        #expect(bench.feed(acceleration, a) == [])
        #expect(bench.feed(SignalKey(0x13, 5), b) == [])
        #expect(bench.feed(acceleration, a) == [])
        bench.write("09 04 01 0d 0e 0f 10")
        let fused = "02 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10"
        #expect(bench.feed(acceleration, a) == [fused])
        #expect(bench.feed(acceleration, a) == [fused])
        // No more than 17 bytes.
        bench.addProcessors("03 04 ff a0 1b 03 00 00 01")
        bench.listen(to: 3)
        #expect(
            bench.feed(acceleration, a)
                == [fused, "03 01 02 03 04 05 06 07 08 09 0a 0b 0c 07 08 09 0a 0b"])
    }

    // holds QRK-fuser-waits-for-all
    // registers DataProcessor 02 03
    @Test func `with the quirk a fuser waits for new data of each buffer`() {
        let bench = Bench(quirks: [.fuserWaitsForAll])
        bench.addProcessors("12 01 ff 00 0f 00", "01 01 ff 00 1b 01 00")
        bench.listen(to: 1)
        #expect(bench.feed(Self.signal, [1]) == [])
        _ = bench.feed(SignalKey(0x12, 1), [9])
        #expect(bench.feed(Self.signal, [2]) == ["01 02 09"])
        #expect(bench.feed(Self.signal, [3]) == [])
        _ = bench.feed(SignalKey(0x12, 1), [8])
        #expect(bench.feed(Self.signal, [4]) == ["01 04 08"])
    }

    // holds QRK-pulses-only-detected
    // registers DataProcessor 02 03
    @Test(arguments: [("00", ["", "", ""]), ("02", ["", "", ""]), ("03", ["", "01", ""])])
    func `with the quirk a pulse is detected and nothing else told of it`(
        _ output: String, _ heard: [String]
    ) {
        let outputs = Bench.outputs(
            "01 01 ff 00 0b 00 00 \(output) 05 00 00 00 02 00", quirks: [.pulsesOnlyDetected],
            bytes: 1, [6, 6, 0])
        #expect(outputs == heard)
    }

    // holds PRC-36
    // registers DataProcessor 02 03
    @Test func `time lets one sample a period through, the first at once`() {
        let bench = Bench()
        bench.addProcessors(
            "01 01 ff 00 08 10 14 00 00 00", "01 01 ff 00 08 08 14 00 00 00",
            "01 01 ff 00 08 00 00 00 00 00")
        for id in 0..<3 { bench.listen(to: id) }
        var heard: [String] = []
        for n: UInt8 in 0..<6 {
            heard += bench.feed(Self.signal, [10 + 3 * n])
            bench.run(milliseconds: 9)
        }
        // At 0, 27 and, as 45 is but 18 later, never again.
        #expect(heard.filter { $0.hasPrefix("00") } == ["00 0a", "00 13"])
        #expect(heard.filter { $0.hasPrefix("01") } == ["01 0a", "01 09"])
        #expect(heard.filter { $0.hasPrefix("02") }.count == 6)
        // The time of the last pass stays when the period changes.
        bench.write("09 05 00 08 10 1b 00 00 00")
        #expect(bench.feed(Self.signal, [1]) == ["00 01", "01 ee", "02 01"])
        bench.run(milliseconds: 26)
        #expect(bench.feed(Self.signal, [2]).first == "01 01")
        bench.run(milliseconds: 1)
        #expect(bench.feed(Self.signal, [3]).first == "00 03")
    }

    // holds PRC-32
    // registers DataProcessor 02 03
    @Test(arguments: [
        ("11 31 03", "a6 33 0d 00"), ("11 11 03", "a6 33"), ("11 31 00", "30 9d 69 00"),
        ("11 31 0f", "d3 00 00 00"),
    ])
    func `the time in front of a sample is the log's tick (core 4.6)`(
        _ config: String, _ time: String
    ) {
        let bench = Bench()
        // The base counter is just at eight times the tick of the example.
        bench.run(Nanoseconds((0x0D33A6 * 23_437_500 + 15) / 16))
        #expect(bench.ask("0b 84") == ["0b 84 a6 33 0d 00 00"])
        bench.addProcessors("03 04 ff a0 \(config)")
        bench.listen(to: 0)
        #expect(
            bench.feed(SignalKey(0x03, 4), [0xC1, 0x00, 0xB1, 0x24, 0x19, 0xCD])
                == ["00 \(time) c1 00 b1 24 19 cd"])
    }

    // holds PRC-32 PRC-26
    // registers DataProcessor 02 03
    @Test func `accounter and packer in either order (core 4.6)`() {
        let bench = Bench()
        bench.addProcessors(
            "04 81 01 20 11 31 03", "09 03 00 a0 10 05 01", "04 81 01 20 10 01 03",
            "09 03 02 e0 11 31 03")
        bench.listen(to: 1)
        bench.listen(to: 3)
        let key = SignalKey(0x04, 0x81, 1)
        var heard: [String] = []
        for (tick, value) in [
            (0x02647B, 0xEC), (0x026492, 0xEB), (0x0264A9, 0xC4), (0x0264C0, 0xC3),
        ] {
            let time = Instant(nanoseconds: (Int64(tick) * 23_437_500 + 15) / 16)
            bench.run(time - bench.simulation.now)
            heard += bench.feed(key, Bench.number(value, bytes: 2))
        }
        #expect(
            heard == [
                "01 7b 64 02 00 ec 00 92 64 02 00 eb 00",
                "01 a9 64 02 00 c4 00 c0 64 02 00 c3 00",
                "03 c0 64 02 00 ec 00 eb 00 c4 00 c3 00",
            ])
    }
}
