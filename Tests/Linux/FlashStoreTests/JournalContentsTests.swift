import MetaWearBoard
import Testing

@testable import FlashStore

/// What records add up to, and which cannot follow those before them.
@Suite struct JournalContentsTests {
    private static func contents(
        _ records: [(FlashRecord, [UInt64])]
    ) -> (contents: FlashJournalContents, problems: [String]) {
        var contents = FlashJournalContents(slotsPerPage: 8, capacity: 64)
        let problems = records.compactMap { contents.apply($0, $1) }
        return (contents, problems)
    }

    /// Words of a page from its header on.
    private static func page(
        _ sequence: UInt32, _ count: Int = 8
    ) -> (FlashRecord, [UInt64]) {
        (
            FlashRecord(kind: .program, sequence: sequence),
            [FlashPage.headerMark << 56] + (1..<count).map { UInt64($0) }
        )
    }

    private static func more(
        _ sequence: UInt32, at position: UInt32, _ count: Int
    ) -> (FlashRecord, [UInt64]) {
        (
            FlashRecord(kind: .program, sequence: sequence, position: position),
            Array(repeating: 1, count: count)
        )
    }

    private static func consume(_ sequence: UInt32, _ position: UInt32) -> (FlashRecord, [UInt64]) {
        (FlashRecord(kind: .consume, sequence: sequence, position: position), [])
    }

    @Test func `what is left of made-up pages keeps its times`() throws {
        let (contents, problems) = Self.contents([
            (FlashRecord(kind: .fill, value: 1, sequence: 10, position: 5), [100]),
            (FlashRecord(kind: .erase, sequence: 12), []),
        ])
        #expect(problems == [])
        let run = try #require(contents.runs.first)
        #expect(contents.runs.count == 1)
        #expect(run.sequence == 13 && run.count == 2 && run.uid == 1)
        // A page has eight slots, each of a tick.
        #expect(run.tick == 100 + 3 * 8)
    }

    @Test(
        arguments: [(3, 2, true), (3, 3, false), (0, 7, true), (0, 8, false)]
            as [(UInt32, UInt32, Bool)])
    func `made-up pages lie before the others, and all fit the flash`(
        sequence: UInt32, count: UInt32, fits: Bool
    ) {
        let (_, problems) = Self.contents([
            Self.page(sequence == 0 ? 100 : 5),
            (FlashRecord(kind: .fill, value: 1, sequence: sequence, position: count), [0]),
        ])
        #expect(problems == (fits ? [] : ["older pages do not fit before the others"]))
    }

    @Test(arguments: [(0, 0), (7, 7), (8, nil), (0xFF, nil)] as [(UInt8, UInt8?)])
    func `a reset uid has three bits, and anything else is none`(value: UInt8, uid: UInt8?) {
        #expect(
            Self.contents([(FlashRecord(kind: .boot, value: value), [])]).contents.resetUID == uid)
    }

    @Test func `entries are taken forwards, and only where there are some`() {
        let (contents, problems) = Self.contents([
            Self.page(5), Self.consume(5, 3), Self.consume(5, 3), Self.consume(5, 2),
            Self.consume(5, 8), Self.consume(6, 1),
        ])
        #expect(
            problems == Array(repeating: "entries are removed that were never written", count: 3))
        #expect(contents.live.first?.consumed == 3)
    }

    @Test func `pages are written in their order, whole, and no longer than they are`() {
        #expect(Self.contents([Self.page(5), Self.page(6)]).problems == [])
        #expect(
            Self.contents([Self.page(5), Self.page(5)]).problems == [
                "page 5 is written after page 5"
            ])
        #expect(
            Self.contents([Self.page(5), Self.page(4)]).problems == [
                "page 4 is written after page 5"
            ])
        #expect(Self.contents([Self.page(5, 3), Self.more(5, at: 3, 5)]).problems == [])
        for wrong in [
            Self.more(5, at: 4, 1), Self.more(5, at: 2, 1), Self.more(6, at: 3, 1),
        ] {
            #expect(
                Self.contents([Self.page(5, 3), wrong]).problems == [
                    "words of a page are missing"
                ])
        }
        #expect(
            Self.contents([Self.page(5, 3), Self.more(5, at: 3, 6)]).problems == [
                "a page is too long"
            ])
    }

    @Test func `a macro takes the place of an earlier one, in the order of their numbers`() throws {
        func record(_ id: UInt8, _ byte: UInt8) throws -> (FlashRecord, [UInt64]) {
            let macro = try #require(
                RecordedMacro(id: id, runsAtBoot: false, bytes: [3, 0x04, 0x81, byte]))
            let (record, words) = FlashRecord.macro(macro)
            return (record, Array(words))
        }
        let (contents, problems) = Self.contents([
            try record(2, 7), try record(1, 0), try record(0, 0), try record(1, 9),
        ])
        #expect(problems == [])
        #expect(contents.macros.map(\.id) == [0, 1, 2])
        #expect(contents.macros.map(\.bytes.last) == [0, 9, 7])
    }
}
