import Testing
import Wire

@testable import MetaWearBoard

/// Numbers that go into a processor, and what comes out of each.
struct ProcessorRow: Sendable, CustomTestStringConvertible {
    let name: String
    let definition: String
    let bytes: Int
    let numbers: [Int]
    let outputs: [String]
    var testDescription: String { name }

    init(_ name: String, _ definition: String, _ bytes: Int, _ numbers: [Int], _ outputs: [String])
    {
        self.name = name
        self.definition = definition
        self.bytes = bytes
        self.numbers = numbers
        self.outputs = outputs
    }
}

/// What each type makes of its samples: a definition, numbers of a size, what comes out of each.
@Suite struct ProcessorTypeTests {
    /// A signal of two bytes, and of one and four.
    static let short = "05 87 00 20"
    static let byte = "01 01 ff 00"
    static let long = "12 01 ff 60"
    /// A signal of two bytes with a sign.
    static let signed = "04 81 00 20"

    static func check(_ row: ProcessorRow) {
        let heard = Bench.outputs(row.definition, bytes: row.bytes, row.numbers)
        #expect(heard == row.outputs, "\(row.name)")
    }

    static let passthrough: [ProcessorRow] = [
        ProcessorRow("all", "\(byte) 01 00 00 00", 1, [1, 2], ["01", "02"]),
        ProcessorRow("conditional, shut", "\(byte) 01 01 00 00", 1, [1, 2], ["", ""]),
        ProcessorRow(
            "conditional, open", "\(byte) 01 01 01 00", 1, [1, 2, 3], ["01", "02", "03"]),
        ProcessorRow("count, shut", "\(short) 01 02 00 00", 2, [1, 2], ["", ""]),
        ProcessorRow("count", "\(short) 01 02 02 00", 2, [1, 2, 3], ["01 00", "02 00", ""]),
    ]
    // holds PRC-20
    // registers DataProcessor 02 03
    @Test(arguments: passthrough) func `passthrough lets whole samples through`(_ row: ProcessorRow)
    { Self.check(row) }

    static let accumulator: [ProcessorRow] = [
        ProcessorRow("counter of one byte", "\(byte) 02 10", 1, [9, 9, 9], ["01", "02", "03"]),
        ProcessorRow(
            "counter of four bytes", "\(byte) 02 13", 1, [0, 1], ["01 00 00 00", "02 00 00 00"]),
        ProcessorRow("counter, input field filled", "\(long) 02 1c", 4, [7, 7], ["01", "02"]),
        ProcessorRow(
            "sum of two bytes in four", "\(short) 02 07", 2, [1000, 32767, -1],
            ["e8 03 00 00", "e7 83 00 00", "e6 83 00 00"]),
        ProcessorRow("sum that wraps", "\(byte) 02 00", 1, [200, 100], ["c8", "2c"]),
    ]
    // holds PRC-21
    // registers DataProcessor 02 03
    @Test(arguments: accumulator) func `accumulator and counter`(_ row: ProcessorRow) {
        Self.check(row)
    }

    static let averager: [ProcessorRow] = [
        ProcessorRow(
            "low-pass, nothing before N", "\(short) 03 05 04", 2, [4, 8, 12, 16, 26, 10],
            // 40/4; 40 − 10 + 26 = 56; 56 − 14 + 10 = 52
            ["", "", "", "0a 00", "0e 00", "0d 00"]),
        ProcessorRow(
            "a depth of three divides", "\(short) 03 05 03", 2, [1, 2, 4, 9],
            // 7/3 = 2; 7 − 2 + 9 = 14, 14/3 = 4
            ["", "", "02 00", "04 00"]),
        ProcessorRow(
            "a signed source", "\(signed) 03 05 02", 2, [-3, -4, -4],
            // −7 shifted: −4; −7 + 4 − 4 = −7
            ["", "fc ff", "fc ff"]),
        ProcessorRow(
            "a signed source, divided", "\(signed) 03 05 03", 2, [-3, -4, -4],
            ["", "", "fd ff"]),
        ProcessorRow(
            "an unsigned source", "\(short) 03 05 02", 2, [60_000, 60_002], ["", "61 ea"]),
        ProcessorRow("depth one", "\(byte) 03 00 01", 1, [5, 6], ["05", "06"]),
        ProcessorRow(
            "high-pass, after N", "\(signed) 03 25 02 00", 2, [4, 8, 10, 10],
            // 10 − 6; S = 12 − 6 + 10 = 16, 10 − 8
            ["", "", "04 00", "02 00"]),
        ProcessorRow("out of four bytes", "\(signed) 03 07 02", 2, [-2, -4], ["", "fd ff ff ff"]),
    ]
    // holds PRC-22
    // registers DataProcessor 02 03
    @Test(arguments: averager) func `averager, low-pass and high-pass`(_ row: ProcessorRow) {
        Self.check(row)
    }

