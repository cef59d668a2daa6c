public import MetaWearBoard
import Wire

/// A directory that keeps one board's flash beyond the process: `flash.journal` and `lock`.
///
/// Each call appends a checksummed record with one write: what has returned is there after
/// `kill -9`. Against a failing power supply the disk is told to catch up after each megabyte and
/// at the end (a wait for each page would cost milliseconds and hold up nothing but time). When
/// half of the file and more is of the past, what is alive is written anew and put in its place.
public final class FlashDirectory: FlashStorage {
    /// Where it is.
    public let path: String
    /// What was there when it was opened.
    public let image: FlashImage
    /// What was noticed when it was opened and is no error: a torn end that was cut.
    public private(set) var notes: [String] = []
    /// The first write that failed; nothing is written after it.
    public private(set) var failure: FlashStoreError?

    private let header: FlashFileHeader
    private var lock: RawFile?
    private var journal: RawFile
    private var chain: UInt32
    /// The journal's length.
    private(set) var length: Int
    private var unsynchronized = 0
    /// False leaves it to the system when the disk catches up: for tests that open it by the
    /// hundred.
    var waitsForDisk = true
    private var buffer: [UInt8] = []

    /// The records of a page that is not erased.
    private struct LivePage {
        var sequence: UInt32
        var bytes: Int
    }
    private var livePages: [LivePage] = []
    private var firstLive = 0
    private var liveBytes = 0
    private var isClosed = false

    /// How much of the past a journal may hold beyond as much as is alive.
    static let spare = 256 << 10
    private static let synchronizeEvery = 1 << 20

    private var journalPath: String { path + "/flash.journal" }

    /// Opens the directory for a board, and makes it if it is not there.
    ///
    /// Damaged, foreign or busy files are an error and stay as they are; a torn last record is
    /// what had not been programmed yet: it is cut, and `notes` says so.
    public init(_ path: String, for profile: BoardProfile) throws(FlashStoreError) {
        self.path = path
        header = FlashFileHeader(model: profile.name, profile.flash)
        try RawFile.makeDirectory(path)
        let lock = try RawFile(path + "/lock", .readOrCreate)
        guard lock.tryLock() else { throw FlashStoreError(path, .inUse) }
        self.lock = lock
        // A rewrite that did not come to its end.
        RawFile.remove(path + "/flash.journal.new")
        let file = path + "/flash.journal"
        journal = try RawFile(file, .readOrCreate)
        let end = try journal.length()
        let head = try journal.read(at: 0, count: FlashFileHeader.length)
        let wanted = header.bytes
        guard head.count == wanted.count || !wanted.starts(with: head) else {
            // A new file, or one whose maker died before its header was whole.
            try journal.write(wanted, at: 0)
            (chain, length, image) = (header.check, wanted.count, FlashImage())
            return
        }
        try header.check(head, in: file)
        var reader = FlashJournalReader(
            journal, end: end, chain: header.check, largestCount: profile.flash.slotsPerPage)
        let contents = try reader.contents(of: header)
        image = contents.image
        (chain, length) = (reader.chain, reader.offset)
        for page in contents.live where page.run == nil {
            count(FlashRecord.length(words: page.words.count), page.sequence)
        }
        if length < end {
            notes.append(
                "\(file): \(end - length) bytes of an unfinished write were cut at byte \(length)")
            try journal.truncate(to: length)
        }
    }

    deinit { close() }

