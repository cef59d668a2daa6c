import Testing
import Wire

@testable import MetaWearBoard

/// Type 09, the operation by operation.
@Suite struct ArithmeticTests {
    /// What a real board made of 1, 2, 3, 4 (core 4.6); the operand in hex.
    static let hardware: [(operation: String, operand: String, results: [UInt8])] = [
        ("00", "00", [1, 2, 3, 4]), ("01", "0a", [11, 12, 13, 14]), ("02", "03", [3, 6, 9, 12]),
        ("03", "02", [0, 1, 1, 2]), ("04", "03", [1, 2, 0, 1]), ("05", "02", [1, 4, 9, 16]),
        ("06", "00", [1, 1, 1, 2]), ("07", "01", [2, 4, 6, 8]), ("08", "01", [0, 1, 1, 2]),
        ("09", "01", [0, 1, 2, 3]), ("0b", "2a", [42, 42, 42, 42]),
    ]

    // holds PRC-25
    // registers DataProcessor 02 03
    @Test(arguments: hardware)
    func `as on hardware`(_ row: (operation: String, operand: String, results: [UInt8])) {
        let definition = "01 01 ff 00 09 03 \(row.operation) \(row.operand) 00 00 00 00"
        let outputs = Bench.outputs(definition, bytes: 1, [1, 2, 3, 4])
        #expect(outputs == row.results.map { "\(Hex.text([$0])) 00 00 00" })
    }

    // holds PRC-25
    // registers DataProcessor 02 03
    @Test func `as on hardware: |x| after − 3`() {
        let bench = Bench()
        bench.addProcessors(
            "01 01 ff 00 09 13 09 03 00 00 00 00", "09 03 00 60 09 1f 0a 00 00 00 00 00")
        bench.listen(to: 1)
        let outputs = (1...4).flatMap {
            bench.feed(SignalKey(1, 1), Bench.number($0, bytes: 1))
        }
        #expect(
            outputs == [
                "01 02 00 00 00", "01 01 00 00 00", "01 00 00 00 00", "01 01 00 00 00",
            ])
    }

    struct Row: Sendable {
        let config: String
        let bytes: Int
        let input: Int
        let output: String
    }

    /// b0, operation, operand, channels less one; a number in; what comes out.
    static let rows: [Row] = [
        // Signed and unsigned inputs; the operand has the input's sign.
        Row(config: "13 01 ff ff ff ff 00", bytes: 1, input: -1, output: "fe ff ff ff"),
        Row(config: "03 01 01 00 00 00 00", bytes: 1, input: -1, output: "00 01 00 00"),
        Row(config: "13 03 fe ff ff ff 00", bytes: 1, input: -7, output: "03 00 00 00"),
        Row(config: "13 03 02 00 00 00 00", bytes: 1, input: -7, output: "fd ff ff ff"),
        Row(config: "13 04 03 00 00 00 00", bytes: 1, input: -7, output: "ff ff ff ff"),
        Row(config: "03 03 ff ff ff ff 00", bytes: 1, input: 200, output: "00 00 00 00"),
        // Nothing comes of a division by zero, or the root of a negative number.
        Row(config: "03 03 00 00 00 00 00", bytes: 1, input: 1, output: ""),
        Row(config: "03 04 00 00 00 00 00", bytes: 1, input: 1, output: ""),
        Row(config: "13 06 00 00 00 00 00", bytes: 1, input: -1, output: ""),
        Row(config: "13 05 ff ff ff ff 00", bytes: 1, input: 0, output: ""),
        // Results are cut to the output's size.
        Row(config: "00 02 03 00 00 00 00", bytes: 1, input: 100, output: "2c"),
        Row(config: "01 07 08 00 00 00 00", bytes: 1, input: 0xAB, output: "00 ab"),
        Row(config: "0f 02 ff ff ff ff 00", bytes: 4, input: 0xFFFF_FFFF, output: "01 00 00 00"),
        Row(config: "0f 05 20 00 00 00 00", bytes: 4, input: 2, output: "00 00 00 00"),
        Row(config: "0f 05 05 00 00 00 00", bytes: 4, input: 10, output: "a0 86 01 00"),
        Row(config: "13 05 ff ff ff ff 00", bytes: 1, input: -1, output: "ff ff ff ff"),
        Row(config: "13 05 fe ff ff ff 00", bytes: 1, input: 2, output: "00 00 00 00"),
        Row(config: "0f 06 00 00 00 00 00", bytes: 4, input: 0xFFFF_FFFF, output: "ff ff 00 00"),
        // Shifts: any width, with the sign if there is one.
        Row(config: "0f 07 40 00 00 00 00", bytes: 4, input: 1, output: "00 00 00 00"),
        Row(config: "1f 08 01 00 00 00 00", bytes: 4, input: -3, output: "fe ff ff ff"),
        Row(config: "0f 08 01 00 00 00 00", bytes: 4, input: -3, output: "fe ff ff 7f"),
        Row(config: "1f 08 ff 00 00 00 00", bytes: 4, input: -3, output: "ff ff ff ff"),
        Row(config: "17 0a 00 00 00 00 00", bytes: 2, input: -32768, output: "00 80 00 00"),
        Row(config: "17 0b 19 00 00 00 00", bytes: 2, input: 5, output: "19 00 00 00"),
        // The last byte is missing before firmware 1.1.0.
        Row(config: "03 04 02 00 00 00", bytes: 1, input: 3, output: "01 00 00 00"),
    ]

    // holds PRC-25
    // registers DataProcessor 02 03
    @Test(arguments: rows) func `signs, sizes and what has no result`(_ row: Row) {
        let pack = ["", "00", "20", "40", "60"][row.bytes]
        let outputs = Bench.outputs(
            "12 01 ff \(pack) 09 \(row.config)", bytes: row.bytes, [row.input])
        #expect(outputs == [row.output])
    }

    // holds PRC-25 PRC-11
    // registers DataProcessor 02 03
    @Test func `each channel for itself`() {
        let sample = ShortBytes([1, 0, 0xFE, 0xFF, 3, 0])
        #expect(
            Bench.outputs("03 04 ff a0 09 15 02 03 00 00 00 02", of: [sample])
                == ["03 00 fa ff 09 00"])
        #expect(
            Bench.outputs("03 04 ff a0 09 17 01 0a 00 00 00 02", of: [sample])
                == ["0b 00 00 00 08 00 00 00 0d 00 00 00"])
    }

    // holds PRC-25
    @Test(arguments: [0, 1, 2, 3, 4, 0xFFFF, 0x1_0000, 0xFFFF_FFFE_0000_0001, .max] as [UInt64])
    func `a root is the largest integer whose square is not above`(_ x: UInt64) {
        let root = integerSquareRoot(x)
        #expect(root * root <= x)
        let (next, isOver) = (root + 1).multipliedReportingOverflow(by: root + 1)
        #expect(isOver || next > x)
    }
}