    static let comparator: [ProcessorRow] = [
        ProcessorRow(
            "A: unsigned = 1", "\(long) 06 00 00 00 01 00 00 00", 4, [0, 1, 2],
            ["", "01 00 00 00", ""]),
        ProcessorRow(
            "A: signed > 0", "\(byte) 06 01 04 00 00 00 00 00", 1, [1, 0, -1], ["01", "", ""]),
        ProcessorRow(
            "A: signed = −1", "\(short) 06 01 00 00 ff ff ff ff", 2, [-1, 1], ["ff ff", ""]),
        ProcessorRow(
            "A: unsigned > 0", "\(byte) 06 00 04 00 00 00 00 00", 1, [-1, 0], ["ff", ""]),
        ProcessorRow(
            "A with the vendor's length", "\(long) 06 06 00 00 01 00 00 00", 4, [0x20001, 2],
            ["01 00 02 00", ""]),
        ProcessorRow("B: signed = 1", "\(byte) 06 01 01", 1, [1, 2], ["01", ""]),
        ProcessorRow(
            "B: unsigned > 8000h", "\(short) 06 22 00 80", 2, [0x8001, 0x8000], ["01 80", ""]),
        ProcessorRow(
            "B: reference", "\(short) 06 6a 00 04 00 02 00 01 80 00", 2,
            [1025, 1024, 1023, 300, 128, 127],
            ["00 04", "00 04", "00 02", "00 01", "80 00", ""]),
        ProcessorRow(
            "B: zone", "\(long) 06 96 00 c4 02 00 fa 33 5b 00 2a 6d 75 01", 4,
            [0x2C3FF, 0x2C400, 0x5B33F9, 0x1756D29, 0x1756D2A],
            ["00", "01", "01", "02", "03"]),
        ProcessorRow(
            "B: three references, absolute", "\(signed) 06 03 c0 00 c8 00 d0 00", 2,
            [0xC0, 0xC8, 0xD0, 0xC1], ["c0 00", "c8 00", "d0 00", ""]),
        ProcessorRow(
            "B: three references, the first one small", "\(signed) 06 03 04 00 c8 00 d0 00", 2,
            [4, 0xC8, 0xD0, 5], ["04 00", "c8 00", "d0 00", ""]),
        ProcessorRow("B: binary", "\(byte) 06 d1 05", 1, [4, 5, -1], ["01", "00", "01"]),
        ProcessorRow("B: ≠", "\(byte) 06 08 05", 1, [4, 5], ["04", ""]),
        ProcessorRow("B: ≤", "\(byte) 06 18 05", 1, [4, 5, 6], ["04", "05", ""]),
        ProcessorRow("B: ≥", "\(byte) 06 28 05", 1, [4, 5, 6], ["", "05", "06"]),
    ]
    // holds PRC-23
    // registers DataProcessor 02 03
    @Test(arguments: comparator) func `comparator, both forms`(_ row: ProcessorRow) {
        Self.check(row)
    }

    static let delta: [ProcessorRow] = [
        ProcessorRow(
            "absolute", "\(byte) 0c 00 05 00 00 00", 1, [4, 5, 9, 10, 5, 6],
            ["", "05", "", "0a", "05", ""]),
        ProcessorRow(
            "differential", "\(short) 0c 09 05 00 00 00", 2, [5, 9, 2, 20],
            ["05 00", "", "", "0f 00"]),
        ProcessorRow(
            "binary", "\(byte) 0c 14 03 00 00 00", 1, [3, 0, -3, 0], ["01", "ff", "ff", "01"]),
        ProcessorRow(
            "the example: 25,331.25 Pa", "\(long) 0c 0b 40 f3 62 00", 4,
            [6_484_799, 6_484_800, 0], ["", "40 f3 62 00", "c0 0c 9d ff"]),
    ]
    // holds PRC-28
    // registers DataProcessor 02 03
    @Test(arguments: delta) func `delta, far enough from the last`(_ row: ProcessorRow) {
        Self.check(row)
    }

