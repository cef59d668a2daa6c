import MetaWearBoard
import Wire

/// A directory that persists one board's flash: `flash.journal` and `lock`.
///
/// Each call appends a checksummed record with one write: a call that has returned survives
/// `kill -9`. Against a power failure, the file is synced after each megabyte and at the end (a
/// sync for each page would cost milliseconds). When more than half of the file is obsolete, the
/// live part is rewritten and replaces it.
package final class FlashDirectory: FlashStorage {
    /// Where it is.
    package let path: String
    /// Its contents when it was opened.
    package let image: FlashImage
    /// Notes about the opening that are no errors: a torn end that was removed.
    package private(set) var notes: [String] = []
    /// The first write that failed; nothing is written after it.
    package private(set) var failure: FlashStoreError?
    /// Called once, when the first write fails.
    package var onFailure: (FlashStoreError) -> Void = { _ in }

    /// Of this board in the current version.
    private let header: FlashFileHeader
    /// Of the journal, which may have an earlier version.
    private var form: FlashFileHeader
    private var lock: RawFile?
    private var journal: RawFile
    private var chain: UInt32
    /// The journal's length.
    private(set) var length: Int
    private var unsynchronized = 0
    /// As the file's mark says.
    private var marked = FlashFileMark()
    /// The length from which the journal is rewritten, after an attempt without enough room.
    private var nextRewrite = 0
    /// False leaves it to the system when to sync: for tests that open it hundreds of times.
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
    /// Until the opening has succeeded: a refused file keeps its bytes.
    private var isClosed = true

    /// How much obsolete data a journal may contain beyond the amount of live data.
    static let spare = 256 << 10
    private static let synchronizeEvery = 1 << 20

    private var journalPath: String { path + "/flash.journal" }

    /// Opens the directory for a board, and creates it if necessary.
    ///
    /// Damaged, foreign or busy files are an error and are not changed; a torn last record had not
    /// been programmed yet: it is removed with a note in `notes`, as are bytes that a failing
    /// machine may have lost.
    package init(_ path: String, for profile: BoardProfile) throws(FlashStoreError) {
        self.path = path
        header = FlashFileHeader(model: profile.name, profile.flash)
        try RawFile.makeDirectory(path)
        let lock = try RawFile(path + "/lock", .readOrCreate)
        guard lock.tryLock() else { throw FlashStoreError(path, .inUse) }
        self.lock = lock
        // An unfinished rewrite.
        RawFile.remove(path + "/flash.journal.new")
        let file = path + "/flash.journal"
        guard RawFile.exists(file) else {
            (journal, marked) = try Self.create(file, header)
            (form, chain, length, image) = (header, header.check, header.firstRecord, FlashImage())
            isClosed = false
            return
        }
        journal = try RawFile(file, .readOrCreate)
        let end = try journal.length()
        form = try header.check(try journal.read(at: 0, count: FlashFileHeader.length), in: file)
        if form.version > 1 {
            marked = try FlashFileMark.read(
                try journal.read(at: FlashFileHeader.length, count: FlashFileMark.length), in: file)
        }
        var reader = FlashJournalReader(journal, end: end, after: form)
        let contents = try reader.contents(of: form)
        image = contents.image
        (chain, length) = (reader.chain, reader.offset)
        for page in contents.live where page.run == nil {
            count(FlashRecord.length(words: page.count), page.sequence)
        }
        try checkEnd(end, of: file)
        isClosed = false
    }

    /// A new file appears complete or not at all.
    private static func create(
        _ file: String, _ header: FlashFileHeader
    ) throws(FlashStoreError) -> (RawFile, FlashFileMark) {
        let fresh = try RawFile(file + ".new", .createNew)
        let mark = FlashFileMark(written: header.firstRecord, synchronized: 0)
        try fresh.write(header.bytes + mark.bytes, at: 0)
        try fresh.take(file)
        return (fresh, mark)
    }

    /// Checks what follows the last complete record, or is missing there.
    private func checkEnd(_ end: Int, of file: String) throws(FlashStoreError) {
        guard length >= marked.synchronized else {
            throw FlashStoreError(
                file, at: length,
                .damaged(
                    "\(Int(clamping: marked.synchronized) - length) bytes are missing at its end"))
        }
        if length < marked.written {
            notes.append(
                "\(file): \(Int(clamping: marked.written) - length) bytes that had been written are"
                    + " missing from byte \(length) on: the machine failed, or the file was cut")
        } else if length < end {
            notes.append(
                "\(file): \(end - length) bytes of an unfinished write were removed at byte \(length)"
            )
        }
        guard length < end || length < marked.written else { return }
        try journal.truncate(to: length)
        mark()
    }

    deinit { close() }

    /// Syncs the file and releases the lock; what is programmed afterwards is lost.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        if waitsForDisk, unsynchronized > 0 { synchronize() }
        if marked.written != UInt64(length) { mark() }
        lock = nil
    }

    // MARK: What the firmware calls

    /// Words of a page reach the flash.
    package func program(_ page: FlashPage, from word: Int) -> Bool {
        let words = page.words
        guard word < words.count else { return true }
        count(FlashRecord.length(words: words.count - word), page.sequence)
        return append(
            FlashRecord(kind: .program, sequence: page.sequence, position: UInt32(clamping: word)),
            words[word...])
    }

    /// A host has removed entries.
    package func consume(_ page: FlashPage) {
        append(
            FlashRecord(
                kind: .consume, sequence: page.sequence, position: UInt32(clamping: page.consumed)))
    }

    /// Made-up pages of a scenario are stored as numbers only.
    package func fill(_ pages: EarlierPages) {
        append(FlashRecord(pages), [UInt64(pages.tick)])
    }

    /// Pages are erased; their space is reused.
    package func erase(through sequence: UInt32) {
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
    package func save(resetUID: UInt8) { append(FlashRecord(kind: .boot, value: resetUID)) }

    /// The bootloader erased or wrote an image.
    @discardableResult package func save(firmware: InstalledFirmware) -> Bool {
        append(FlashRecord(firmware))
    }

    /// A host has ended the recording of a macro.
    package func save(_ macro: RecordedMacro) -> Bool {
        let (record, words) = FlashRecord.macro(macro)
        return append(record, words)
    }

    /// All macros are erased.
    package func eraseMacros() -> Bool { append(FlashRecord(kind: .eraseMacros)) }

    // MARK: Writing

    /// False if the record is not in the file.
    @discardableResult private func append(
        _ record: FlashRecord, _ words: ArraySlice<UInt64> = []
    ) -> Bool {
        guard failure == nil, !isClosed else { return false }
        buffer.removeAll(keepingCapacity: true)
        var chain = chain
        record.append(words, to: &buffer, chain: &chain)
        do throws(FlashStoreError) {
            try journal.write(buffer, at: length)
        } catch {
            fail(error)
            return false
        }
        self.chain = chain
        length += buffer.count
        unsynchronized += buffer.count
        if waitsForDisk, unsynchronized >= Self.synchronizeEvery { synchronize() }
        mark()
        if length > max(2 * liveBytes + Self.spare, nextRewrite) { tryRewrite() }
        return true
    }

    private func fail(_ error: FlashStoreError) {
        guard failure == nil else { return }
        failure = error
        onFailure(error)
    }

    private func synchronize() {
        unsynchronized = 0
        do throws(FlashStoreError) {
            try journal.synchronize()
            marked.synchronized = UInt64(length)
            mark()
        } catch {
            fail(error)
        }
    }

    /// If it cannot be written, the mark is too low, which is harmless.
    private func mark() {
        guard form.version > 1 else { return }
        marked = FlashFileMark(
            written: length, synchronized: min(Int(clamping: marked.synchronized), length))
        try? journal.write(marked.bytes, at: FlashFileHeader.length)
    }

    /// Without room for a second journal the first keeps growing.
    private func tryRewrite() {
        do throws(FlashStoreError) {
            try rewrite()
        } catch {
            RawFile.remove(journalPath + ".new")
            nextRewrite = length + Self.spare
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

    /// Writes the live part to a new file and replaces the old one: at any time one of the two is
    /// complete.
    private func rewrite() throws(FlashStoreError) {
        var reader = FlashJournalReader(journal, end: length, after: form)
        let contents = try reader.contents(of: form)
        let fresh = try RawFile(journalPath + ".new", .createNew)
        var bytes = header.bytes + FlashFileMark().bytes
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
        if contents.firmware != InstalledFirmware() {
            FlashRecord(contents.firmware).append(to: &bytes, chain: &chain)
        }
        for macro in contents.macros {
            let (record, words) = FlashRecord.macro(macro)
            record.append(words, to: &bytes, chain: &chain)
        }
        // Each before the existing ones.
        for run in contents.runs.reversed() {
            FlashRecord(run).append([UInt64(run.tick)], to: &bytes, chain: &chain)
        }
        for page in contents.live {
            if page.run == nil {
                FlashRecord(kind: .program, sequence: page.sequence)
                    .append(page.words[...], to: &bytes, chain: &chain)
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
        let end = offset + bytes.count
        let mark = FlashFileMark(written: end, synchronized: waitsForDisk ? end : 0)
        try fresh.write(mark.bytes, at: FlashFileHeader.length)
        if waitsForDisk { try fresh.synchronize() }
        try fresh.take(journalPath)
        (journal, form, marked) = (fresh, header, mark)
        (self.chain, length, unsynchronized, nextRewrite) = (chain, end, 0, 0)
        (livePages, firstLive, liveBytes) = ([], 0, 0)
        for page in contents.live where page.run == nil {
            count(FlashRecord.length(words: page.count), page.sequence)
        }
    }
}
