/// An image being received: counted and checked as it arrives, not stored.
struct ReceivedImage: Equatable, Sendable {
    /// Bytes received.
    private(set) var count = 0
    /// CRC-16 of the bytes received: CCITT's polynomial with 0xFFFF to start, as in Nordic's
    /// bootloader.
    private(set) var crc: UInt16 = 0xFFFF
    private var firmwareMark = ImageMark<FirmwareRevision>("firmware")
    private var requirementMark = ImageMark<FirmwareRevision>("requires")
    private var hardwareMark = ImageMark<String>("hardware")

    /// The revision that the image says it has.
    var revision: FirmwareRevision? { firmwareMark.value }
    /// The oldest bootloader that can install the image, if the image names one.
    var requiredBootloader: FirmwareRevision? { requirementMark.value }
    /// The hardware revision that the image is for, if it names one.
    var hardware: String? { hardwareMark.value }

    /// The image is complete.
    mutating func finish() {
        firmwareMark.end()
        requirementMark.end()
        hardwareMark.end()
    }

    mutating func append(_ bytes: Span<UInt8>) {
        count += bytes.count
        for i in bytes.indices {
            crc = Self.step(crc, bytes[i])
            firmwareMark.take(bytes[i])
            requirementMark.take(bytes[i])
            hardwareMark.take(bytes[i])
        }
    }

    /// One byte of the checksum without a table (x¹⁶ + x¹² + x⁵ + 1).
    private static func step(_ crc: UInt16, _ byte: UInt8) -> UInt16 {
        var crc = crc << 8 | crc >> 8
        crc ^= UInt16(byte)
        crc ^= (crc & 0xFF) >> 4
        crc ^= crc << 12
        return crc ^ (crc & 0xFF) << 5
    }
}
