import MetaWearBoard

/// What the records of a journal add up to.
struct FlashJournalContents {
    struct Page {
        var sequence: UInt32
        var words: [UInt64]
        var consumed: Int
    }

    /// Oldest first.
    private(set) var pages: [Page] = []
    private var firstPage = 0
    private(set) var resetUID: UInt8?
    /// The highest sequence number that was ever programmed or erased.
    private(set) var highestSequence: UInt32?

    var live: ArraySlice<Page> { pages[firstPage...] }

    /// nil, or why the record cannot follow those before it.
    mutating func apply(
        _ record: FlashRecord, _ words: [UInt64], slotsPerPage: Int
    ) -> String? {
        switch record.kind {
        case .program: return program(record, words, slotsPerPage: slotsPerPage)
        case .consume:
            guard let i = live.firstIndex(where: { $0.sequence == record.sequence }),
                Int(record.position) < pages[i].words.count,
                Int(record.position) >= pages[i].consumed
            else { return "entries are taken that were never written" }
            pages[i].consumed = Int(record.position)
        case .erase:
            while firstPage < pages.count, pages[firstPage].sequence <= record.sequence {
                pages[firstPage].words = []
                firstPage += 1
            }
            if firstPage > 64, firstPage * 2 > pages.count {
                pages.removeFirst(firstPage)
                firstPage = 0
            }
            highestSequence = max(highestSequence ?? 0, record.sequence)
        case .boot: resetUID = record.value <= 7 ? record.value : nil
        }
        return nil
    }

    private mutating func program(
        _ record: FlashRecord, _ words: [UInt64], slotsPerPage: Int
    ) -> String? {
        guard !words.isEmpty else { return "a page is programmed with nothing" }
        if record.position == 0 {
            if let highestSequence, record.sequence <= highestSequence {
                return "page \(record.sequence) is written after page \(highestSequence)"
            }
            guard words[0] >> 56 == FlashPage.headerMark else { return "a page has no header" }
            pages.append(Page(sequence: record.sequence, words: words, consumed: 0))
            highestSequence = record.sequence
        } else {
            guard firstPage < pages.count, let page = pages.last,
                page.sequence == record.sequence, page.words.count == Int(record.position)
            else { return "words of a page are missing" }
            pages[pages.count - 1].words += words
        }
        return pages[pages.count - 1].words.count <= slotsPerPage ? nil : "a page is too long"
    }

    /// For the board; empty pages are left out by it.
    var image: FlashImage {
        FlashImage(
            resetUID: resetUID,
            pages: live.compactMap {
                FlashPage(sequence: $0.sequence, words: $0.words, consumed: $0.consumed)
            },
            nextSequence: highestSequence.map { $0 &+ 1 })
    }
}
