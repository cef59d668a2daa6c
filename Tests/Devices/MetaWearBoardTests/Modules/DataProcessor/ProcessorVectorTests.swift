import Testing
import Wire

@testable import MetaWearBoard

/// The definitions that the protocol documents show: each is taken, and reads back as it was sent.
@Suite struct ProcessorVectorTests {
    /// Core 4.2 to 4.7 and clients, "anonymous recovery". What follows `09 02`; parents are made
    /// first.
    static let definitions = [
        "03 04 ff a0 07 a5 01", "03 04 ff a0 07 a5 00", "09 03 00 20 03 05 04",
        "09 03 00 20 03 05 10", "03 04 ff 24 09 17 0b 19 00 00 00 00", "04 c1 01 20 10 01 03",
        "04 81 00 20 06 03 c0 00 c8 00 d0 00", "09 03 00 20 01 02 00 00", "01 01 ff 00 02 10",
        "09 03 02 60 02 1c", "09 03 00 20 02 07", "01 01 ff 00 02 13",
        "09 03 00 60 06 00 00 00 01 00 00 00", "09 03 00 60 06 01 04 00 00 00 00 00",
        "09 03 00 60 06 01 00 00 ff ff ff ff", "09 03 00 00 06 01 01", "09 03 00 20 06 22 00 80",
        "09 03 00 20 06 6a 00 04 00 02 00 01 80 00",
        "09 03 00 60 06 96 00 c4 02 00 fa 33 5b 00 2a 6d 75 01",
        "19 07 ff e0 08 17 14 00 00 00", "09 03 01 60 08 13 30 75 00 00",
        "09 03 00 00 09 03 04 02 00 00 00 00", "09 03 00 20 09 07 09 00 00 00 00 00",
        "09 03 00 60 09 0f 04 02 00 00 00 00", "09 03 00 20 0a 01 10",
        "09 03 00 20 0b 01 00 01 00 08 00 00 10 00", "09 03 00 20 0b 01 00 02 f4 01 00 00 0a 00",
        "12 01 ff 60 0c 0b 40 f3 62 00", "09 03 00 20 0d 09 00 20 00 00 00 00",
        "03 04 ff 24 0d 0d 00 08 00 00 00 00", "09 03 01 60 0f 03", "13 05 ff a0 0f 05",
        "19 07 ff e0 0f 0f", "09 03 02 60 11 31 03", "09 03 02 60 11 30 03",
        "09 03 01 a0 10 05 01",
    ]

    // holds PRC-01 PRC-05 PRC-07
    // registers DataProcessor 02 08
    @Test(arguments: definitions)
    func `a definition is answered by its id and reads back in 20 bytes (core 4)`(_ vector: String)
    {
        let bench = Bench(.metaMotionS)
        for _ in 0..<3 { bench.addProcessors("01 01 ff 00 01 00 00 00") }
        bench.addProcessors(vector)
        let padding = String(repeating: " 00", count: 18 - (Hex.bytes(vector) ?? []).count)
        #expect(bench.ask("09 82 03") == ["09 82 \(vector)\(padding)"])
        #expect(bench.ask("09 08") == [])
        #expect(bench.ask("09 82 03") == ["09 82"])
    }

    // holds PRC-01 PRC-07
    // registers DataProcessor 02
    @Test func `a fuser's example is taken (core 4.6)`() {
        Bench(.metaMotionS).play(
            """
            > 09 02 13 05 ff a0 0f 05
            < 09 02 00
            > 09 02 03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00
            < 09 02 01
            > 09 02 09 03 01 60 08 13 14 00 00 00
            < 09 02 02
            > 09 02 09 03 02 60 11 30 03
            < 09 02 03
            > 09 82 01
            < 09 82 03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00
            """)
    }

