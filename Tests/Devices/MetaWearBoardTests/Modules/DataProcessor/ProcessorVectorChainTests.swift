import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The vectors of the protocol documents that take more than one processor, or a processor and
/// data: each chain as an SDK makes it, what goes in, and what the last of them says (core 4.2 to
/// 4.9). Definitions alone are in `ProcessorVectorTests`, types one by one in `ProcessorTypeTests`.
@Suite struct ProcessorVectorChainTests {
    /// One datum of a signal, `times` in a row, `every` milliseconds apart.
    struct Datum: Sendable {
        var key: SignalKey
        var bytes: String
        var times = 1
        var every: Int64 = 0
    }

    struct Vector: Sendable, CustomTestStringConvertible {
        var name: String
        /// What follows `09 02`; ids in turn.
        var add: [String]
        var before: [String] = []
        var data: [Datum]
        /// Everything that the last processor notified, behind `09 03 id`.
        var heard: [String]
        var testDescription: String { name }
    }

    private static let rss = "03 04 ff a0 07 a5 01"

    private static func acceleration(_ bytes: String, times: Int = 1) -> Datum {
        Datum(key: SignalKey(0x03, 0x04), bytes: bytes, times: times, every: 10)
    }
    private static func celsius(_ bytes: String, channel: UInt8 = 1) -> Datum {
        Datum(key: SignalKey(0x04, 0x81, channel), bytes: bytes)
    }
    private static func press(times: Int = 1) -> Datum {
        Datum(key: SignalKey(0x01, 0x01), bytes: "01", times: times)
    }
    private static func rotation(_ bytes: String) -> Datum {
        Datum(key: SignalKey(0x13, 0x05), bytes: bytes)
    }

