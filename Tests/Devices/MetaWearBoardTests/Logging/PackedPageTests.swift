import Simulation
import Testing

@testable import MetaWearBoard

/// Closed pages take five bytes an entry and say what they said before.
@Suite struct PackedPageTests {
    private static func words(
        _ count: Int, ticks: ClosedRange<UInt64>, _ random: inout RandomStream
    ) -> [UInt64] {
        var words = [FlashPage.headerMark << 56 | 1000]
        var tick: UInt64 = 0
        for _ in 0..<count {
            tick += ticks.lowerBound + random.below(ticks.upperBound - ticks.lowerBound + 1)
            let logger = random.below(32) << 56
            words.append(random.next() & 0xFFFF_FFFF | tick << 32 | logger | 5 << 61)
        }
        return words
    }

    @Test(arguments: [0...2, 0...9, 6...7, 7...30_000] as [ClosedRange<UInt64>])
    func `a page that is packed and unpacked is the same`(_ ticks: ClosedRange<UInt64>) throws {
        var random = RandomStream(seed: 9, purpose: "pages")
        for count in [8, 127, 511] {
            let words = Self.words(count, ticks: ticks, &random)
            let packed = try #require(PackedPage(words))
            #expect(packed.words == words && packed.count == count)
        }
    }

    @Test func `entries of two boots, or ticks that go back, stay as they are`() {
        var random = RandomStream(seed: 9, purpose: "pages")
        let words = Self.words(20, ticks: 1...2, &random)
        var boots = words
        boots[10] ^= 1 << 61
        #expect(PackedPage(boots) == nil)
        var back = words
        back.swapAt(10, 11)
        #expect(PackedPage(back) == nil)
        #expect(PackedPage(Array(words.prefix(4))) == nil)
    }

    @Test(arguments: [false, true])
    func `a log of packed pages is read, confirmed and dropped like any other`(
        _ hasRAMPage: Bool
    ) throws {
        let log = FlashLog(
            geometry: FlashGeometry(slotsPerPage: 16, capacity: 160, hasRAMPage: hasRAMPage),
            storage: nil)
        log.boot(advanceUID: false)
        log.isEnabled = true
        FlashLogTests.append(0..<45, to: log)
        #expect(log.entries == 45 && FlashLogTests.values(log) == Array(0..<45).map(UInt32.init))
        let first = try #require(log.page(0))
        log.confirm(page: first.sequence, entries: 4)
        #expect(FlashLogTests.values(log) == Array(4..<45).map(UInt32.init))
        #expect(log.goneEntries == 4)
        log.confirm(page: first.sequence, entries: 11)
        #expect(FlashLogTests.values(log) == Array(15..<45).map(UInt32.init))
        log.drop(slots: 17)
        #expect(FlashLogTests.values(log).first == 31)
        #expect(log.goneEntries == 31)
    }

    @Test func `what a reset takes out of RAM is not gone at the front`() {
        let log = FlashLog(
            geometry: FlashGeometry(slotsPerPage: 16, capacity: 160, hasRAMPage: true),
            storage: nil)
        log.boot(advanceUID: false)
        log.isEnabled = true
        FlashLogTests.append(0..<40, to: log)
        log.boot(advanceUID: true)
        #expect(log.entries == 30 && log.goneEntries == 0)
    }
}
