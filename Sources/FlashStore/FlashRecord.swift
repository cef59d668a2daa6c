import MetaWearBoard

/// One step in the life of a flash: a header of 16 bytes and, behind it, words and their check.
///
/// The header: kind (1 byte), a small value (1), the number of words (2), a page's sequence number
/// (4), a position (4), the check of these (4), all little endian. With words: 8 bytes each and one
/// more check. The header has its own, so that a flipped length is not taken for a torn end.
struct FlashRecord {
    enum Kind: UInt8 {
        /// Words of a page, from `position` on.
        case program = 1
        /// A host has taken `position` entries of a page.
        case consume
        /// Every page up to `sequence` is erased.
        case erase
        /// A boot: the small value is the reset uid, 0xFF for none yet.
        case boot
        /// `position` made-up pages from `sequence` on stand before all others: the small value is
        /// their reset uid, the one word the first one's time base.
        case fill
    }

    static let headerLength = 16

    var kind: Kind
    var value: UInt8 = 0
    var sequence: UInt32 = 0
    var position: UInt32 = 0

    /// The length of a record with `count` words.
    static func length(words count: Int) -> Int {
        headerLength + (count > 0 ? 8 * count + 4 : 0)
    }

    /// Appends the record to `buffer` and moves the chain of checks on.
    func append(_ words: ArraySlice<UInt64> = [], to buffer: inout [UInt8], chain: inout UInt32) {
        let start = buffer.count
        buffer.append(kind.rawValue)
        buffer.append(value)
        Self.append(UInt64(words.count), 2, to: &buffer)
        Self.append(UInt64(sequence), 4, to: &buffer)
        Self.append(UInt64(position), 4, to: &buffer)
        Self.close(from: start, &buffer, &chain)
        guard !words.isEmpty else { return }
        let body = buffer.count
        for word in words { Self.append(word, 8, to: &buffer) }
        Self.close(from: body, &buffer, &chain)
    }

    private static func close(from start: Int, _ buffer: inout [UInt8], _ chain: inout UInt32) {
        var checksum = Checksum(after: chain)
        checksum.add(buffer[start...])
        chain = checksum.value
        append(UInt64(chain), 4, to: &buffer)
    }

    private static func append(_ value: UInt64, _ bytes: Int, to buffer: inout [UInt8]) {
        for i in 0..<bytes { buffer.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * i))) }
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension FlashRecord {
    /// Its word is the run's tick.
    init(_ run: EarlierPages) {
        self.init(
            kind: .fill, value: run.uid, sequence: run.sequence,
            position: UInt32(clamping: run.count))
    }
}
