import Testing

@testable import Replay

/// The recording of a capture has the units of the board's own chips.
@Suite struct CapturedMotionTests {
    private static func recording(of list: String) throws -> [[Double]] {
        let replay = try CaptureReplay(CaptureFile(Array(list.utf8)), file: "a")
        let csv = try #require(CapturedMotion(replay.links, replay.guess).csv)
        return csv.split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",").compactMap { Double($0) }
        }
    }

    @Test(
        arguments: [
            // 4,096 counts a g at ±8 g, the range of a BMI270 that was not configured.
            (
                "an S, as it starts", "model 8\nfirmware 1.7.2",
                "0.1 < 03 04 00 10 00 08 00 00", [1, 0.5, 0]
            ),
            (
                "an S at ±16 g", "model 8\nfirmware 1.7.2\n0 > 03 03 A8 03",
                "0.1 < 03 04 00 08 00 00 00 F8", [1, 0, -1]
            ),
            (
                "an R, three samples a packet", "model 5\nfirmware 1.5.0\n0 > 03 03 28 05",
                "0.1 < 03 1C 00 20 00 00 00 00 00 20 00 00 00 00 00 20 00 00 00 00", [1, 0, 0]
            ),
            // Thousandths of a g, at any range.
            (
                "the first model", "model 0\nfirmware 1.2.5\n0 > 03 03 02 00 18 00 00",
                "0.1 < 03 04 E8 03 00 00 18 FC", [1, 0, -1]
            ),
            (
                "the first model, three samples a packet", "model 0\nfirmware 1.2.5",
                "0.1 < 03 12 E8 03 00 00 18 FC E8 03 00 00 18 FC E8 03 00 00 18 FC", [1, 0, -1]
            ),
        ] as [(String, String, String, [Double])])
    func `acceleration is in g`(
        _ name: String, board: String, packet: String, wanted: [Double]
    ) throws {
        let rows = try Self.recording(of: "\(board)\n\(packet)\n0.2\(packet.dropFirst(3))\n")
        for row in rows { #expect(Array(row[1...3]) == wanted, "\(name): \(row)") }
        #expect(rows.count == (packet.contains(" 04 ") ? 2 : 6), "\(name)")
    }

    @Test func `rotation is in radians per second`() throws {
        let rows = try Self.recording(
            of: """
                model 5
                firmware 1.5.0
                0.00 > 13 03 28 02
                0.10 < 13 05 D0 40 00 00 00 00
                0.11 < 03 04 00 40 00 00 00 00
                0.20 < 13 05 D0 40 00 00 00 00
                0.21 < 03 04 00 40 00 00 00 00
                """)
        // 65.6 counts a degree per second at ±500 °/s.
        let turn = 16_592 / 65.6 * Double.pi / 180
        for row in rows { #expect(abs(row[4] - turn) < 1e-5 && row[5] == 0, "\(row)") }
        #expect(rows.count == 2)
    }

    @Test func `what another module sends is no motion`() throws {
        let replay = try CaptureReplay(
            CaptureFile(
                Array("model 5\nfirmware 1.5.0\n0.1 < 04 81 00 CA 00\n0.2 < 04 81 00 CA 00".utf8)),
            file: "a")
        #expect(CapturedMotion(replay.links, replay.guess).csv == nil)
    }
}
