/// An image being received: counted and checked as it arrives, not stored.
struct ReceivedImage: Equatable, Sendable {
    /// Bytes received.
    private(set) var count = 0
    /// CRC-16 of the bytes received: CCITT's polynomial with 0xFFFF to start, as in Nordic's
    /// bootloader.
    private(set) var crc: UInt16 = 0xFFFF
    /// The revision found in the image; see ``RevisionMark``.
    var revision: FirmwareRevision? { mark.revision }
    private var mark = RevisionMark()

    /// The image is complete.
    mutating func finish() { mark.end() }

    mutating func append(_ bytes: Span<UInt8>) {
        count += bytes.count
        for i in bytes.indices {
            crc = Self.step(crc, bytes[i])
            mark.take(bytes[i])
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

/// Finds `boardsim:firmware=1.7.4` in the bytes of an image: an image made for tests declares its
/// revision this way. Real images have no documented mark.
struct RevisionMark: Equatable, Sendable {
    /// The first one found.
    private(set) var revision: FirmwareRevision?
    /// Bytes of the key matched so far; all of them while the number is read.
    private var matched = 0
    private var number: [UInt8] = []

    static let key = Array("boardsim:firmware=".utf8)
    /// `255.255.255`.
    private static let longestNumber = 11

    mutating func take(_ byte: UInt8) {
        guard revision == nil else { return }
        if matched < Self.key.count {
            // The first letter occurs only once in the key: no other fallback is needed.
            matched = byte == Self.key[matched] ? matched + 1 : byte == Self.key[0] ? 1 : 0
            return
        }
        if number.count < Self.longestNumber, byte == 0x2E || (0x30...0x39).contains(byte) {
            number.append(byte)
            return
        }
        end()
        matched = byte == Self.key[0] ? 1 : 0
    }

    /// The number ended, or the image did.
    mutating func end() {
        if revision == nil, !number.isEmpty {
            revision = FirmwareRevision(String(decoding: number, as: UTF8.self))
        }
        number = []
        matched = 0
    }
}