    static let threshold: [ProcessorRow] = [
        ProcessorRow(
            "binary, the first sample sets the side", "\(short) 0d 09 00 20 00 00 00 00", 2,
            [9000, 8192, 8191, 8000, 8192, 8192, 8193], ["", "", "ff", "", "01", "", ""]),
        ProcessorRow(
            "absolute with hysteresis", "\(short) 0d 01 64 00 00 00 0a 00", 2,
            [0, 109, 110, 91, 90, 109], ["", "", "6e 00", "", "5a 00", ""]),
        ProcessorRow(
            "signed", "\(signed) 0d 0d 00 08 00 00 00 00", 2, [-1, 2048, -30000],
            ["", "01", "ff"]),
        ProcessorRow(
            "a boundary below zero", "\(signed) 0d 0d f6 ff ff ff 00 00", 2, [0, -11, -10],
            ["", "ff", "01"]),
    ]
    // holds PRC-29
    // registers DataProcessor 02 03
    @Test(arguments: threshold) func `threshold, crossings`(_ row: ProcessorRow) { Self.check(row) }

    static let pulse: [ProcessorRow] = [
        ProcessorRow(
            "width", "\(short) 0b 01 00 00 0a 00 00 00 02 00", 2,
            [11, 0, 11, 12, 30, 10, 11, 11, 0],
            ["", "", "", "", "", "03 00", "", "", "02 00"]),
        ProcessorRow(
            "area", "\(short) 0b 01 00 01 0a 00 00 00 02 00", 2, [11, 12, 0, 400, 389, 5],
            ["", "", "17 00 00 00", "", "", "15 03 00 00"]),
        ProcessorRow(
            "peak", "\(short) 0b 01 00 02 f4 01 00 00 02 00", 2, [501, 700, 600, 500],
            ["", "", "", "bc 02"]),
        ProcessorRow(
            "on detection, once", "\(byte) 0b 00 00 03 05 00 00 00 02 00", 1, [6, 6, 6, 0, 6, 6],
            ["", "01", "", "", "", "01"]),
        ProcessorRow(
            "signed", "\(short) 0b 01 00 01 f0 ff ff ff 01 00", 2, [-1, -17], ["", "ff ff ff ff"]),
    ]
    // holds PRC-27
    // registers DataProcessor 02 03
    @Test(arguments: pulse) func `pulse, long enough above`(_ row: ProcessorRow) { Self.check(row) }

    static let gathering: [ProcessorRow] = [
        ProcessorRow(
            "packer: 30.625, 30.125, 30.25, 30.25 °C", "04 81 01 20 10 01 03", 2,
            [0xF5, 0xF1, 0xF2, 0xF2, 1], ["", "", "", "f5 00 f1 00 f2 00 f2 00", ""]),
        ProcessorRow(
            "packer: more than 17 bytes are cut", "\(long) 10 03 04", 4, [1, 2, 3, 4, 5],
            ["", "", "", "", "01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00 05"]),
        ProcessorRow(
            "sample delay", "\(byte) 0a 00 02", 1, [1, 2, 3, 4, 5], ["", "", "01", "02", "03"]),
        ProcessorRow("sample delay of none", "\(byte) 0a 00 00", 1, [1, 2], ["01", "02"]),
        ProcessorRow(
            "accounter: count", "\(byte) 11 30 03", 1, [7, 8], ["00 00 00 00 07", "01 00 00 00 08"]),
        ProcessorRow(
            "accounter: count of one byte", "\(byte) 11 00 03", 1, [7, 8], ["00 07", "01 08"]),
        ProcessorRow("buffer", "\(long) 0f 03", 4, [7, 8], ["", ""]),
    ]
    // holds PRC-26 PRC-31 PRC-32 PRC-30
    // registers DataProcessor 02 03
    @Test(arguments: gathering) func `packer, delay, accounter, buffer`(_ row: ProcessorRow) {
        Self.check(row)
    }

