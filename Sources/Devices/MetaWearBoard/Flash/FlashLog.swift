/// The log in flash: a queue of pages, oldest first, each a header slot and entries of 8 bytes
/// (protocol, core 3.6).
///
/// On NAND boards entries gather in a RAM page and reach flash when it is full or flushed; on the
/// others each entry is programmed at once.
public final class FlashLog {
    /// The layout of the flash.
    package let geometry: FlashGeometry
    private let storage: (any FlashStorage)?
    /// True if the storage comes from an earlier run of the board.
    let hasBootedBefore: Bool

    /// Closed pages, oldest first; the consumed ones at the front are removed now and then.
    private var pages: [FlashPage] = []
    @exclusivity(unchecked) private var firstPage = 0
    /// The page that is being written; in RAM or, without a RAM page, in flash already.
    private var open: FlashPage?
    /// The closed page that was read last, unpacked.
    private var lookedAt: FlashPage?
    private var nextSequence: UInt32
    /// Ticks never go back within one boot (protocol, core 3.6).
    @exclusivity(unchecked) private var lastTick: UInt32 = 0
    @exclusivity(unchecked) private var hasLastTick = false

    /// Three bits, one more at every boot (protocol, core 3.4).
    @exclusivity(unchecked) package private(set) var resetUID: UInt8 = 0
    /// The host's enable flag.
    @exclusivity(unchecked) package internal(set) var isEnabled = false
    /// True: the oldest page is erased when all are full. False: recording stops.
    package internal(set) var isCircular = false {
        didSet { if isCircular { isFull = false } }
    }
    /// Recording stopped because every page is used.
    @exclusivity(unchecked) package private(set) var isFull = false
    /// A write to flash failed: recording stops for good.
    @exclusivity(unchecked) package private(set) var isFailed = false
    /// Pages given up for newer ones since boot (register 0C).
    package private(set) var recycledPages = 0
    /// Pages that readouts took from flash since boot (debug register 13).
    var pageReads = 0
    /// Entries that were offered and had no room, or that a failed flash did not take.
    package private(set) var refusedEntries = 0
    /// Entries recorded since the start of the run.
    @exclusivity(unchecked) package private(set) var recordedEntries = 0
    /// Entries in RAM that a reset lost.
    private var lostEntries = 0
    /// How many of the recorded entries, the oldest, are gone for good.
    package var goneEntries: Int { max(0, recordedEntries - entries - lostEntries) }
    /// Slots in flash that a readout would count: entries, and one header a page.
    @exclusivity(unchecked) public private(set) var length = 0
    /// Erased pages that wait for garbage collection.
    private(set) var garbage = 0

    /// Leaves room for pages of an earlier session.
    private static let firstSequence: UInt32 = 1 << 24
    /// In ticks, about 1.5 s: far more than the time between the chunks of a sample.
    private static let largestStepBack: UInt32 = 1024

    init(geometry: FlashGeometry, storage: (any FlashStorage)?) {
        self.geometry = geometry
        self.storage = storage
        let image = storage?.image ?? FlashImage()
        pages = image.pages.filter { !$0.isEmpty }
        resetUID = image.resetUID ?? 0
        hasBootedBefore = image.resetUID != nil
        nextSequence =
            image.nextSequence ?? image.pages.last.map { $0.sequence &+ 1 } ?? Self.firstSequence
        length = pages.reduce(0) { $0 + $1.slots }
    }

    /// Whether an entry would be taken now.
    package var isRecording: Bool { isEnabled && !isFull && !isFailed }
    /// Pages in flash, the open one included.
    package var usedPages: Int { pages.count - firstPage + (open == nil ? 0 : 1) }
    /// Used part of the flash, 0 to 1.
    public var fill: Double { Double(usedPages) / Double(max(geometry.pages, 1)) }

    /// Slots of the RAM page, its header included: they reach flash when it is full or flushed.
    var slotsInRAM: Int { geometry.hasRAMPage ? open?.slots ?? 0 : 0 }

    /// Entries in the log, including those in RAM, without page headers.
    public var entries: Int {
        let committed = length - (pages.count - firstPage)
        guard let open else { return committed }
        if geometry.hasRAMPage { return committed + open.entriesLeft }
        // The header of an open page is not counted if a host has taken all its entries.
        return open.isEmpty ? committed : committed - 1
    }

    // MARK: Recording

    /// If the next entry needs a page that has to be erased first.
    var mustEraseForNext: Bool {
        isRecording && isCircular && open == nil && firstPage < pages.count
            && usedPages >= geometry.pages
    }

    /// Appends an entry; the tick is that of the log's clock (48/32768 s).
    func append(logger: UInt8, tick: UInt32, data: UInt32) {
        guard isRecording else {
            if isEnabled { refusedEntries += 1 }
            return
        }
        // A small step back is ignored; a large one is a wrap of the clock.
        if lastTick &- tick > Self.largestStepBack || !hasLastTick { lastTick = tick }
        hasLastTick = true
        if open?.accepts(tick: lastTick, geometry: geometry) != true {
            closePage()
            guard openPage(tick: lastTick) else {
                refusedEntries += 1
                return
            }
        }
        open?.append(FlashEntry(logger: logger, uid: resetUID, tick: lastTick, data: data))
        if !geometry.hasRAMPage {
            if let storage, let open, !storage.program(open, from: open.entries) {
                self.open?.removeLast()
                return fail(entries: 1)
            }
            // The first entry after a page was taken whole counts the page's header again.
            length += open?.entriesLeft == 1 ? 2 : 1
        }
        recordedEntries += 1
        if open?.entries == geometry.slotsPerPage - 1 { closePage() }
    }

    /// An entry that the firmware cannot take now.
    func refuse() { refusedEntries += 1 }

