/// A closed page of the log at five bytes an entry: the logger and the ticks since the previous
/// entry in the first, the data in the others.
public struct PackedPage: Sendable {
    let header: UInt64
    private let uid: UInt8
    /// Entries.
    let count: Int
    private let bytes: [UInt8]

    /// Marks a distance in ticks that follows in three bytes.
    private static let far: UInt32 = 7

    /// Nil for words that are too few or that no board writes: entries of two boots, ticks that go
    /// back.
    ///
    /// - Parameter words: the header and the entries.
    public init?(_ words: [UInt64]) {
        guard words.count > 8 else { return nil }
        header = words[0]
        count = words.count - 1
        uid = UInt8(words[1] >> 61)
        var bytes: [UInt8] = []
        // Once more than most pages need: an array that grows takes twice its size.
        bytes.reserveCapacity(5 * count + Self.spare(words))
        var last: UInt32 = 0
        for word in words.dropFirst() {
            let tick = UInt32(word >> 32 & 0xFF_FFFF)
            guard UInt8(word >> 61) == uid, tick >= last else { return nil }
            let logger = UInt8(word >> 56 & 31)
            let distance = tick - last
            last = tick
            bytes.append(UInt8(min(distance, Self.far)) << 5 | logger)
            if distance >= Self.far {
                for shift: UInt32 in [0, 8, 16] {
                    bytes.append(UInt8(truncatingIfNeeded: distance >> shift))
                }
            }
            for shift: UInt64 in [0, 8, 16, 24] {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        self.bytes = bytes
    }

    /// The space for distances that take three bytes more.
    private static func spare(_ words: [UInt64]) -> Int {
        var spare = 0
        for i in 1..<words.count {
            let before = i > 1 ? words[i - 1] >> 32 & 0xFF_FFFF : 0
            if words[i] >> 32 & 0xFF_FFFF &- before >= UInt64(far) { spare += 3 }
        }
        return spare
    }

    /// The header and the entries.
    public var words: [UInt64] {
        var words: [UInt64] = []
        words.reserveCapacity(count + 1)
        words.append(header)
        var tick: UInt64 = 0
        let bytes = bytes.span
        var at = 0
        func next() -> UInt64 {
            defer { at += 1 }
            return UInt64(bytes[at])
        }
        for _ in 0..<count {
            let first = next()
            let distance = first >> 5
            tick += distance < UInt64(Self.far) ? distance : next() | next() << 8 | next() << 16
            let data = next() | next() << 8 | next() << 16 | next() << 24
            words.append(data | tick << 32 | (first & 31) << 56 | UInt64(uid) << 61)
        }
        return words
    }
}
