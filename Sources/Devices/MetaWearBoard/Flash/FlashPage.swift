/// One entry of the log as it goes to the host.
struct FlashEntry: Equatable {
    /// 0 to 31.
    var logger: UInt8
    /// 0 to 7.
    var uid: UInt8
    var tick: UInt32
    var data: UInt32
}

/// A page of the log: a header slot with the time base, and entries of 8 bytes.
///
/// An entry holds the data in bits 0 to 31, the tick's distance from the base in bits 32 to 55,
/// the logger in bits 56 to 60 and the reset uid in bits 61 to 63.
public struct FlashPage: Sendable {
    /// Numbers the pages in the order of writing.
    public let sequence: UInt32
    /// Slots, the header first; empty for a generated page.
    public var words: [UInt64] { packed?.words ?? slotWords }
    private var slotWords: [UInt64]
    /// Replaces the words of a closed page.
    private var packed: PackedPage?
    /// Entries that a host has taken.
    public var consumed = 0
    private let base: UInt32
    private let madeUp: MadeUp?

    private struct MadeUp: Sendable {
        var entries: Int
        var uid: UInt8
    }

    static let largestDistance: UInt32 = 0xFF_FFFF
    /// Distinguishes a written header from erased flash, in its top byte.
    package static let headerMark: UInt64 = 0xA5

    init(sequence: UInt32, base: UInt32, capacity: Int) {
        self.sequence = sequence
        self.base = base
        madeUp = nil
        slotWords = []
        slotWords.reserveCapacity(capacity)
        slotWords.append(Self.headerMark << 56 | UInt64(base))
    }

    /// A page read from storage; nil if the first word is no header or it has fewer entries than a
    /// host has taken.
    public init?(sequence: UInt32, words: [UInt64], consumed: Int) {
        guard let header = words.first, header >> 56 == Self.headerMark,
            consumed >= 0, consumed < words.count
        else { return nil }
        self.sequence = sequence
        slotWords = words
        self.consumed = consumed
        base = UInt32(truncatingIfNeeded: header)
        madeUp = nil
    }

    /// A closed page read from storage; nil if it has fewer entries than a host has taken.
    public init?(sequence: UInt32, packed: PackedPage, consumed: Int) {
        guard packed.header >> 56 == Self.headerMark, consumed >= 0, consumed <= packed.count else {
            return nil
        }
        self.sequence = sequence
        slotWords = []
        self.packed = packed
        self.consumed = consumed
        base = UInt32(truncatingIfNeeded: packed.header)
        madeUp = nil
    }

    /// Closes the page, so that it takes less memory.
    mutating func pack() {
        guard packed == nil, let new = PackedPage(slotWords) else { return }
        packed = new
        slotWords = []
    }

    /// The same page with its entries unpacked.
    func unpacked() -> FlashPage {
        guard let packed else { return self }
        var page = self
        page.slotWords = packed.words
        page.packed = nil
        return page
    }

    /// Whether reading an entry must search for it.
    var isPacked: Bool { packed != nil }

    /// The page at a place in a run of generated ones; its contents follow from its number.
    ///
    /// - Parameter consumed: entries that a host has taken.
    public init(_ run: EarlierPages, at place: Int, slotsPerPage: Int, consumed: Int = 0) {
        sequence = run.sequence &+ UInt32(truncatingIfNeeded: place)
        base = run.tick &+ UInt32(truncatingIfNeeded: place &* slotsPerPage)
        slotWords = []
        self.consumed = consumed
        madeUp = MadeUp(entries: slotsPerPage - 1, uid: run.uid)
    }

    /// Entries in all, taken or not.
    var entries: Int { madeUp?.entries ?? packed?.count ?? (slotWords.count - 1) }
    var entriesLeft: Int { entries - consumed }
    var isEmpty: Bool { entriesLeft == 0 }
    /// Slots that a readout would still count: the header and the entries left; none if a host has
    /// taken all.
    var slots: Int { isEmpty ? 0 : entriesLeft + 1 }

    func accepts(tick: UInt32, geometry: FlashGeometry) -> Bool {
        slotWords.count < geometry.slotsPerPage && tick >= base
            && tick - base <= Self.largestDistance
    }

    mutating func append(_ entry: FlashEntry) {
        slotWords.append(
            UInt64(entry.data) | UInt64(entry.tick &- base) << 32 | UInt64(entry.logger) << 56
                | UInt64(entry.uid) << 61)
    }

    /// Removes the last entry, which did not reach the flash.
    mutating func removeLast() { if slotWords.count > 1 { slotWords.removeLast() } }

    /// Entry `i` of those that no host has taken.
    func entry(_ i: Int) -> FlashEntry {
        if let madeUp {
            let n = UInt32(truncatingIfNeeded: consumed + i)
            return FlashEntry(logger: 31, uid: madeUp.uid, tick: base &+ n, data: n)
        }
        let word = packed == nil ? slotWords[1 + consumed + i] : words[1 + consumed + i]
        return FlashEntry(
            logger: UInt8(word >> 56 & 31), uid: UInt8(word >> 61),
            tick: base &+ UInt32(word >> 32 & 0xFF_FFFF), data: UInt32(truncatingIfNeeded: word))
    }

    /// Frees its memory.
    mutating func release() {
        slotWords = []
        packed = nil
    }
}
