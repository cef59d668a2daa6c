import Checkout
import Testing

@testable import MetaWearBoard

/// Pages: what fills, what is dropped, what a flush and a reset do (protocol, core 3.5 to 3.7).
@Suite struct FlashLogTests {
    /// Four pages of three entries.
    static func small(hasRAMPage: Bool) -> FlashLog {
        let log = FlashLog(
            geometry: FlashGeometry(slotsPerPage: 4, capacity: 16, hasRAMPage: hasRAMPage),
            storage: nil)
        log.boot(advanceUID: false)
        log.isEnabled = true
        return log
    }

    static func values(_ log: FlashLog) -> [UInt32] {
        (0..<log.readablePages).flatMap { p in
            log.page(p).map { page in (0..<page.entriesLeft).map { page.entry($0).data } } ?? []
        }
    }

    static func append(_ values: some Sequence<Int>, to log: FlashLog) {
        for n in values { log.append(logger: 0, tick: UInt32(n), data: UInt32(n)) }
    }

    // holds LOG-15
    @Test func `a page's header counts like an entry`() {
        let log = Self.small(hasRAMPage: false)
        let lengths = (0..<7).map { n -> Int in
            Self.append([n], to: log)
            return log.length
        }
        #expect(lengths == [2, 3, 4, 6, 7, 8, 10])
        #expect(log.entries == 7)
    }

    // holds LOG-16
    @Test func `the RAM page is in flash when it is full or flushed, and counts before`() {
        let log = Self.small(hasRAMPage: true)
        let lengths = (0..<8).map { n -> [Int] in
            Self.append([n], to: log)
            return [log.length, log.length + log.slotsInRAM]
        }
        #expect(
            lengths == [[0, 2], [0, 3], [4, 4], [4, 6], [4, 7], [8, 8], [8, 10], [8, 11]])
        #expect(log.entries == 8)
        #expect(Self.values(log) == [0, 1, 2, 3, 4, 5])
        log.flush()
        #expect(log.length == 11)
        #expect(Self.values(log) == Array(0...7))
        log.flush()
        #expect(log.length == 11)
        Self.append([8], to: log)
        #expect(log.length == 11)
    }

    // holds LOG-17
    @Test(arguments: [false, true])
    func `when full, recording stops and what is there stays`(_ hasRAMPage: Bool) {
        let log = Self.small(hasRAMPage: hasRAMPage)
        Self.append(0..<20, to: log)
        #expect(log.isFull)
        #expect(log.refusedEntries == 8)
        log.flush()
        #expect(Self.values(log) == Array(0..<12))
        log.isEnabled = false
        log.drop(slots: 4)
        log.isEnabled = true
        Self.append(20..<23, to: log)
        log.flush()
        #expect(Self.values(log) == Array(3..<12) + [20, 21, 22])
    }

    // holds LOG-18
    @Test(arguments: [false, true])
    func `when circular, the oldest page goes`(_ hasRAMPage: Bool) {
        let log = Self.small(hasRAMPage: hasRAMPage)
        log.isCircular = true
        Self.append(0..<13, to: log)
        log.flush()
        #expect(Self.values(log) == Array(3..<13))
        #expect(log.recycledPages == 1)
        Self.append(13..<1_000, to: log)
        log.flush()
        #expect(Self.values(log).last == 999)
        #expect(Self.values(log).count <= 12)
        #expect(log.length == Self.values(log).count + log.usedPages)
        #expect(log.refusedEntries == 0)
    }

    // holds LOG-19
    @Test func `dropping takes the oldest slots, none, or all with the RAM page`() {
        let log = Self.small(hasRAMPage: false)
        Self.append(0..<8, to: log)
        log.drop(slots: 0)
        #expect(log.length == 11)
        log.drop(slots: 2)
        #expect(Self.values(log) == Array(2..<8))
        #expect(log.length == 9)
        log.drop(slots: 3)
        #expect(Self.values(log) == Array(4..<8))
        log.drop(slots: .max)
        #expect(Self.values(log) == [])
        #expect(log.length == 0)
        Self.append([9], to: log)
        #expect(Self.values(log) == [9])

        let nand = Self.small(hasRAMPage: true)
        Self.append(0..<2, to: nand)
        nand.drop(slots: 0)
        nand.flush()
        #expect(nand.length == 3)
        Self.append(2..<3, to: nand)
        nand.drop(slots: .max)
        nand.flush()
        #expect(nand.length == 0)
    }

    // holds LOG-20
    @Test
    func `a page that a host took in part keeps its header, one it took whole counts nothing`() {
        let log = Self.small(hasRAMPage: false)
        Self.append(0..<2, to: log)
        let sequence = log.page(0)?.sequence ?? 0
        log.confirm(page: sequence, entries: 1)
        #expect(log.length == 2)
        #expect(log.entries == 1)
        log.confirm(page: sequence, entries: 1)
        #expect(log.length == 0 && log.entries == 0)
        Self.append([2], to: log)
        #expect(log.length == 2)
        #expect(Self.values(log) == [2])
        log.confirm(page: sequence, entries: 1)
        Self.append([3], to: log)
        #expect(log.length == 2)
        #expect(Self.values(log) == [3])
        log.confirm(page: 77, entries: 1)
        #expect(Self.values(log) == [3])
    }

    // holds LOG-21
    @Test func `a reset keeps the flash and loses the RAM page`() {
        let log = Self.small(hasRAMPage: true)
        Self.append(0..<5, to: log)
        log.isCircular = true
        log.boot(advanceUID: true)
        #expect(Self.values(log) == [0, 1, 2])
        #expect(!log.isEnabled && !log.isCircular)
        #expect(log.page(0)?.entry(0).uid == 0)
        log.isEnabled = true
        Self.append([5], to: log)
        log.flush()
        #expect(Self.values(log) == [0, 1, 2, 5])
        #expect(log.page(1)?.entry(0).uid == 1)

        let nor = Self.small(hasRAMPage: false)
        Self.append(0..<5, to: nor)
        nor.boot(advanceUID: true)
        #expect(Self.values(nor) == Array(0..<5))
    }

    // holds LOG-22
    @Test func `ticks never go back, but for the clock's wrap`() {
        let log = Self.small(hasRAMPage: false)
        for tick in [10, 9, 11, 0x8000_0000, 0xFFFF_FFFF, 3] as [UInt32] {
            log.append(logger: 0, tick: tick, data: 0)
        }
        let ticks = (0..<log.readablePages).flatMap { p in
            log.page(p).map { page in (0..<page.entriesLeft).map { page.entry($0).tick } } ?? []
        }
        #expect(ticks == [10, 10, 11, 0x8000_0000, 0xFFFF_FFFF, 3])
    }

    // holds LOG-23
    @Test(.slow, arguments: BoardProfile.all)
    func `nearly full by an earlier session: its entries come first`(_ profile: BoardProfile) {
        let log = FlashLog(geometry: profile.flash, storage: nil)
        log.boot(advanceUID: false)
        log.isEnabled = true
        Self.append([1], to: log)
        log.fill(to: 0.99)
        #expect(abs(log.fill - 0.99) < 0.01)
        #expect(log.page(0)?.entry(0).logger == 31)
        #expect(log.page(0)?.entry(0).uid == 7)
        log.flush()
        let last = log.page(log.readablePages - 1)
        #expect(last?.entry(0).data == 1)
        let sequences = (0..<log.readablePages).compactMap { log.page($0)?.sequence }
        #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 + 1 == $1 })
        let before = log.length
        log.confirm(page: sequences[0], entries: 1)
        #expect(log.length == before - 1)
    }
}