    /// Lets the disk catch up and other processes in; what is programmed afterwards is lost.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        if waitsForDisk, unsynchronized > 0 {
            attempt { () throws(FlashStoreError) in try journal.synchronize() }
        }
        lock = nil
    }

    // MARK: What the firmware calls

    /// Words of a page reach the flash.
    public func program(_ page: FlashPage, from word: Int) {
        guard word < page.words.count else { return }
        count(FlashRecord.length(words: page.words.count - word), page.sequence)
        append(
            FlashRecord(kind: .program, sequence: page.sequence, position: UInt32(clamping: word)),
            page.words[word...])
    }

    /// A host has taken entries.
    public func consume(_ page: FlashPage) {
        append(
            FlashRecord(
                kind: .consume, sequence: page.sequence, position: UInt32(clamping: page.consumed)))
    }

    /// What a scenario makes up is kept as its numbers.
    public func fill(_ pages: EarlierPages) {
        append(FlashRecord(pages), [UInt64(pages.tick)])
    }

    /// Pages are erased; their space is used again.
    public func erase(through sequence: UInt32) {
        append(FlashRecord(kind: .erase, sequence: sequence))
        while firstLive < livePages.count, livePages[firstLive].sequence <= sequence {
            liveBytes -= livePages[firstLive].bytes
            firstLive += 1
        }
        if firstLive > 64, firstLive * 2 > livePages.count {
            livePages.removeFirst(firstLive)
            firstLive = 0
        }
    }

    /// The firmware booted.
    public func save(resetUID: UInt8) { append(FlashRecord(kind: .boot, value: resetUID)) }

    /// A host has ended the recording of a macro.
    public func save(_ macro: RecordedMacro) {
        let (record, words) = FlashRecord.macro(macro)
        append(record, words)
    }

    /// All macros are gone.
    public func eraseMacros() { append(FlashRecord(kind: .eraseMacros)) }

    // MARK: Writing

    private func append(_ record: FlashRecord, _ words: ArraySlice<UInt64> = []) {
        guard failure == nil, !isClosed else { return }
        buffer.removeAll(keepingCapacity: true)
        var chain = chain
        record.append(words, to: &buffer, chain: &chain)
        attempt { () throws(FlashStoreError) in
            try journal.write(buffer, at: length)
            self.chain = chain
            length += buffer.count
            unsynchronized += buffer.count
            if waitsForDisk, unsynchronized >= Self.synchronizeEvery {
                unsynchronized = 0
                try journal.synchronize()
            }
            if length > 2 * liveBytes + Self.spare { try rewrite() }
        }
    }

    private func attempt(_ work: () throws(FlashStoreError) -> Void) {
        do throws(FlashStoreError) {
            try work()
        } catch {
            if failure == nil { failure = error }
        }
    }

    private func count(_ bytes: Int, _ sequence: UInt32) {
        liveBytes += bytes
        if firstLive < livePages.count, livePages[livePages.count - 1].sequence == sequence {
            livePages[livePages.count - 1].bytes += bytes
        } else {
            livePages.append(LivePage(sequence: sequence, bytes: bytes))
        }
    }

    /// Writes what is alive to a new file and puts it in the place of the old one: at each moment
    /// one of the two is whole.
    private func rewrite() throws(FlashStoreError) {
        var reader = FlashJournalReader(
            journal, end: length, chain: header.check, largestCount: Int(header.slotsPerPage))
        let contents = try reader.contents(of: header)
        let fresh = try RawFile(journalPath + ".new", .createNew)
        var bytes = header.bytes
        var offset = 0
        var chain = header.check
        let first = contents.live.first { $0.run == nil }?.sequence
        let erased = first.map { max($0, 1) - 1 } ?? contents.highestSequence
        if let erased {
            FlashRecord(kind: .erase, sequence: erased).append(to: &bytes, chain: &chain)
        }
        if let uid = contents.resetUID {
            FlashRecord(kind: .boot, value: uid).append(to: &bytes, chain: &chain)
        }
        for macro in contents.macros {
            let (record, words) = FlashRecord.macro(macro)
            record.append(words, to: &bytes, chain: &chain)
        }
        (livePages, firstLive, liveBytes) = ([], 0, 0)
        // Each before those that stand there.
        for run in contents.runs.reversed() {
            FlashRecord(run).append([UInt64(run.tick)], to: &bytes, chain: &chain)
        }
        for page in contents.live {
            if page.run == nil {
                FlashRecord(kind: .program, sequence: page.sequence)
                    .append(page.words[...], to: &bytes, chain: &chain)
                count(FlashRecord.length(words: page.words.count), page.sequence)
            }
            if page.consumed > 0 {
                FlashRecord(
                    kind: .consume, sequence: page.sequence,
                    position: UInt32(clamping: page.consumed)
                ).append(to: &bytes, chain: &chain)
            }
            if bytes.count >= Self.synchronizeEvery {
                try fresh.write(bytes, at: offset)
                offset += bytes.count
                bytes.removeAll(keepingCapacity: true)
            }
        }
        try fresh.write(bytes, at: offset)
        if waitsForDisk { try fresh.synchronize() }
        try RawFile.replace(journalPath, by: journalPath + ".new")
        (journal, self.chain, length, unsynchronized) = (fresh, chain, offset + bytes.count, 0)
    }
}
