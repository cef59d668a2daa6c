import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The event module (protocol, core 5).
@Suite struct EventTests {
    /// Every example of the documents: the entry, its parameters, the datum that fires it, and the
    /// command that comes of it.
    struct Example: CustomTestStringConvertible {
        var entry: String
        var parameters: String
        /// Module, register, index; then the data.
        var datum: String
        var command: String
        var testDescription: String { entry }
    }

    static let examples = [
        // test_event: a timer reads a thermometer, and an analog pin.
        Example(
            entry: "0a 02 0c 06 00 04 c1 01", parameters: "0a 03 01", datum: "0c 06 00",
            command: "04 c1 01"),
        Example(
            entry: "0a 02 0c 06 01 05 c7 01", parameters: "0a 03 02", datum: "0c 06 01",
            command: "05 c7 02"),
        // test_settings: the disconnect lights the LED, or moves the haptic driver.
        Example(
            entry: "0a 02 11 0a ff 02 03 0f",
            parameters: "0a 03 02 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a", datum: "11 0a ff",
            command: "02 03 02 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a"),
        Example(
            entry: "0a 02 11 0a ff 02 01 01", parameters: "0a 03 01", datum: "11 0a ff",
            command: "02 01 01"),
        Example(
            entry: "0a 02 11 0a ff 08 01 04", parameters: "0a 03 f8 b8 0b 00", datum: "11 0a ff",
            command: "08 01 f8 b8 0b 00"),
        // test_dataprocessor.
        Example(
            entry: "0a 02 09 03 02 02 03 0f",
            parameters: "0a 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff", datum: "09 03 02 01",
            command: "02 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff"),
        // The vendor's page: the switch plays the LED. And as the Python client sends it.
        Example(
            entry: "0a 02 01 01 ff 02 01 01", parameters: "0a 03 01", datum: "01 01 ff 01",
            command: "02 01 01"),
        Example(
            entry: "0a 02 01 01 ff 02 02 01", parameters: "0a 03 00", datum: "01 01 ff 01",
            command: "02 02 00"),
        // Data tokens of test_dataprocessor: two bytes to places 4 and 3.
        Example(
            entry: "0a 02 09 03 00 09 05 09 05 04", parameters: "0a 03 01 09 07 09 00 00 00 00 00",
            datum: "09 03 00 34 12", command: "09 05 01 09 07 09 34 12 00 00 00"),
        Example(
            entry: "0a 02 09 03 00 09 05 05 05 03", parameters: "0a 03 00 06 2a 00 00",
            datum: "09 03 00 34 12", command: "09 05 00 06 2a 34 12"),
        // MWEventTests: four bytes from place 2 to place 3.
        Example(
            entry: "0a 02 09 03 00 09 05 09 29 03", parameters: "0a 03 01 02 03 04 05 06 07 08 09",
            datum: "09 03 00 a0 a1 a2 a3 a4 a5 a6",
            command: "09 05 01 02 03 a2 a3 a4 a5 08 09"),
        // The Python client: one byte to place 4.
        Example(
            entry: "0a 02 09 03 00 09 05 09 03 04", parameters: "0a 03 01 02 03 04 05 06 07 08 09",
            datum: "09 03 00 a0 a1", command: "09 05 01 02 03 04 a0 06 07 08 09"),
        // test_ibeacon: four bytes of a counter into a parameter of two.
        Example(
            entry: "0a 02 09 03 00 07 03 02 09 00", parameters: "0a 03 00 00",
            datum: "09 03 00 11 22 33 44", command: "07 03 11 22"),
        // A datum that is shorter than the token wants.
        Example(
            entry: "0a 02 09 03 00 07 03 02 09 00", parameters: "0a 03 55 66",
            datum: "09 03 00 11", command: "07 03 11 66"),
        // The token's first bit is clear: no token.
        Example(
            entry: "0a 02 09 03 00 07 03 02 08 00", parameters: "0a 03 55 66",
            datum: "09 03 00 11 22", command: "07 03 55 66"),
        // A token from behind the datum, and one to behind the parameters.
        Example(
            entry: "0a 02 09 03 00 07 03 02 f5 00", parameters: "0a 03 55 66",
            datum: "09 03 00 11 22", command: "07 03 55 66"),
        Example(
            entry: "0a 02 09 03 00 07 03 02 05 ff", parameters: "0a 03 55 66",
            datum: "09 03 00 11 22", command: "07 03 55 66"),
        // Longer and shorter parameters than the entry says.
        Example(
            entry: "0a 02 01 01 ff 07 03 02", parameters: "0a 03 55 66 77", datum: "01 01 ff 01",
            command: "07 03 55 66"),
        Example(
            entry: "0a 02 01 01 ff 07 03 02", parameters: "0a 03 55", datum: "01 01 ff 01",
            command: "07 03 55 00"),
        // The longest command; no entry has a longer one.
        Example(
            entry: "0a 02 01 01 ff 11 07 12",
            parameters: "0a 03 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12",
            datum: "01 01 ff 01",
            command: "11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12"),
        Example(
            entry: "0a 02 01 01 ff 11 07 ff",
            parameters: "0a 03 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12",
            datum: "01 01 ff 01",
            command: "11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12"),
        // A loud read feeds the event of the identical key.
        Example(
            entry: "0a 02 04 81 01 02 01 01", parameters: "0a 03 01", datum: "04 81 01 a0 00",
            command: "02 01 01"),
    ]