    // holds PRC-01 PRC-04 PRC-06
    // registers DataProcessor 02 03 06 07
    @Test func `the script that a simulator must pass, part 3 (core, appendix B)`() {
        let bench = Bench(.metaMotionS)
        bench.play(
            """
            > 09 02 03 04 ff a0 07 a5 01
            < 09 02 00
            > 09 07 00 01
            > 09 03 01
            > 03 02 01 00
            > 03 01 01
            + 15 ms
            < 09 03 00 00 10
            > 09 07 00 00
            > 09 06 00
            > 09 82 00
            < 09 82
            + 50 ms
            < nothing
            """)
    }

    // holds PRC-01 PRC-07
    // registers DataProcessor 02
    @Test func `an anonymous host reads a chain back (clients)`() {
        let bench = Bench(.metaMotionR)
        bench.addProcessors("03 04 ff a0 07 a5 01", "09 03 00 20 03 05 04")
        bench.play(
            """
            > 0b 02 09 03 01 20
            < 0b 02 00
            > 0b 02 03 04 ff 60
            < 0b 02 01
            > 0b 02 03 04 ff 24
            < 0b 02 02
            > 0b 82 00
            < 0b 82 09 03 01 20
            > 09 82 01
            < 09 82 09 03 00 20 03 05 04 00 00 00 00 00 00 00 00 00 00 00
            > 09 82 00
            < 09 82 03 04 ff a0 07 a5 01 00 00 00 00 00 00 00 00 00 00 00
            > 0b 82 01
            < 0b 82 03 04 ff 60
            > 0b 82 02
            < 0b 82 03 04 ff 24
            > 0b 82 03
            < 0b 82
            """)
    }

    @Test(arguments: [
        (
            "09 02 03 04 ff a0 07 a5 01",
            "data processor add: source module 3, source register 4, source index 255, offset 0, "
                + "length less one 5, type 7, output length less one 1, input length less one 1, "
                + "channels less one 2, signed 1, mode 1"
        ),
        (
            "09 05 01 08 13 30 75 00 00",
            "data processor parameter: processor 1, type 8, length less one 3, mode 2, period 30000"
        ),
        ("09 04 01 02 03", "data processor state: processor 1, state 02 03"),
        ("09 c4 02", "silent read data processor state: value 2"),
        ("09 07 01 01", "data processor notify enable: processor 1, on 1"),
    ])
    func `the trace says a type's own fields`(_ packet: String, _ words: String) {
        #expect(Bench().board.words(Hex.bytes(packet) ?? []) == words)
    }

    // holds PRC-12
    // registers DataProcessor 05
    @Test(arguments: [
        ("09 03 00 20 06 22 00 80", "06 22 00 20"),
        ("09 03 00 20 06 6a 00 04 00 02 00 01 80 00", "06 52 80 00 00 01 00 02 00 04"),
        ("09 03 00 20 01 02 00 00", "01 02 0a 00"),
        ("09 03 00 20 03 05 04", "03 05 08 00"),
        ("19 07 ff e0 08 17 14 00 00 00", "08 17 28 00 00 00"),
        ("09 03 00 20 09 07 09 00 00 00 00 00", "09 07 09 05 00 00 00 00"),
        ("09 03 00 20 0a 01 10", "0a 01 08"),
        ("09 03 00 20 0b 01 00 01 00 08 00 00 10 00", "0b 01 00 01 00 04 00 00 08 00"),
        ("12 01 ff 60 0c 0b 40 f3 62 00", "0c 0b 00 01 00 00"),
        ("09 03 00 20 0d 09 00 20 00 00 00 00", "0d 09 00 10 00 00 10 00"),
    ])
    func `a parameter write replaces the configuration (core 4.7)`(
        _ vector: String, _ change: String
    ) {
        let bench = Bench(.metaMotionS)
        bench.addProcessors("01 01 ff 00 01 00 00 00", vector)
        bench.write("09 05 01 \(change)")
        let source = vector.split(separator: " ").prefix(4).joined(separator: " ")
        let config = Hex.bytes(change) ?? []
        let padding = String(repeating: " 00", count: 14 - config.count)
        #expect(bench.ask("09 82 01") == ["09 82 \(source) \(change)\(padding)"])
    }
}
