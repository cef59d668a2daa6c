import Testing

@testable import Bluetooth

struct BtsnoopWriterTests {
    /// The layout of the format's document: a header of 16 bytes, then records of 24 bytes and the
    /// packet.
    static let header: [UInt8] = [
        0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00, 0, 0, 0, 1, 0, 0, 0x03, 0xEA,
    ]

    /// One of each kind: indicator, direction, flags.
    static let rows: [(packet: [UInt8], direction: HCIDirection, flags: UInt8)] = [
        ([0x01, 0x03, 0x0C, 0x00], .toController, 2),
        ([0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00], .toHost, 3),
        ([0x02, 0x40, 0x00, 0x01, 0x00, 0xAA], .toController, 0),
        ([0x02, 0x40, 0x20, 0x01, 0x00, 0xAA], .toHost, 1),
        // A host that sends nonsense: it is recorded as it came.
        ([], .toController, 0),
    ]

    @Test func `a file begins with its header`() {
        #expect(BtsnoopWriter().output == Self.header)
    }

    @Test(arguments: rows) func `a record tells lengths, flags and time`(
        row: (packet: [UInt8], direction: HCIDirection, flags: UInt8)
    ) {
        var writer = BtsnoopWriter()
        writer.output = []
        writer.append(row.packet.span, row.direction, at: CaptureTime(nanoseconds: 1_000_002_999))
        let length = UInt8(row.packet.count)
        #expect(
            writer.output
                == [0, 0, 0, length, 0, 0, 0, length, 0, 0, 0, row.flags, 0, 0, 0, 0]
                // 2026-01-01T00:00:01.000002: 63,935,481,601,000,002 µs.
                + [0x00, 0xE3, 0x24, 0xFB, 0x55, 0x5F, 0x02, 0x42] + row.packet)
    }

    @Test func `drops are told from then on`() {
        var writer = BtsnoopWriter()
        writer.output = []
        writer.drops = 0x0102
        writer.append([0x01].span, .toController, at: CaptureTime(nanoseconds: 0))
        #expect(writer.output[12..<16] == [0, 0, 1, 2])
    }

    @Test func `the epoch is the format's`() {
        // The format's document gives this number for 2000-01-01, 10,957 days after 1970.
        #expect(
            CaptureTime.btsnoopUnixEpoch + 10_957 * 86_400 * 1_000_000 == 0x00E0_3AB4_4A67_6000)
        // 56 years after 1970, 14 of them leap years.
        #expect(CaptureTime.epochSeconds == (56 * 365 + 14) * 86_400)
        #expect(CaptureTime(nanoseconds: -5).nanoseconds == 0)
    }
}