    static let firmwareOnly: [ProcessorRow] = [
        ProcessorRow(
            "punch: a steep rise, an area, a pause",
            "\(short) 04 00 01 02 64 00 2c 01 64 00", 2,
            // From 0 to 150 and 160: 310. Two samples of pause; a slow rise is none.
            [0, 150, 160, 0, 150, 160, 0, 90, 110, 400],
            ["", "", "01", "", "", "", "", "", "", "01"]),
        ProcessorRow(
            "peak: the highest of a look-ahead", "\(short) 05 02 01 00 0a 00 00 00 00 01 01", 2,
            [0, 5, 30, 28, 25, 15, 10, 40, 20, 20],
            ["", "", "", "", "", "1e 00", "", "", "", "28 00"]),
        ProcessorRow(
            "valley", "\(short) 05 01 00 00 0a 00 00 00 00 01 01", 2, [0, -30, -10, 5],
            ["", "", "e2 ff", ""]),
    ]
    // holds PRC-34
    // registers DataProcessor 02 03
    @Test(arguments: firmwareOnly) func `punch and peak`(_ row: ProcessorRow) { Self.check(row) }

    // holds PRC-24
    // registers DataProcessor 02 03
    @Test(arguments: [
        ("03 04 ff a0 07 a5 01", [3, 4, 12], "0d 00"),
        ("03 04 ff a0 07 a5 01", [-3, -4, -12], "0d 00"),
        ("03 04 ff a0 07 a5 01", [-32768, -32768, -32768], "b3 dd"),
        ("03 04 ff a0 07 a5 00", [3, 4, 12], "07 00"),
        ("03 04 ff a0 07 a5 00", [-32768, -32768, -32768], "00 80"),
        ("03 04 ff a0 07 25 01", [-1, 0, 0], "ff ff"),
        ("03 04 ff 22 07 87 01", [1, -300, 2], "2c 01 00 00"),
    ])
    func `RMS and RSS, rounded down`(_ definition: String, _ axes: [Int], _ output: String) {
        var bytes = ShortBytes()
        for axis in axes { bytes.append(axis, bytes: 2) }
        #expect(Bench.outputs(definition, of: [bytes]) == [output])
    }

    // holds PRC-35
    // registers DataProcessor 02 03
    @Test func `the mean of quaternions does not mind their sign`() {
        func quaternion(_ w: Float, _ x: Float) -> ShortBytes {
            var bytes = ShortBytes()
            for value in [w, x, 0, 0] { bytes.append(value.bitPattern) }
            return bytes
        }
        let outputs = Bench.outputs(
            "19 07 ff e0 1a 02",
            of: [quaternion(1, 0), quaternion(0, 1), quaternion(-1, 0), quaternion(.nan, 0)])
        func text(_ w: Float, _ x: Float) -> String {
            let length = (w * w + x * x).squareRoot()
            return Hex.text(quaternion(w / length, x / length).array)
        }
        // (1, 0) + (0, 1); less half of it, and (1, 0) once more; what is no number starts anew.
        #expect(outputs == ["", text(1, 1), text(1.5, 0.5), ""])
    }

    // holds PRC-35
    // registers DataProcessor 02 03
    @Test func `the mean of several channels`() {
        var samples: [ShortBytes] = []
        for axes in [[4, -8, 10], [8, -8, 11]] {
            var bytes = ShortBytes()
            for axis in axes { bytes.append(axis, bytes: 2) }
            samples.append(bytes)
        }
        #expect(
            Bench.outputs("03 04 ff a0 0e 05 02 03", of: samples) == ["", "06 00 f8 ff 0a 00"])
        #expect(
            Bench.outputs("03 04 ff a0 03 05 02 02", of: samples) == ["", "06 00 f8 ff 0a 00"])
        // Without the third byte one channel, as the Swift SDK sends it.
        #expect(Bench.outputs("03 04 ff a0 03 05 02", of: samples) == ["", "06 00"])
    }
}
