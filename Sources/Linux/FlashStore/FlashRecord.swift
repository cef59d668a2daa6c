import MetaWearBoard

/// One step in the life of a flash: a header of 16 bytes followed by words and their checksum.
///
/// The header: kind (1 byte), a small value (1), the number of words (2), a page's sequence number
/// (4), a position (4), the checksum of these (4), all little endian. With words: 8 bytes each and
/// another checksum. The header has its own, so that a flipped length is not mistaken for a torn
/// end.
struct FlashRecord {
    enum Kind: UInt8 {
        /// Words of a page, from `position` on.
        case program = 1
        /// A host has removed `position` entries of a page.
        case consume
        /// Every page up to `sequence` is erased.
        case erase
        /// A boot: the small value is the reset uid, 0xFF for none yet.
        case boot
        /// `position` made-up pages from `sequence` on precede all others: the small value is their
        /// reset uid, the one word the first one's time base.
        case fill
        /// A recorded macro, replacing an earlier one: the small value is its id, `position` 1 if
        /// it runs at boot, `sequence` the number of its bytes, which the words hold.
        case macro
        /// No macro is left.
        case eraseMacros
        /// The contents of the program flash: the small value is 1 with an application, 0 without;
        /// `sequence` is the application's revision, `position` the bootloader's.
        case firmware = 8

        /// How many words a record of the kind may have.
        func largestCount(slotsPerPage: Int) -> Int {
            self == .macro ? MacroMemory.capacity / 8 : slotsPerPage
        }
    }

    static let headerLength = 16

    var kind: Kind
    var value: UInt8 = 0
    var sequence: UInt32 = 0
    var position: UInt32 = 0

    static func length(words count: Int) -> Int {
        headerLength + (count > 0 ? 8 * count + 4 : 0)
    }

    /// Appends the record to `buffer` and advances the chain of checksums.
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
    /// A macro, and the words with its bytes, the last one padded with zeros.
    static func macro(_ macro: RecordedMacro) -> (record: FlashRecord, words: ArraySlice<UInt64>) {
        let record = FlashRecord(
            kind: .macro, value: macro.id, sequence: UInt32(clamping: macro.bytes.count),
            position: macro.runsAtBoot ? 1 : 0)
        let words = stride(from: 0, to: macro.bytes.count, by: 8).map {
            number(macro.bytes[$0..<min($0 + 8, macro.bytes.count)])
        }
        return (record, words[...])
    }

    /// The macro in a record and its words; nil if they are invalid.
    func macro(_ words: [UInt64]) -> RecordedMacro? {
        let count = Int(sequence)
        guard kind == .macro, position <= 1, words.count == (count + 7) / 8 else { return nil }
        let bytes = words.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
        }
        guard bytes[count...].allSatisfy({ $0 == 0 }) else { return nil }
        return RecordedMacro(id: value, runsAtBoot: position == 1, bytes: Array(bytes[..<count]))
    }

    /// Its word is the run's tick.
    init(_ run: EarlierPages) {
        self.init(
            kind: .fill, value: run.uid, sequence: run.sequence,
            position: UInt32(clamping: run.count))
    }
}

extension FlashRecord {
    init(_ firmware: InstalledFirmware) {
        self.init(
            kind: .firmware, value: firmware.hasApplication ? 1 : 0,
            sequence: Self.number(firmware.application),
            position: Self.number(firmware.bootloader))
    }

    /// nil if this is no record of a firmware.
    var firmware: InstalledFirmware? {
        guard kind == .firmware, value <= 1 else { return nil }
        return InstalledFirmware(
            hasApplication: value == 1, application: Self.revision(sequence),
            bootloader: Self.revision(position))
    }

    /// A mark and three bytes; 0 for none.
    private static func number(_ revision: FirmwareRevision?) -> UInt32 {
        guard let revision else { return 0 }
        return 1 << 24 | UInt32(revision.major) << 16 | UInt32(revision.minor) << 8
            | UInt32(revision.patch)
    }

    private static func revision(_ number: UInt32) -> FirmwareRevision? {
        guard number >> 24 == 1 else { return nil }
        return FirmwareRevision(
            major: UInt8(truncatingIfNeeded: number >> 16),
            minor: UInt8(truncatingIfNeeded: number >> 8), patch: UInt8(truncatingIfNeeded: number))
    }
}
