import MetaWearBoard

/// What the records of a journal add up to.
struct FlashJournalContents {
    struct Page {
        var sequence: UInt32
        /// Empty of a page that is packed.
        private var open: [UInt64]
        /// A packed replacement for the words of a page that is no longer written.
        private var packed: PackedPage?
        var consumed: Int
        /// The run that a made-up page belongs to, which has no words.
        var run: EarlierPages?
        /// How many words there are.
        private(set) var count: Int

        init(sequence: UInt32, words: [UInt64], consumed: Int, run: EarlierPages? = nil) {
            self.sequence = sequence
            open = words
            count = words.count
            self.consumed = consumed
            self.run = run
        }

        var words: [UInt64] { packed?.words ?? open }

        mutating func append(_ words: [UInt64]) {
            open += words
            count += words.count
        }

        /// A full log has tens of millions of words.
        mutating func pack() {
            guard packed == nil, let new = PackedPage(open) else { return }
            packed = new
            open = []
        }

        mutating func release() {
            open = []
            packed = nil
        }

        /// For the board; nil if there are no pages.
        var page: FlashPage? {
            packed.map { FlashPage(sequence: sequence, packed: $0, consumed: consumed) }
                ?? FlashPage(sequence: sequence, words: open, consumed: consumed)
        }
    }

    /// The flash's geometry: no journal contains more than fits.
    let slotsPerPage: Int
    let largestPageCount: Int

    init(slotsPerPage: Int, capacity: Int) {
        self.slotsPerPage = slotsPerPage
        largestPageCount = capacity / max(slotsPerPage, 1)
    }

    /// Oldest first.
    private(set) var pages: [Page] = []
    private var firstPage = 0
    private(set) var resetUID: UInt8?
    /// The state left by the bootloader.
    private(set) var firmware = InstalledFirmware()
    /// The highest sequence number that was ever programmed or erased.
    private(set) var highestSequence: UInt32?
    /// In order of id.
    private(set) var macros: [RecordedMacro] = []

    var live: ArraySlice<Page> { pages[firstPage...] }

    /// nil, or why the record cannot follow those before it.
    mutating func apply(_ record: FlashRecord, _ words: [UInt64]) -> String? {
        switch record.kind {
        case .program: return program(record, words)
        case .fill: return fill(record, words)
        case .consume:
            guard let i = live.firstIndex(where: { $0.sequence == record.sequence }),
                Int(record.position)
                    < (pages[i].run == nil ? pages[i].count : slotsPerPage),
                Int(record.position) >= pages[i].consumed
            else { return "entries are removed that were never written" }
            pages[i].consumed = Int(record.position)
        case .erase:
            while firstPage < pages.count, pages[firstPage].sequence <= record.sequence {
                pages[firstPage].release()
                firstPage += 1
            }
            if firstPage > 64, firstPage * 2 > pages.count {
                pages.removeFirst(firstPage)
                firstPage = 0
            }
            highestSequence = max(highestSequence ?? 0, record.sequence)
        case .firmware:
            guard let firmware = record.firmware else {
                return "a firmware is neither present nor absent"
            }
            self.firmware = firmware
        case .macro:
            guard let macro = record.macro(words) else {
                return "a macro contains no valid commands"
            }
            macros.removeAll { $0.id == macro.id }
            macros.insert(macro, at: macros.firstIndex { $0.id > macro.id } ?? macros.count)
        case .eraseMacros: macros = []
        case .boot: resetUID = record.value <= 7 ? record.value : nil
        }
        return nil
    }

    private mutating func fill(_ record: FlashRecord, _ words: [UInt64]) -> String? {
        let count = Int(record.position)
        let end = UInt64(record.sequence) + UInt64(count)
        guard words.count == 1, record.value <= 7, count > 0,
            live.count + count <= largestPageCount,
            end <= UInt64(live.first?.sequence ?? .max)
        else { return "older pages do not fit before the others" }
        let run = EarlierPages(
            sequence: record.sequence, count: count, uid: record.value,
            tick: UInt32(truncatingIfNeeded: words[0]))
        pages.replaceSubrange(
            ..<firstPage,
            with: (0..<count).map {
                Page(
                    sequence: record.sequence + UInt32($0), words: [], consumed: 0, run: run)
            })
        firstPage = 0
        return nil
    }

    private mutating func program(_ record: FlashRecord, _ words: [UInt64]) -> String? {
        guard !words.isEmpty else { return "a page is programmed with nothing" }
        if record.position == 0 {
            if let highestSequence, record.sequence <= highestSequence {
                return "page \(record.sequence) is written after page \(highestSequence)"
            }
            guard words[0] >> 56 == FlashPage.headerMark else { return "a page has no header" }
            if firstPage < pages.count { pages[pages.count - 1].pack() }
            pages.append(Page(sequence: record.sequence, words: words, consumed: 0))
            highestSequence = record.sequence
        } else {
            guard firstPage < pages.count, let page = pages.last,
                page.run == nil, page.sequence == record.sequence,
                page.count == Int(record.position)
            else { return "words of a page are missing" }
            pages[pages.count - 1].append(words)
        }
        return pages[pages.count - 1].count <= slotsPerPage ? nil : "a page is too long"
    }

    /// For the board; empty pages are omitted.
    var image: FlashImage {
        FlashImage(
            resetUID: resetUID,
            pages: live.compactMap { page in
                guard let run = page.run else { return page.page }
                return FlashPage(
                    run, at: Int(page.sequence - run.sequence), slotsPerPage: slotsPerPage,
                    consumed: page.consumed)
            },
            nextSequence: highestSequence.map { $0 &+ 1 }, macros: macros, firmware: firmware)
    }

    /// What is left of each run of made-up pages, oldest first.
    var runs: [EarlierPages] {
        var runs: [EarlierPages] = []
        for page in live {
            guard let run = page.run else { break }
            if let last = runs.last, last.sequence + UInt32(last.count) == page.sequence,
                page.sequence > run.sequence
            {
                runs[runs.count - 1].count += 1
            } else {
                let gone = page.sequence - run.sequence
                runs.append(
                    EarlierPages(
                        sequence: page.sequence, count: 1, uid: run.uid,
                        tick: run.tick &+ gone &* UInt32(slotsPerPage)))
            }
        }
        return runs
    }
}