    static let vectors: [Vector] = [
        // 4.2 and test_freefall: RSS, average, threshold, and a comparator for each direction.
        Vector(
            name: "RSS, average of 4", add: [rss, "09 03 00 20 03 05 04"],
            data: [acceleration("00 00 00 00 00 30", times: 4)], heard: ["00 30"]),
        Vector(
            name: "average of 16", add: [rss, "09 03 00 20 03 05 10"],
            data: [acceleration("00 00 00 00 00 30", times: 17)], heard: ["00 30", "00 30"]),
        Vector(
            name: "free fall begins: −1",
            add: [
                rss, "09 03 00 20 03 05 04", "09 03 01 20 0d 09 00 20 00 00 00 00",
                "09 03 02 00 06 01 ff",
            ],
            data: [
                acceleration("00 00 00 00 00 30", times: 4),
                acceleration("00 00 00 00 00 00", times: 3),
            ],
            heard: ["ff"]),
        Vector(
            name: "free fall ends: +1",
            add: [
                rss, "09 03 00 20 03 05 04", "09 03 01 20 0d 09 00 20 00 00 00 00",
                "09 03 02 00 06 01 01",
            ],
            data: [
                acceleration("00 00 00 00 00 00", times: 4),
                acceleration("00 00 00 00 00 30", times: 6),
            ],
            heard: ["01"]),
        Vector(
            name: "−1 by the earlier form, whose input is said to be four bytes",
            add: [
                rss, "09 03 00 20 0d 09 00 20 00 00 00 00", "09 03 01 60 06 01 00 00 ff ff ff ff",
            ],
            data: [acceleration("00 00 00 00 00 30"), acceleration("00 00 00 00 00 00")],
            heard: ["ff"]),
        // TestAccAxisProcessing.
        Vector(
            name: "area of a pulse of one axis",
            add: ["03 04 ff 24 0b 01 00 01 00 08 00 00 10 00"],
            data: [
                acceleration("ff 7f ff 7f 01 08", times: 16), acceleration("ff 7f ff 7f 00 00"),
            ],
            heard: ["10 80 00 00"]),
        Vector(
            name: "threshold of one axis", add: ["03 04 ff 24 0d 0d 00 08 00 00 00 00"],
            data: [acceleration("00 00 00 00 ff ff"), acceleration("00 00 00 00 00 08")],
            heard: ["01"]),
        Vector(
            name: "a constant for one axis", add: ["03 04 ff 24 09 17 0b 19 00 00 00 00"],
            data: [acceleration("01 00 02 00 03 00")], heard: ["19 00 00 00"]),
        // Odd and even presses: counter, modulo 2, comparators (event example of both SDKs).
        Vector(
            name: "every odd press, counter of one byte",
            add: [
                "01 01 ff 00 02 10", "09 03 00 00 09 03 04 02 00 00 00 00",
                "09 03 01 60 06 00 00 00 01 00 00 00",
            ],
            data: [press(times: 4)], heard: ["01 00 00 00", "01 00 00 00"]),
        Vector(
            name: "every even press, counter of four bytes",
            add: [
                "01 01 ff 00 02 13", "09 03 00 60 09 0f 04 02 00 00 00 00",
                "09 03 01 60 06 00 00 00 00 00 00 00",
            ],
            data: [press(times: 4)], heard: ["00 00 00 00", "00 00 00 00"]),
        Vector(
            name: "a counter of what comes out of another",
            add: [
                "01 01 ff 00 02 10", "09 03 00 00 09 03 04 02 00 00 00 00",
                "09 03 01 60 06 00 00 00 01 00 00 00", "09 03 02 60 02 1c",
            ],
            data: [press(times: 4)], heard: ["01", "02"]),
        Vector(
            name: "a comparison of what a comparator lets through",
            add: ["04 81 01 20 06 22 00 80", "09 03 00 20 09 07 09 00 00 00 00 00"],
            data: [celsius("00 80"), celsius("01 80")], heard: ["01 80 00 00"]),
        Vector(
            name: "three temperatures, whose reference goes on",
            add: ["04 81 01 20 06 6a 00 04 00 02 00 01 80 00", "09 03 00 20 01 00 00 00"],
            data: [celsius("01 02"), celsius("7f 00"), celsius("00 04")],
            heard: ["00 02", "00 04"]),
        Vector(
            name: "24, 25 and 26 °C", add: ["04 81 00 20 06 03 c0 00 c8 00 d0 00"],
            data: ["c0 00", "c4 00", "c8 00", "d0 00"].map { celsius($0, channel: 0) },
            heard: ["c0 00", "c8 00", "d0 00"]),
        // TestActivity: RMS, accumulator, buffer, time. The values are those of a real board.
        Vector(
            name: "activity: the accumulator's value, every 30 s",
            add: [
                "03 04 ff a0 07 a5 00", "09 03 00 20 02 07", "09 03 01 60 0f 03",
                "09 03 01 60 08 13 30 75 00 00",
            ],
            before: ["09 04 01 fc 3f b7 01"], data: [acceleration("02 00 02 00 02 00")],
            heard: ["fe 3f b7 01"]),
        // TestSensorFusionLimiter, as both SDKs make it: 16 bytes behind a field of three bits.
        Vector(
            name: "a quaternion, limited to 50 Hz", add: ["19 07 ff e0 08 17 14 00 00 00"],
            data: [
                Datum(
                    key: SignalKey(0x19, 0x07),
                    bytes: "81 f0 b3 43 1d 5d 2d 41 e6 69 8c bc 81 f0 b3 43", times: 5, every: 10)
            ],
            heard: Array(
                repeating: "81 f0 b3 43 1d 5d 2d 41 e6 69 8c bc 81 f0 b3 43", count: 3)),
        Vector(
            name: "a quaternion, limited by the Swift SDK's mode",
            add: ["19 07 ff e0 08 07 e8 03 00 00"],
            data: [
                Datum(
                    key: SignalKey(0x19, 0x07),
                    bytes: "81 f0 b3 43 1d 5d 2d 41 e6 69 8c bc 81 f0 b3 43")
            ],
            heard: ["81 f0 b3 43 1d 5d 2d 41 e6 69 8c bc 81 f0 b3 43"]),
        Vector(
            name: "one sample of delay, then the difference to it",
            add: ["04 81 01 20 0a 01 01", "09 03 00 20 09 07 09 00 00 00 00 00"],
            data: [celsius("f5 00"), celsius("f1 00"), celsius("f2 00")],
            heard: ["f5 00 00 00", "f1 00 00 00"]),
        Vector(
            name: "a delay of 16 and a passthrough that is shut, then open for one",
            add: ["04 81 01 20 0a 01 10", "09 03 00 20 01 02 00 00"],
            before: ["09 04 01 01 00"],
            data: (1...18).map { celsius("0\(String($0 % 16, radix: 16)) 00") }, heard: ["01 00"]),
        Vector(
            name: "pressure that differs by 25,331.25 Pa", add: ["12 01 ff 60 0c 0b 40 f3 62 00"],
            data: [
                Datum(key: SignalKey(0x12, 0x01), bytes: "00 cc 8b 01"),
                Datum(key: SignalKey(0x12, 0x01), bytes: "c0 d8 28 01"),
                Datum(key: SignalKey(0x12, 0x01), bytes: "c1 d8 28 01"),
            ],
            heard: ["00 cc 8b 01", "c0 0c 9d ff"]),
        // The example gives 789 in four bytes; a peak has the size of its input (core 4.6, 0B: "the
        // test vector carries 4"), which a reader of four bytes, filled up with zeros, takes alike.
        Vector(
            name: "peak of a pin's pulse: 789 in the two bytes of its input",
            add: ["05 87 00 20 0b 01 00 02 f4 01 00 00 0a 00"],
            data: [
                Datum(key: SignalKey(0x05, 0x87, 0), bytes: "15 03"),
                Datum(key: SignalKey(0x05, 0x87, 0), bytes: "f5 01", times: 9),
                Datum(key: SignalKey(0x05, 0x87, 0), bytes: "f4 01"),
            ],
            heard: ["15 03"]),
        // 4.6 (10): what the vectors show of a packer on a packer's or an accounter's output.
        Vector(
            name: "four temperatures", add: ["04 81 01 20 10 01 03"],
            data: ["f5 00", "f1 00", "f2 00", "f2 00"].map { celsius($0) },
            heard: ["f5 00 f1 00 f2 00 f2 00"]),
        // 4.6 (11): ticks and counts in front of whatever comes.
        Vector(
            name: "a tick before four packed temperatures",
            add: ["04 81 01 20 10 01 03", "09 03 00 20 11 31 03"],
            data: ["c4 00", "c5 00", "c4 00", "c3 00"].map { celsius($0) },
            heard: ["00 00 00 00 c4 00 c5 00 c4 00 c3 00"]),
        Vector(
            name: "the 142nd count, before two packed accelerations (8D 00 00 00)",
            add: ["03 04 ff a0 01 00 00 00", "09 03 00 a0 10 05 01", "09 03 01 a0 11 30 03"],
            data: [
                Datum(
                    key: SignalKey(0x03, 0x04), bytes: "f4 0d 3c 39 99 11", times: 284, every: 10)
            ],
            heard: (0..<142).map {
                "\(Hex.text([UInt8($0)])) 00 00 00"
                    + " f4 0d 3c 39 99 11 f4 0d 3c 39 99 11"
            }),
        Vector(
            name: "the 493rd count (EC 01 00 00) of one temperature",
            add: ["04 81 01 20 11 30 03"],
            data: [Datum(key: SignalKey(0x04, 0x81, 1), bytes: "f5 00", times: 493)],
            heard: (0..<493).map { "\(Hex.text([UInt8($0 & 255), UInt8($0 >> 8)])) 00 00 f5 00" }),
        Vector(
            name: "a count before a tick",
            add: ["04 81 01 20 11 31 03", "09 03 00 a0 11 30 03"],
            data: [celsius("f5 00")], heard: ["00 00 00 00 00 00 00 00 f5 00"]),
        // 4.2 and 4.6 (1B): the twelve bytes of a fuser, whose field says four.
        Vector(
            name: "fused, limited, counted (TestFuserAccounter)",
            add: [
                "13 05 ff a0 0f 05", "03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00",
                "09 03 01 60 08 13 14 00 00 00", "09 03 02 60 11 30 03",
            ],
            data: [rotation("01 80 d6 91 d3 67"), acceleration("f4 0d 3c 39 99 11")],
            heard: ["00 00 00 00 f4 0d 3c 39 99 11 01 80 d6 91 d3 67"]),
        Vector(
            name: "fused, limited, timed (TestFuserAccounter)",
            add: [
                "13 05 ff a0 0f 05", "03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00",
                "09 03 01 60 08 13 14 00 00 00", "09 03 02 60 11 31 03",
            ],
            data: [rotation("01 80 d6 91 d3 67"), acceleration("f4 0d 3c 39 99 11")],
            heard: ["00 00 00 00 f4 0d 3c 39 99 11 01 80 d6 91 d3 67"]),
        Vector(
            name: "a fuser whose unused references hold anything (the read-back's junk)",
            add: ["13 05 ff a0 0f 05", "03 04 ff a0 1b 01 00 01 02 03 04 05 06 07 08 09 0a 0b"],
            data: [rotation("01 80 d6 91 d3 67"), acceleration("f4 0d 3c 39 99 11")],
            heard: ["f4 0d 3c 39 99 11 01 80 d6 91 d3 67"]),
        Vector(
            name: "a fuser of what a packer gives, though its source says one temperature",
            add: ["01 01 ff 00 0f 00", "04 81 01 20 10 01 01", "09 03 01 20 1b 01 00"],
            data: [press(), celsius("f5 00"), celsius("f1 00")], heard: ["f5 00 f1 00 01"]),
        Vector(
            name: "a passthrough of what a packer gives",
            add: ["04 81 01 20 10 01 01", "09 03 00 20 01 00 00 00"],
            data: [celsius("f5 00"), celsius("f1 00")], heard: ["f5 00 f1 00"]),
    ]

