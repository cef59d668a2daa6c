import Testing

@testable import MetaWearProtocol

/// Receipts of an update: how far the bootloader says that it is.
@Suite struct TransferReceiptTests {
    /// Sends an image until a receipt is refused, or to its end.
    private static func play(
        _ length: Int, receipt: (Int) -> UInt32
    ) -> (failed: Bool, sent: Int) {
        var transfer = FirmwareTransfer(
            image: Array(repeating: 7, count: length), initPacket: Array(repeating: 1, count: 14))
        _ = transfer.begin()
        _ = transfer.take([0x10, 0x01, 0x01])
        _ = transfer.take([0x10, 0x02, 0x01])
        while transfer.sent < length {
            let actions = transfer.take([0x11] + receipt(transfer.sent).littleEndianBytes)
            let hasFailed = actions.contains {
                if case .failed = $0 { true } else { false }
            }
            if hasFailed {
                // What is over stays over.
                #expect(transfer.take([0x11] + receipt(transfer.sent).littleEndianBytes) == [])
                return (true, transfer.sent)
            }
        }
        return (false, transfer.sent)
    }

    @Test func `a receipt may count the low sixteen bits alone`() {
        #expect(Self.play(150_000) { UInt32($0) }.failed == false)
        #expect(Self.play(150_000) { UInt32($0) & 0xFFFF }.failed == false)
        #expect(Self.play(150_000) { UInt32($0) & 0xFFFF }.sent == 150_000)
    }

    @Test func `an old bootloader gets one packet at a time`() {
        for (isOld, packets) in [(true, 1), (false, 12)] {
            var transfer = FirmwareTransfer(image: Array(repeating: 7, count: 1_000))
            _ = transfer.begin()
            // It does not know the start, and takes the short one.
            if isOld { _ = transfer.take([0x10, 0x01, 0x03]) }
            let sent = transfer.take([0x10, 0x01, 0x01]).count {
                if case .data = $0 { true } else { false }
            }
            #expect(transfer.usesShortStart == isOld && sent == packets)
        }
    }

    @Test func `a receipt of anything else ends the update`() {
        let lost = Self.play(10_000) { UInt32(max(0, $0 - 20)) }
        #expect(lost.failed && lost.sent == 240)
    }
}
