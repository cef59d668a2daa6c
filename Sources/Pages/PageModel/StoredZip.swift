/// A zip file whose files are not compressed (APPNOTE.TXT 4.3).
package enum StoredZip {
    /// The archive of files, by their names in it.
    package static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (name, bytes) in files {
            let name = Array(name.utf8)
            // Version, flags, no compression, 1 January 1980 at midnight, checksum, sizes, lengths of name and rest.
            let facts =
                number(10, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
                + number(Int(checksum(bytes)), 4) + number(bytes.count, 4)
                + number(bytes.count, 4) + number(name.count, 2) + number(0, 2)
            directory +=
                number(0x0201_4B50, 4) + number(10, 2) + facts + number(0, 2) + number(0, 2)
                + number(0, 2) + number(0, 4) + number(archive.count, 4) + name
            archive += number(0x0403_4B50, 4) + facts + name + bytes
        }
        let end =
            number(0x0605_4B50, 4) + number(0, 2) + number(0, 2) + number(files.count, 2)
            + number(files.count, 2) + number(directory.count, 4) + number(archive.count, 4)
            + number(0, 2)
        return archive + directory + end
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32, reflected.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