    // holds PRC-11 PRC-20 PRC-21 PRC-22 PRC-23 PRC-26 PRC-32 PRC-33
    // registers DataProcessor 02 03
    @Test(arguments: vectors) func `a chain of the documents says what they show`(_ vector: Vector)
    {
        let bench = Bench(.metaMotionS, isTraced: false)
        for (id, definition) in vector.add.enumerated() {
            #expect(bench.ask("09 02 " + definition) == ["09 02 \(Hex.text([UInt8(id)]))"])
        }
        let last = vector.add.count - 1
        bench.listen(to: last)
        bench.write(all: vector.before)
        var heard: [String] = []
        for datum in vector.data {
            let bytes = ShortBytes(Hex.bytes(datum.bytes) ?? [])
            for _ in 0..<datum.times {
                heard += bench.feed(datum.key, bytes)
                if datum.every > 0 { bench.run(milliseconds: datum.every) }
            }
        }
        let id = Hex.text([UInt8(last)])
        #expect(heard == vector.heard.map { "\(id) \($0)" })
    }

    // MARK: Time (core 4.6, type 08)

    /// At which of many samples a limiter lets one through.
    private static func passes(period: Int, every: Nanoseconds, count: Int) -> [Int] {
        let bench = Bench(.metaMotionS, isTraced: false)
        var definition = ShortBytes([0x01, 0x01, 0xFF, 0x00, 0x08, 0x10])
        definition.append(UInt32(period))
        bench.addProcessors(definition.description)
        bench.listen(to: 0)
        return (0..<count).filter { _ in
            defer { bench.run(every) }
            return !bench.feed(SignalKey(0x01, 0x01), [1]).isEmpty
        }
    }

