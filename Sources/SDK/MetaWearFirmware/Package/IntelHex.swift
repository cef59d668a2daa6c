/// A memory image as text, in Intel's format.
enum IntelHex {
    private static let erased: UInt8 = 0xFF

    /// Reads a file; gaps between records become erased flash.
    ///
    /// - Parameter limit: the most bytes from the first address to the last.
    /// - Returns: nil for a text in another format, a wrong checksum or an image above the limit.
    static func image(_ text: [UInt8], limit: Int) -> [UInt8]? {
        var records: [(address: Int, bytes: [UInt8])] = []
        var base = 0
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let record = Record(line) else { return nil }
            switch record.kind {
            case 0x00: records.append((base + record.address, record.bytes))
            // The end.
            case 0x01: return join(records, limit)
            // The upper bits of what follows.
            case 0x02, 0x04:
                guard record.bytes.count == 2 else { return nil }
                let upper = Int(record.bytes[0]) << 8 | Int(record.bytes[1])
                base = record.kind == 0x02 ? upper << 4 : upper << 16
            // Where to start; a bootloader knows.
            case 0x03, 0x05: continue
            default: return nil
            }
        }
        return nil
    }

    private static func join(
        _ records: [(address: Int, bytes: [UInt8])], _ limit: Int
    ) -> [UInt8]? {
        guard let start = records.map(\.address).min(),
            let end = records.map({ $0.address + $0.bytes.count }).max(),
            end > start, end - start <= limit
        else { return nil }
        var image = [UInt8](repeating: erased, count: end - start)
        for record in records {
            let place = record.address - start
            image.replaceSubrange(place..<place + record.bytes.count, with: record.bytes)
        }
        return image
    }

    /// `:10 0100 00 …bytes… checksum`.
    private struct Record {
        let address: Int
        let kind: UInt8
        let bytes: [UInt8]

        init?(_ line: ArraySlice<UInt8>) {
            let digits = line.dropFirst()
            guard line.first == UInt8(ascii: ":"), digits.count >= 10, digits.count % 2 == 0 else {
                return nil
            }
            var all: [UInt8] = []
            var high: UInt8?
            for digit in digits {
                guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
                if let some = high {
                    all.append(some << 4 | UInt8(value))
                    high = nil
                } else {
                    high = UInt8(value)
                }
            }
            guard all.count == Int(all[0]) + 5, all.reduce(0, &+) == 0 else { return nil }
            address = Int(all[1]) << 8 | Int(all[2])
            kind = all[3]
            bytes = Array(all[4..<all.count - 1])
        }
    }
}
