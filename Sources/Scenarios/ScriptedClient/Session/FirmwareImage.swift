import MetaWearProtocol

/// An application and its init packet, as the legacy DFU transfers them (protocol, core 13).
struct FirmwareImage {
    var bytes: [UInt8]
    var initPacket: [UInt8]

    /// An image with its init packet; by default one that is made for it.
    init(_ bytes: [UInt8], initPacket: [UInt8]? = nil) {
        self.bytes = bytes
        self.initPacket = initPacket ?? Self.initPacket(for: bytes)
    }

    /// Meaningless bytes with the revision that a simulated board looks for.
    init(revision: String, size: Int) {
        var bytes = Array("boardsim:firmware=\(revision)".utf8) + [0]
        // A multiple of four, as real images are.
        let size = max(bytes.count, (size + 3) / 4 * 4)
        for i in bytes.count..<size { bytes.append(UInt8(truncatingIfNeeded: i * 31 + i >> 8)) }
        self.init(bytes)
    }

    /// Device type and revision, application version, any SoftDevice, CRC.
    private static func initPacket(for bytes: [UInt8]) -> [UInt8] {
        Array(repeating: 0xFF, count: 8) + [0x01, 0x00, 0xFE, 0xFF]
            + checksum(bytes).littleEndianBytes
    }

    /// CRC-16 (CCITT), from 0xFFFF on.
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0xFFFF) { crc, byte in
            (0..<8).reduce(crc ^ UInt16(byte) << 8) { crc, _ in
                crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1
            }
        }
    }
}