    // holds PRC-36
    // registers DataProcessor 02
    @Test func `a limiter of 30 s lets the first sample after each 30 s pass (trace)`() {
        // 9.7 ms a sample: the 3,093rd is the first that comes after 30 s.
        let passes = Self.passes(period: 30_000, every: .microseconds(9_700), count: 6_200)
        #expect(passes == [0, 3_093, 6_186])
    }

    // holds PRC-36
    // registers DataProcessor 02
    @Test func `a limiter of 1 Hz gives 10 in 10 s, one of 500 ms 3 in 1.2 s (hardware)`() {
        #expect(Self.passes(period: 1_000, every: .milliseconds(20), count: 500).count == 10)
        #expect(Self.passes(period: 500, every: .milliseconds(100), count: 12) == [0, 5, 10])
    }

    // MARK: States and removal (core 4.6 to 4.8)

    // holds PRC-09 PRC-10
    // registers DataProcessor 04
    @Test func `the state of activity's buffer, and a state that an event sets`() {
        let bench = Bench(.metaMotionS)
        bench.addProcessors(
            "03 04 ff a0 07 a5 00", "09 03 00 20 02 07", "09 03 01 60 0f 03",
            "09 03 01 60 08 13 30 75 00 00", "01 01 ff 00 01 00 00 00", "01 01 ff 00 01 00 00 00",
            "01 01 ff 00 02 13")
        bench.play(
            """
            > 09 04 01 cb 20 41 00
            > fe 03 03 04 00 02 00 02 00 02 00
            < 03 04 02 00 02 00 02 00
            > 09 84 02
            < 09 84 02 cd 20 41 00
            > fe 03 01 01 00 01
            < 01 01 01
            > 09 84 06
            < 09 84 06 01 00 00 00
            > 0a 02 11 0a ff 09 04 05
            < 0a 02 00
            > 0a 03 06 00 00 00 00
            * disconnect
            * connect
            > 09 84 06
            < 09 84 06 00 00 00 00
            """)
    }

