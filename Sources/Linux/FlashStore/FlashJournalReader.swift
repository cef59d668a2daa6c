/// Reads a journal record by record, through a window, and distinguishes a torn end from damage.
struct FlashJournalReader {
    /// Where the next record begins.
    private(set) var offset: Int
    /// The checksum of everything read so far.
    private(set) var chain: UInt32
    /// True if the file ends within a record: what was being written when the process died.
    private(set) var isTorn = false

    private let file: RawFile
    private let end: Int
    private let largestCount: Int
    private var window: [UInt8] = []
    private var windowStart = 0
    private static let windowLength = 1 << 20

    /// - Parameters:
    ///   - header: of the file.
    init(_ file: RawFile, end: Int, after header: FlashFileHeader) {
        self.file = file
        self.end = end
        chain = header.check
        largestCount = Int(header.slotsPerPage)
        offset = header.firstRecord
    }

    /// The next record with its words; nil at the end, torn or not.
    mutating func next() throws(FlashStoreError) -> (FlashRecord, [UInt64])? {
        guard offset < end, !isTorn else { return nil }
        guard let head = try bytes(at: offset, count: FlashRecord.headerLength) else {
            return torn()
        }
        guard closes(head) else {
            if try isZero(from: offset) { return torn() }
            throw damaged("a record's header does not match its checksum")
        }
        guard let kind = FlashRecord.Kind(rawValue: head[head.startIndex]) else {
            throw damaged("a record of an unknown kind, \(head[head.startIndex])")
        }
        let at = head.startIndex
        let count = Int(FlashRecord.number(head[at + 2..<at + 4]))
        guard count <= kind.largestCount(slotsPerPage: largestCount) else {
            throw damaged("\(count) words in a \(kind == .macro ? "macro" : "page")")
        }
        let record = FlashRecord(
            kind: kind, value: head[at + 1],
            sequence: UInt32(FlashRecord.number(head[at + 4..<at + 8])),
            position: UInt32(FlashRecord.number(head[at + 8..<at + 12])))
        let headChain = UInt32(FlashRecord.number(head.suffix(4)))
        guard count > 0 else {
            chain = headChain
            offset += FlashRecord.headerLength
            return (record, [])
        }
        let bodyAt = offset + FlashRecord.headerLength
        guard let body = try bytes(at: bodyAt, count: 8 * count + 4) else { return torn() }
        let before = chain
        chain = headChain
        guard closes(body) else {
            chain = before
            // A power failure may leave the length but not the bytes.
            if bodyAt + body.count == end, body.suffix(4).allSatisfy({ $0 == 0 }) { return torn() }
            throw damaged("a record's words do not match their checksum")
        }
        chain = UInt32(FlashRecord.number(body.suffix(4)))
        let words = (0..<count).map {
            FlashRecord.number(body[body.startIndex + 8 * $0..<body.startIndex + 8 * $0 + 8])
        }
        offset = bodyAt + body.count
        return (record, words)
    }

    func damaged(_ what: String) -> FlashStoreError {
        FlashStoreError(file.path, at: offset, .damaged(what))
    }

    private mutating func torn() -> (FlashRecord, [UInt64])? {
        isTorn = true
        return nil
    }

    /// Whether bytes end in the checksum of those before.
    private func closes(_ bytes: ArraySlice<UInt8>) -> Bool {
        var checksum = Checksum(after: chain)
        checksum.add(bytes.dropLast(4))
        return UInt64(checksum.value) == FlashRecord.number(bytes.suffix(4))
    }

    /// nil if the file ends before.
    private mutating func bytes(
        at offset: Int, count: Int
    ) throws(FlashStoreError) -> ArraySlice<UInt8>? {
        guard offset + count <= end else { return nil }
        if offset < windowStart || offset + count > windowStart + window.count {
            window = try file.read(
                at: offset, count: min(max(Self.windowLength, count), end - offset))
            windowStart = offset
        }
        guard offset + count <= windowStart + window.count else { return nil }
        return window[offset - windowStart..<offset - windowStart + count]
    }

    private mutating func isZero(from start: Int) throws(FlashStoreError) -> Bool {
        var at = start
        while at < end {
            guard let part = try bytes(at: at, count: min(4096, end - at)) else { return false }
            guard part.allSatisfy({ $0 == 0 }) else { return false }
            at += part.count
        }
        return true
    }
}

extension FlashJournalReader {
    /// What all the records add up to.
    mutating func contents(
        of header: FlashFileHeader
    ) throws(FlashStoreError) -> FlashJournalContents {
        var contents = FlashJournalContents(
            slotsPerPage: Int(header.slotsPerPage), capacity: Int(clamping: header.capacity))
        while let (record, words) = try next() {
            if let wrong = contents.apply(record, words) { throw damaged(wrong) }
        }
        return contents
    }
}