    private func openPage(tick: UInt32) -> Bool {
        guard !isFailed else { return false }
        if usedPages >= geometry.pages {
            guard isCircular, firstPage < pages.count else {
                isFull = true
                return false
            }
            length -= pages[firstPage].slots
            storage?.erase(through: pages[firstPage].sequence)
            dropFirstPage()
            recycledPages += 1
        }
        open = FlashPage(sequence: nextSequence, base: tick, capacity: geometry.slotsPerPage)
        nextSequence &+= 1
        if !geometry.hasRAMPage, let storage, let page = open, !storage.program(page, from: 0) {
            open = nil
            fail(entries: 0)
            return false
        }
        return true
    }

    /// Entries that did not reach the flash do not count as recorded.
    private func fail(entries count: Int) {
        isFailed = true
        refusedEntries += count
    }

    /// Closes the open page; on NAND boards this writes it to flash.
    private func closePage() {
        guard let page = open else { return }
        open = nil
        if page.isEmpty {
            // A host took all of it before it was full.
            storage?.erase(through: page.sequence)
            garbage += 1
            return
        }
        if geometry.hasRAMPage {
            guard storage?.program(page, from: 0) ?? true else {
                recordedEntries -= page.entries
                return fail(entries: page.entries)
            }
            length += page.slots
        }
        pages.append(page)
        pages[pages.count - 1].pack()
    }

    /// Register 10: writes the RAM page to flash, so that length and readout see it.
    func flush() { closePage() }

    /// The number of the page in RAM; nil if there is none.
    var pageInRAM: UInt32? { geometry.hasRAMPage ? open?.sequence : nil }

    // MARK: Reading

    /// The pages that a readout sees, oldest first: a page in RAM is not among them.
    var readablePages: Int {
        pages.count - firstPage + (geometry.hasRAMPage || open == nil ? 0 : 1)
    }

    func page(_ i: Int) -> FlashPage? {
        guard firstPage + i < pages.count else { return i < readablePages ? open : nil }
        guard pages[firstPage + i].isPacked else { return pages[firstPage + i] }
        if lookedAt?.sequence != pages[firstPage + i].sequence {
            lookedAt = pages[firstPage + i].unpacked()
        }
        lookedAt?.consumed = pages[firstPage + i].consumed
        return lookedAt
    }

    /// Register 0E: `count` entries of the oldest page were taken; a closed page that is then empty
    /// is erased. A page that was recycled meanwhile is ignored.
    func confirm(page sequence: UInt32, entries count: Int) {
        guard let page = page(0), page.sequence == sequence else { return }
        let before = page.slots
        if firstPage < pages.count {
            pages[firstPage].consumed += min(count, page.entriesLeft)
            length -= before - pages[firstPage].slots
            guard pages[firstPage].isEmpty else {
                storage?.consume(pages[firstPage])
                return
            }
            storage?.erase(through: sequence)
            dropFirstPage()
            garbage += 1
            isFull = false
        } else {
            open?.consumed += min(count, page.entriesLeft)
            length -= before - (open?.slots ?? 0)
            if let storage, let open { storage.consume(open) }
        }
    }

    /// Register 09: drops the oldest `slots`, entries and headers alike; the RAM page is dropped as
    /// a whole, if all of it is included.
    func drop(slots: UInt32) {
        guard slots > 0 else { return }
        if slots == .max || Int(clamping: slots) >= length + slotsInRAM {
            // A page in RAM is forgotten, not erased.
            garbage += readablePages
            if nextSequence > 0 { storage?.erase(through: nextSequence &- 1) }
            pages = []
            firstPage = 0
            open = nil
            length = 0
        } else {
            var left = Int(clamping: slots)
            while left > 0, let page = page(0), page.slots > 0 {
                let take = min(left, page.slots)
                confirm(page: page.sequence, entries: take)
                left -= take
            }
        }
        isFull = false
    }

    /// Erased pages can be written again.
    func collected(_ pages: Int) { garbage = max(0, garbage - pages) }

    private func dropFirstPage() {
        pages[firstPage].release()
        firstPage += 1
        if firstPage > 64, firstPage * 2 > pages.count {
            pages.removeFirst(firstPage)
            firstPage = 0
        }
    }

    // MARK: Resets and faults

    /// A boot: what was in RAM is lost, what is in flash is closed.
    func boot(advanceUID: Bool) {
        if slotsInRAM > 0 { lostEntries += open?.entriesLeft ?? 0 }
        if geometry.hasRAMPage { open = nil } else { closePage() }
        isEnabled = false
        isCircular = false
        isFull = false
        recycledPages = 0
        pageReads = 0
        hasLastTick = false
        if advanceUID { resetUID = (resetUID + 1) & 7 }
        storage?.save(resetUID: resetUID)
    }

    /// A scenario's "flash nearly full": entries of an earlier session fill `fraction` of all
    /// pages. They precede everything recorded, and a storage keeps them too.
    public func fill(to fraction: Double) {
        let wanted = Int((Double(geometry.pages) * min(max(fraction, 0), 1)).rounded())
        let missing = wanted - usedPages
        guard missing > 0 else { return }
        let oldest = firstPage < pages.count ? pages[firstPage] : open
        let first = oldest?.sequence ?? nextSequence
        let run = EarlierPages(
            sequence: first &- UInt32(missing), count: missing, uid: (resetUID &- 1) & 7)
        let old = (0..<missing).map {
            FlashPage(run, at: $0, slotsPerPage: geometry.slotsPerPage)
        }
        // A page that a host took whole before it was full may still be in the storage.
        if first > 0 { storage?.erase(through: first &- 1) }
        storage?.fill(run)
        length += old.reduce(0) { $0 + $1.slots }
        pages = old + pages[firstPage...]
        firstPage = 0
    }
}