    // holds PRC-06
    // registers DataProcessor 06
    @Test func `children are removed before their parents, events whenever (4.8)`() {
        let bench = Bench(.metaMotionS)
        bench.addProcessors(
            "01 01 ff 00 01 00 00 00", "09 03 00 00 01 00 00 00", "09 03 01 00 01 00 00 00",
            "09 03 02 00 01 00 00 00")
        for id in 0..<3 {
            #expect(bench.ask("0a 02 09 03 0\(id) 02 01 01") == ["0a 02 0\(id)"])
            bench.write("0a 03 01")
        }
        bench.write(all: ["09 06 03", "0a 04 02", "09 06 02", "09 06 01", "0a 04 01", "09 06 00"])
        // The event on processor 0 has outlived its source (test_remove_passthrough).
        for id in 0..<4 { #expect(bench.ask("09 82 0\(id)") == ["09 82"]) }
        bench.write("0a 04 00")
        #expect(bench.ask("0a 82 00") == ["0a 82"])
    }

    // MARK: Sources (core 4.3 and 4.9)

    /// The key, its bytes, and whether the C++ form `C…` needs the switch for it.
    static let sources: [(key: String, bytes: Int, isSilent: Bool)] = [
        ("01 01 ff", 1, false), ("03 04 ff", 6, false), ("03 1c ff", 18, false),
        ("03 05 ff", 18, false), ("04 c1 01", 2, true), ("04 81 01", 2, false),
        ("05 c6 02", 2, true), ("05 c7 02", 2, true), ("05 c8 02", 1, true),
        ("05 86 02", 2, false), ("05 87 02", 2, false), ("05 88 02", 1, false),
        ("05 0a 02", 1, false), ("0c 06 03", 0, false), ("0d c1 05", 4, true),
        ("0d c2 05", 4, true), ("11 0a ff", 0, false), ("11 cc ff", 3, true),
        ("11 8c ff", 3, false), ("11 11 ff", 1, false), ("11 12 ff", 1, false),
        ("12 01 ff", 4, false), ("12 02 ff", 4, false), ("13 05 ff", 6, false),
        ("13 04 ff", 6, false), ("14 03 ff", 4, false), ("15 05 ff", 6, false),
        ("16 c1 ff", 4, true), ("19 04 ff", 13, false), ("19 05 ff", 13, false),
        ("19 06 ff", 13, false), ("19 07 ff", 16, false), ("19 08 ff", 16, false),
        ("19 09 ff", 12, false), ("19 0a ff", 12, false),
    ]

    // holds PRC-03 PRC-11
    // registers DataProcessor 02
    @Test(arguments: sources)
    func `each signal of the documents feeds a processor with all its bytes`(
        _ source: (key: String, bytes: Int, isSilent: Bool)
    ) {
        let pack = UInt8(max(source.bytes, 8) - 1 & 7) << 5
        let sample = ShortBytes((0..<source.bytes).map { UInt8($0 + 1) })
        let definition = "\(source.key) \(Hex.text([pack])) 01 00 00 00"
        let whole = Hex.text(Array(sample.array.prefix(17)))
        let plain = Bench.outputs(definition, of: [sample])
        #expect(plain == [source.isSilent ? "" : whole])
        let quirky = Bench.outputs(definition, quirks: [.silentReadsFeedProcessors], of: [sample])
        #expect(quirky == [whole])
    }

    // holds PRC-09
    // registers DataProcessor 04
    @Test func `a silent read of a state feeds the processor on it`() {
        let bench = Bench(.metaMotionS)
        bench.addProcessors("01 01 ff 00 0f 00", "09 c4 00 00 01 00 00 00")
        bench.listen(to: 1)
        bench.play(
            """
            > fe 03 01 01 00 07
            < 01 01 07
            > 09 c4 00
            < 09 03 01 07
            """)
    }
}
