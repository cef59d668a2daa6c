import Testing

@testable import Declaration
@testable import ScenarioFile

/// Lines of a scenario, and all that must be said about them.
struct Complaint: Sendable, CustomTestStringConvertible {
    var lines: String
    var wanted: [String]
    var testDescription: String { lines }

    init(_ lines: String, _ wanted: String...) {
        self.lines = lines
        self.wanted = wanted
    }
}

@Suite struct ProblemTests {
    /// Lines 1 to 4 of each scenario below.
    static let head = "version: 1\nboards:\n  - name: wrist\n    model: MetaMotion S\n"

    @Test(arguments: [
        Complaint(
            "durration: 3 s",
            "5:1: unknown key `durration` in scenario; did you mean `duration`? the keys are: version,"
                + " name, about, seed, duration, deadline, world, boards, peripherals, inputs, faults, clients, expect"
        ),
        Complaint(
            "seed: 1.5", "5:7: expected a whole number without a unit, found `1.5`; write `3`"),
        Complaint(
            "seed: 18446744073709551615",
            "5:7: `18446744073709551615` is out of range; use at most 9223372036854775807"),
        Complaint(
            "seed: -99999999999999999999",
            "5:7: `-99999999999999999999` is out of range; use at least -9223372036854775808"),
        Complaint(
            "seed: 1_0", "5:7: expected a whole number without a unit, found `1_0`; write `3`"),
        Complaint(
            "    bus: [{i2c: 80}]",
            "5:11: `80` is not an I2C address; use seven bits in hexadecimal, 00 to 7F"),
        Complaint(
            "    bus: [{name: a}]",
            "5:11: this bus device has none of the keys that say what it does; add one of: i2c, spi, internal-spi"
        ),
        Complaint(
            "    bus: [{i2c: 48, sensors: [{at: 00, measures: pressure, counts: 1, zero: 1 degC}]}]",
            "5:77: `zero` must be a pressure, not a temperature; write for example `1013 hPa`"),
        Complaint(
            "    bus: [{i2c: 48, sensors: [{at: 00, measures: light, counts: 0}]}]",
            "5:65: `counts` is out of range: 0; use 1 to 1000000000"),
        Complaint(
            "    bus: [{i2c: 48, registers: [{at: 00 01, bytes: 05}]}]",
            "5:33: `00 01` is not a register; use one byte in hexadecimal"),
        Complaint(
            "faults: [{at: 1 s, mute-module: sensor-fusion}]",
            "5:33: `sensor-fusion` is not a valid module; write `fusion`"),
        Complaint("seed: -1", "5:7: `seed` is out of range: -1; use 0 or more"),
        Complaint(
            "duration: 10", "5:11: `10` has no unit; write `10 s` (units: s, ms, us, ns, min, h, d)"
        ),
        Complaint("duration: [1 s]", "5:11: expected a duration, found a list; write `500 ms`"),
        Complaint(
            "duration: 1e-9223372036854775808 s",
            "5:11: `1e-9223372036854775808 s` is not a duration; write `500 ms`"),
        Complaint("duration: 0 s", "5:11: `duration` is out of range: 0 s; use 1 ms to 400 d"),
        Complaint(
            "    motion: rest",
            "5:13: expected a list, found `rest`; begin each entry with `- `, or write `[…]`"),
        Complaint(
            "    motion: [spin: 5 m/s]",
            "5:20: `5 m/s` is a speed, not an angular rate; use one of the units: deg/s, rad/s, rpm"
        ),
        Complaint(
            "    motion: [{spin: 5 rpm, for: 1 s}]",
            "5:28: unknown key `for` in move; write it inside: `spin: {for: …}`"),
        Complaint(
            "    motion: [spin: {rate: 5 rpm, ramp: 0 s}]",
            "5:40: `ramp` is out of range: 0 s; use 1 ms to 1 min"),
        Complaint(
            "    motion: [spin: {rate: 5 rpm, ramp: 2 s, for: 3 s}]",
            "5:20: two ramps of 2 s do not fit into 3 s; use a shorter `ramp` or a longer `for`"),
        Complaint(
            "inputs: [{at: 1 s, motion: [free-fall: {from: 2 cm}]}]",
            "5:40: a fall from 0.02 m is over before a soft landing begins; use at least `from: 21 mm` or"
                + " `landing: hard`"),
        Complaint(
            "    motion: [tap: {times: 2, every: 20 ms, width: 100 ms}]",
            "5:19: a tap of width 100 ms lasts 265 ms, but the next one comes after 20 ms; use"
                + " `every: 265 ms` or longer, or a shorter `width`"),
        Complaint(
            "    motion: [{spin: 5 rpm, rest: 1 s}]",
            "5:28: `rest` and `spin` cannot be used together; make it an entry of its own"
        ),
        Complaint(
            "    motion: [{blend: 1 s}]",
            "5:14: this move has none of the keys that say what it does; add one of: rest, pause, turn, tilt, swing,"
                + " shake, tap, walk, lift, throw, free-fall, spin, vibration, keyframes, recording,"
                + " repeat, together"),
        Complaint(
            "    motion: [turn: {about: z}]", "5:20: missing key `by` in turn; add `by: 90 deg`"),
        Complaint(
            "    motion: [turn: {by: 90 deg, about: w}]",
            "5:40: `w` is not a valid axis; did you mean `x`? the choices are: x, y, z, vertical"),
        Complaint(
            "    motion: [{recording: {}}]",
            "5:26: the recording has no file; write either `file: …`, or `accelerometer: …` and `gyroscope: …`"
        ),
        Complaint(
            "    motion: [keyframes: [{at: 1 s}, {at: 1 s}]]",
            "5:37: this keyframe is not later than the one before it; set `at` to a time after 1 s"),
        Complaint(
            "    motion: [keyframes: []]", "5:25: this list has 0 entries; use at least 1"),
        Complaint(
            "    motion: [keyframes: {frames: []}]", "5:34: `frames` has 0 entries; use at least 1"
        ),
        Complaint("    motion: [rest: 0 s]", "5:20: `0 s` is out of range; use 1 ms to 400 d"),
        Complaint(
            "    motion: [together: [rest: 1 s]]", "5:24: this list has 1 entry; use at least 2"),
        Complaint(
            "    address: 12:34",
            "5:14: expected a device address, found `12:34`; write `E8:C9:8F:52:7B:07`"),
        Complaint(
            "    quirks: {slowness: true}",
            "5:14: unknown quirk `slowness`; the quirks are: late-answer, echo"),
        Complaint(
            "    battery: 140 %", "5:14: `140 %` is out of range; use a value from 0 % to 100 %"),
        Complaint(
            "inputs: [{at: 1 s, button: click, board: arm}]",
            "5:42: there is no board `arm`; the boards are: wrist"),
        Complaint(
            "inputs: [{at: 1 s, gpio: {pin: 0}}]",
            "5:26: neither a level nor a voltage is given; write either `level: high` or `voltage: 1.2 V`"
        ),
        Complaint(
            "clients: [{steps: [conect]}]",
            "5:20: unknown kind of step `conect`; did you mean `connect`? the choices are: scan,"
                + " connect, initialise, configure, stream, stop-stream, log, stop-log, download,"
                + " clear-log, read, write, wait, wait-for, wait-until, wait-disconnect,"
                + " wait-recording, reconnect,"
                + " disconnect, pair, led, led-off, haptic, ibeacon, reset, process, modify, set-state,"
                + " remove, tear-down, timer, start-timer, stop-timer, when, macro, run-macro,"
                + " erase-macros, start, stop, reset-orientation, write-calibration, settings,"
                + " factory-reset, recover, update-firmware, play"),
        Complaint(
            "clients: [{steps: [write: 03 0]}]",
            "5:27: expected bytes in hexadecimal, found `03 0`; write pairs of hexadecimal digits: `\"03 01 01\"`"
        ),
        Complaint(
            "clients: [{steps: [connect: {interval: 1 s, timeout: 1 s}]}]",
            "5:29: the timeout is too short for this interval and latency; make `timeout` longer than 2 s"
        ),
        Complaint(
            "clients: [{steps: [settings: {tx-power: 3 dBm}]}]",
            "5:30: 3 dBm is not a valid transmit power; choose 4, 0, -4, -8, -12, -16, -20, -30"
                + " or -40 dBm"),
        Complaint(
            "clients: [{steps: [update-firmware: {revision: new}]}]",
            "5:37: `revision` is `new`, which is not a revision; use three numbers from 0 to 255, such as 1.7.4"
        ),
        Complaint(
            "clients: [{steps: [configure: {accelerometer: 60 Hz}]}]",
            "5:47: 60 Hz is not a valid accelerometer rate; choose 12.5, 25, 50, 100, 200, 400, 800 or 1600 Hz"
        ),
        Complaint(
            "clients: [{name: a, steps: [scan]}, {name: a, steps: [scan]}]",
            "5:44: the name `a` is already taken by another client; give each client its own name"),
        Complaint(
            "expect: [{within: 1 s, received: {signal: acceleration, at-least: 5, at-most: 3}}]",
            "5:10: there is no client; add one to `clients`",
            "5:34: at least 5 and at most 3 contradict each other; swap them"),
        Complaint(
            "expect: [{within: 1 s, dropped: {exactly: 5, at-most: 7}}]",
            "5:43: `exactly` and `at-most` cannot be used together; keep one of them"),
        Complaint(
            "expect: [{within: 1 s, dropped: {at-least: 5, at-most: 7, exactly: 5}}]",
            "5:68: `exactly` and `at-least` cannot be used together; keep one of them"),
        Complaint(
            "clients: [{steps: [scan]}]\nexpect: [{within: 1 s, read: {battery: {}, between: [21 %, 20 %]}}]",
            "6:54: 21 % is greater than 20 %; swap them"),
        Complaint(
            "clients: [{steps: [scan]}]\nexpect: [{within: 1 s, read: {switch: {}, between: [0 V, 1 V], number: 1}}]",
            "6:53: this value has no unit; write `number: 1` instead of `between`"),
        Complaint(
            "expect: [{within: 1 s, led: {channel: red, at-least: 30 %, at-most: 20 %}}]",
            "5:29: at least 30 % and at most 20 % contradict each other; swap them, or give both"),
        Complaint(
            "inputs: [{at: 500 d, button: click}, {at: -1 s, button: click}, {at: 1e30 d, button: click}]",
            "5:15: `500 d` is out of range; use at most 400 d",
            "5:43: `at` is out of range: -1 s; use 0 s to 400 d",
            "5:70: `1e30 d` is out of range; use at most 400 d"),
        Complaint(
            "expect: [{within: 1 s, state: {logging: yes}}]",
            "5:41: expected true or false, found `yes`; write `true` or `false`"),
        Complaint(
            "expect: [{within: 1 s, state: {}}]",
            "5:31: no state is given; add for example `logging: true`"),
        Complaint(
            "expect: [{state: {logging: true}}]",
            "5:10: missing key `within` in expectation; add `within: 500 ms`"),
    ])
    func `a mistake is reported with its place and a fix`(row: Complaint) throws {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(
                Self.head + row.lines, vocabulary: Vocabulary(quirks: ["late-answer", "echo"]))
        }
        let found = error?.problems.map { "\($0.mark): \($0.message); \($0.fix)" }
        #expect(found == row.wanted)
    }

    @Test(arguments: [
        Complaint(
            "inputs: [{at: 1 s, times: 3, button: click}]",
            "5:10: `times` is given without `every`;"
                + " add for example `every: 10 s`"),
        Complaint(
            "inputs: [{at: 1 s, every: 100 ms, button: click}]",
            "5:10: this input lasts 120 ms, but is repeated every 100 ms; use a longer"
                + " `every` or a shorter duration"),
        Complaint(
            "faults: [{at: 1 s, every: 1 min, stuck-sensor: gyroscope}]",
            "5:10: this fault is permanent and cannot be repeated; limit its duration with"
                + " `for`, or remove `every`"),
        Complaint(
            "faults: [{at: 1 s, every: 1 d, times: 401, reset: {}}]",
            "5:10: the last fault of 401 would be later than 400 d; use fewer `times` or a"
                + " shorter `every`"),
        Complaint(
            "faults: [{at: 1 s, every: 0 s, times: 1000001, reset: {}}]",
            "5:27: `every` is out of range: 0 s; use 1 ms to 400 d",
            "5:39: `times` is out of range: 1000001; use 1 to 1000000"),
    ])
    func `what cannot recur is refused`(row: Complaint) {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(Self.head + row.lines)
        }
        #expect(error?.problems.map { "\($0.mark): \($0.message); \($0.fix)" } == row.wanted)
    }

    @Test func `an error of measurement has the dimension of its signal`() throws {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(
                Self.head + "clients: [{steps: [scan]}]\n"
                    + "expect: [{within: 1 s, error: {signal: rotation, rms: 2 g}}]")
        }
        #expect(
            error?.description
                == "t:6:55: error: the error of `rotation` must be an angular rate, not an acceleration;"
                + " write for example `200 deg/s`")
    }

    @Test func `the only board needs no name, one of two does`() throws {
        let two =
            Self.head + "  - {name: arm, model: MetaMotion R}\ninputs: [{at: 1 s, button: click}]"
        let error = #expect(throws: ScenarioError.self) { try ScenarioFile(two) }
        #expect(
            error?.description
                == "t:6:10: error: there are 2 boards, and none is named here; write `board: wrist` or"
                + " `board: arm`")
        let named = try ScenarioFile(two.replacing("click}", with: "click, board: arm}"))
        #expect(named.board(named.inputs[0].board) == 1)
        let one = try ScenarioFile(Self.head + "inputs: [{at: 1 s, button: click}]")
        #expect(one.board(one.inputs[0].board) == 0)
    }

    @Test func `problems past the limit are left out and trap nothing`() throws {
        let steps = (0..<200).map { _ in
            "connect: {latency: 9223372036854775807, interval: 399 d}"
        }
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(
                Self.head + "clients: [{steps: [" + steps.joined(separator: ", ") + "]}]")
        }
        #expect(error?.problems.count == Reader.limit)
    }

    @Test func `nested repeats cannot outgrow the clock`() throws {
        var moves = "rest: 1 s"
        for _ in 0..<10 { moves = "repeat: {times: 1000000, moves: [\(moves)]}" }
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(Self.head + "    motion: [\(moves)]")
        }
        #expect(error?.problems.first?.message == "the motion, with its repeats, is too long")
    }

    @Test(arguments: [
        ("03 04 ?? ..", [3, 4, 9, 1], true), ("03 04 ?? ..", [3, 4, 9], true),
        ("03 04 ?? ..", [3, 4], false), ("03 04", [3, 4, 9], false), ("??", [7], true),
        ("01 02", [1, 3], false),
    ])
    func `a pattern fits bytes`(text: String, bytes: [UInt8], fits: Bool) throws {
        #expect(try BytePattern(written: text).matches(bytes) == fits)
    }
}