    // holds EVT-01 EVT-05 EVT-06 EVT-11
    // registers Events 02 03
    @Test(arguments: examples)
    func `the examples of the documents`(_ example: Example) throws {
        let bench = Bench(.metaMotionS)
        #expect(bench.ask(example.entry) == ["0a 02 00"])
        #expect(bench.ask(example.parameters) == [])
        let before = bench.lines.count
        bench.feel(try #require(Hex.bytes(example.datum)))
        let given = bench.lines[before...].filter { $0.contains("event 0 > ") }
        #expect(given.count == 1)
        #expect(given.first?.contains("event 0 > \(example.command)  ") == true, "\(given)")
    }

    // holds EVT-07
    // registers Events 02 03
    @Test(arguments: examples)
    func `an entry and its parameters read back as they were written`(_ example: Example) {
        let bench = Bench()
        bench.write(example.entry)
        _ = bench.take()
        let entry = example.entry.dropFirst(6)
        let length = (example.command.count + 1) / 3 - 2
        let hasToken = example.entry.count == 29 && !example.entry.contains(" 02 08 00")
        #expect(
            bench.ask("0a 82 00")
                == ["0a 82 " + (hasToken ? entry : entry.prefix(17)).description])
        #expect(bench.ask("0a 83 00") == ["0a 83"])
        bench.write(example.parameters)
        let bytes = (Hex.bytes(example.parameters) ?? []).dropFirst(2) + [0]
        #expect(
            bench.ask("0a 83 00") == ["0a 83 " + Hex.text(Array(bytes.prefix(length)))])
    }

    // holds EVT-07
    // registers Events 02 03
    @Test func `a free slot reads as the bare header`() {
        for quirks in [[], [.silentFreeSlots]] as [Set<Quirk>] {
            #expect(Bench(quirks: quirks).ask("0a 82 03") == ["0a 82"])
            #expect(Bench(quirks: quirks).ask("0a 83 03") == ["0a 83"])
        }
    }

    // holds EVT-01 EVT-15
    // registers Events 02 04 05
    @Test func `the lowest free id is given, again after a removal`() {
        Bench().play(
            """
            > 0a 02 01 01 ff 02 01 01
            < 0a 02 00
            > 0a 02 01 01 ff 02 01 01
            < 0a 02 01
            > 0a 02 01 01 ff 02 01 01
            < 0a 02 02
            > 0a 04 00
            > 0a 04 01
            > 0a 04 07  nobody's
            > 0a 02 01 01 ff 02 02 01
            < 0a 02 00
            > 0a 02 01 01 ff 02 02 01
            < 0a 02 01
            > 0a 02 01 01 ff 02 02 01
            < 0a 02 03
            > 0a 05
            > 0a 82 02
            < 0a 82
            > 0a 02 01 01 ff 02 02 01
            < 0a 02 00
            """)
    }

    // holds EVT-03
    @Test(arguments: BoardProfile.all)
    func `a full table answers nothing and changes nothing`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        for id in 0..<28 as Range<UInt8> {
            #expect(bench.ask("0a 02 01 01 ff 02 01 01") == ["0a 02 \(Hex.text([id]))"])
            bench.write("0a 03 01")
        }
        bench.play(
            """
            > 0a 02 01 01 ff 02 03 01
            ! all 28 events are in use
            > 0a 03 77
            ! parameters without an entry
            > 0a 83 1b
            < 0a 83 01
            """)
    }

    // holds EVT-02
    @Test func `parameters belong to the most recent entry`() {
        Bench().play(
            """
            > 0a 03 01
            ! parameters without an entry
            > 0a 02 01 01 ff 02 01 01
            < 0a 02 00
            > 0a 02 01 01 ff 02 01 01
            < 0a 02 01
            > 0a 03 05
            > 0a 83 00
            < 0a 83
            > 0a 83 01
            < 0a 83 05
            > 0a 04 01
            > 0a 03 06
            ! parameters without an entry
            """)
    }

    // holds EVT-04
    @Test func `a command without its parameters waits, one that needs none does not`() {
        let bench = Bench()
        bench.play(
            """
            > 0a 02 01 01 ff 11 8c 00
            < 0a 02 00
            > 0a 02 01 01 ff 04 81 01
            < 0a 02 01
            * press
            < 11 8c 64 .. ..
            < nothing
            > 0a 03 00
            * release
            < 11 8c 64 .. ..
            < 04 81 00 .. ..
            """)
        #expect(bench.lines.contains { $0.contains("event 1 waits for its parameters") })
    }

    // holds EVT-08
    @Test func `a source is met exactly, and no index stands for each`() {
        let bench = Bench()
        for source in ["0c 06 ff", "0c 06 01", "04 81 01", "04 c1 01", "04 01 ff", "0c 06 02"] {
            bench.write("0a 02 \(source) 02 01 00")
        }
        _ = bench.take()
        let rows: [(datum: String, events: [Int])] = [
            ("0c 06 00", [0]), ("0c 06 01", [0, 1]), ("0c 06 02", [0, 5]), ("04 81 01 a0", [2]),
            ("04 c1 01 a0", [3]), ("04 81 00 a0", []), ("04 01 01 a0", [4]), ("0c 86 01", []),
            ("11 06 01", []),
        ]
        for (datum, events) in rows {
            let before = bench.lines.count
            bench.feel(Hex.bytes(datum) ?? [])
            let given = bench.lines[before...].filter { $0.contains("event ") }
                .compactMap { $0.split(separator: " ").drop { $0 != "event" }.dropFirst().first }
            #expect(given.map { Int($0) } == events, "\(datum)")
        }
    }

    // holds EVT-09
    @Test func `several on one source run in the order of their making, not of their ids`() {
        Bench().play(
            """
            > 0a 02 01 01 ff 0c 82 01
            < 0a 02 00
            > 0a 03 00
            > 0a 02 01 01 ff 0c 82 01
            < 0a 02 01
            > 0a 03 01
            > 0a 02 01 01 ff fe 84 00
            < 0a 02 02
            > 0a 04 00
            > 0a 02 01 01 ff 11 91 00
            < 0a 02 00
            * press
            < 0c 82
            < fe 84 00 00 00 00
            < 11 91 00
            """)
    }

    // holds EVT-10
    @Test func `every kind of source fires`() {
        let bench = Bench()
        for (id, source) in [
            "01 01 ff", "05 0a 01", "0c 06 00", "11 0a ff", "11 11 ff", "11 12 ff", "11 0c ff",
            "03 04 ff", "04 81 00", "04 c1 00", "0f 07 00", "13 04 ff",
        ].enumerated() {
            #expect(bench.ask("0a 02 \(source) fe 84 00") == ["0a 02 \(Hex.text([UInt8(id)]))"])
        }
        let acts: [(String, count: Int, () -> Void)] = [
            ("switch", 1, { bench.board.setButton(pressed: true) }),
            (
                "pin", 1,
                {
                    bench.write("05 09 01 03")
                    bench.write("05 0b 01 01")
                    bench.board.setPin(1, volts: 1.8)
                }
            ),
            (
                "timer", 3,
                {
                    bench.write("0c 02 0a 00 00 00 03 00 00")
                    bench.write("0c 03 00")
                    bench.run(milliseconds: 100)
                }
            ),
            // And the level of the battery, and the charge that begins.
            ("battery", 1, { bench.board.setBattery(level: 50) }),
            ("charger", 2, { bench.board.setCharger(connected: true) }),
            ("loud read", 1, { bench.write("04 81 00") }),
            ("silent read", 1, { bench.write("04 c1 00") }),
            ("another channel", 0, { bench.write("04 81 01") }),
            (
                "acceleration", 5,
                {
                    bench.write("03 02 01 00")
                    bench.write("03 01 01")
                    bench.run(milliseconds: 100)
                    bench.write("03 01 00")
                }
            ),
            (
                "rotation", 5,
                {
                    bench.write("13 02 01 00")
                    bench.write("13 01 01")
                    bench.run(milliseconds: 100)
                    bench.write("13 01 00")
                }
            ),
            (
                "macro", 1,
                {
                    for packet in ["0f 02 00", "0f 03 02 01 01", "0f 04", "0f 05 00"] {
                        bench.write(packet)
                    }
                }
            ),
            ("link", 1, { bench.disconnect() }),
        ]
        for (name, count, act) in acts {
            let before = bench.lines.count
            act()
            let given = bench.lines[before...].filter { $0.contains("> fe 84") }
            // Of the streams at least so many, whatever the rate after a reset is.
            let isRight = count > 3 ? given.count >= count : given.count == count
            #expect(isRight, "\(name): \(given)")
        }
    }

    // holds EVT-11 EVT-12
    @Test func `commands are the host's in all but who gave them, with and without a host`() {
        let bench = Bench()
        bench.play(
            """
            > 0a 02 0c 06 00 04 81 01
            < 0a 02 00
            > 0a 03 00
            > 0a 02 0c 06 00 0c 02 07
            < 0a 02 01
            > 0a 03 10 27 00 00 01 00 00
            > 0a 02 0c 06 00 77 01 00
            < 0a 02 02
            > 0c 02 f4 01 00 00 ff ff 00
            < 0c 02 00
            > 0c 03 00
            + 500 ms
            < 04 81 00 .. ..
            < 0c 02 01
            * disconnect
            + 1 s
            * connect
            < nothing
            > 0c 82 03
            < 0c 82 10 27 00 00 01 00 00
            """)
        #expect(bench.lines.contains { $0.contains("event 0 > 04 81 00  read temperature") })
        #expect(bench.lines.contains { $0.contains("ignored: no module 77") })
    }

    // holds EVT-13
    @Test func `a command runs behind the call that caused it, with the datum of its time`() {
        // Each sample stops the accelerometer in the midst of its own tick.
        let bench = Bench()
        for packet in [
            "0a 02 03 04 ff 03 01 01", "0a 03 00", "03 04 01", "03 02 01 00", "03 01 01",
        ] { bench.write(packet) }
        _ = bench.take()
        bench.run(.seconds(1 as Int64))
        #expect(bench.take().count == 1)
        // The switch's own state goes into the command; both edges are told apart.
        Bench().play(
            """
            > 0a 02 01 01 ff fe 04 04 03 00
            < 0a 02 00
            > 0a 03 a0 a1 a2 a3
            > 0a 02 01 01 ff fe 84 00
            < 0a 02 01
            * press
            < fe 84 01 a1 a2 a3
            * release
            < fe 84 00 a1 a2 a3
            """)
    }

    // holds EVT-15
    // registers Events 04 05
    @Test func `what is removed fires no more`() {
        Bench().play(
            """
            > 0a 02 01 01 ff fe 84 00
            < 0a 02 00
            > 0a 02 01 01 ff 11 91 00
            < 0a 02 01
            * press
            < fe 84 00 00 00 00
            < 11 91 00
            > 0a 04 00
            * release
            < 11 91 00
            > 0a 05
            * press
            < nothing
            """)
    }

    // holds EVT-16
    @Test func `events survive a disconnect and not a reset`() {
        let bench = Bench()
        bench.play(
            """
            > 0a 02 01 01 ff fe 84 00
            < 0a 02 00
            * disconnect
            + 2 s
            * connect
            * press
            < fe 84 00 00 00 00
            > fe 01
            + 3 s
            * connect
            * release
            < nothing
            > 0a 82 00
            < 0a 82
            """)
    }

    // holds EVT-17
    // registers Events 01
    @Test func `the enable register reads back and has no effect`() {
        Bench().play(
            """
            > 0a 81
            < 0a 81 01
            > 0a 02 01 01 ff fe 84 00
            < 0a 02 00
            > 0a 01 00
            > 0a 81
            < 0a 81 00
            * press
            < fe 84 00 00 00 00
            """)
    }

    // holds QRK-macro-splice-runs-both
    @Test(arguments: [false, true])
    func `a spliced macro execution`(_ isOn: Bool) {
        let bench = Bench(quirks: isOn ? [.macroSpliceRunsBoth] : [])
        for packet in [
            "0f 02 00", "0f 03 fe 84", "0f 04", "0f 02 00", "0f 03 11 91", "0f 04",
            "0a 02 01 01 ff 0f 05 01 03 00", "0a 03 00",
        ] { bench.write(packet) }
        _ = bench.take()
        bench.board.setButton(pressed: true)
        #expect(bench.take() == (isOn ? ["fe 84 00 00 00 00"] : []) + ["11 91 00"])
    }
}

extension Bench {
    /// A datum of any signal, as its module would make it: key and data.
    func feel(_ datum: [UInt8]) {
        board.route(
            SignalKey(datum[0], datum[1], datum[2]), ShortBytes(datum.dropFirst(3)))
    }
}
