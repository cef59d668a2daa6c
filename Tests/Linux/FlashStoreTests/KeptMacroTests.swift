import Foundation
import MetaWearBoard
import Testing
import Wire

@testable import FlashStore

/// Macros beyond the process: new records in the journal of the log.
@Suite struct KeptMacroTests {
    static let blink: [[UInt8]] = [
        [0x0F, 0x02, 0x01],
        [
            0x0F, 0x03, 0x02, 0x03, 0x02, 0x02, 0x10, 0x10, 0, 0, 0xF4, 1, 0, 0, 0xE8, 3, 0, 0, 5,
        ],
        [0x0F, 0x03, 0x02, 0x01, 0x01], [0x0F, 0x03, 0x11, 0x03, 0xEC], [0x0F, 0x04],
    ]
    static let second: [[UInt8]] = [
        [0x0F, 0x02, 0x00], [0x0F, 0x03, 0x04, 0x81, 0x00], [0x0F, 0x04],
    ]

    static func record(_ macro: [[UInt8]], on board: KeptBoard) {
        for packet in macro { board.write(packet) }
    }

    // holds FLS-13 MAC-06
    @Test(arguments: BoardProfile.all)
    func `a macro is there for the next process, which runs it as it boots`(
        _ profile: BoardProfile
    ) throws {
        let directory = TemporaryDirectory()
        do {
            let first = try KeptBoard(directory.path, profile)
            Self.record(Self.blink, on: first)
            Self.record(Self.second, on: first)
            first.write([0x0F, 0x02, 0x01])  // Not ended.
            #expect(first.flash.failure == nil)
        }
        do {
            let second = try KeptBoard(directory.path, profile)
            #expect(second.flash.notes == [])
            #expect(second.board.flash.macros.all.map(\.id) == [0, 1])
            #expect(second.board.flash.macros[0]?.count == 3)
            #expect(second.board.flash.macros[0]?.runsAtBoot == true)
            #expect(second.board.flash.macros[1]?.bytes == [3, 0x04, 0x81, 0x00])
            #expect(second.board.flash.macros[1]?.runsAtBoot == false)
            second.write([0x0F, 0x08])
        }
        let third = try KeptBoard(directory.path, profile)
        #expect(third.board.flash.macros.all == [])
    }

    // holds FLS-13
    @Test func `macros and log stand in one journal, and a rewrite keeps both`() throws {
        let directory = TemporaryDirectory()
        let profile = FlashDirectoryTests.profile(true)
        var before: [RecordedMacro]
        do {
            let board = try KeptBoard(directory.path, profile)
            Self.record(Self.second, on: board)
            board.startLogging()
            board.log(0..<7)
            Self.record(Self.blink, on: board)
            board.log(7..<14)
            before = board.board.flash.macros.all
            #expect(before.count == 2)
            // Nothing but the past until the journal is written anew.
            var last = board.flash.length
            while board.flash.length >= last {
                last = board.flash.length
                board.flash.save(resetUID: 3)
            }
            #expect(board.flash.length < 1_000 && board.flash.failure == nil)
        }
        let board = try KeptBoard(directory.path, profile)
        #expect(board.board.flash.macros.all == before)
        #expect(board.download() == (0..<14).map { UInt32($0) })
    }

    // holds FLS-13
    @Test func `the largest macro, longer than a page`() throws {
        let directory = TemporaryDirectory()
        let profile = FlashDirectoryTests.profile(false)
        var bytes: [UInt8]
        do {
            let board = try KeptBoard(directory.path, profile)
            board.write([0x0F, 0x02, 0x00])
            for n in 0..<300 as Range<Int> {
                board.write(
                    [0x0F, 0x03, 0xFE, 0x04] + Array(repeating: UInt8(n & 0xFF), count: 16))
            }
            board.write([0x0F, 0x04])
            bytes = board.board.flash.macros[0]?.bytes ?? []
            #expect(bytes.count > 4_000 && bytes.count <= MacroMemory.capacity)
        }
        #expect(try KeptBoard(directory.path, profile).board.flash.macros[0]?.bytes == bytes)
    }

    // holds FLS-13 FLS-04
    @Test func `cut at any byte, every macro that was whole is there`() throws {
        let source = TemporaryDirectory()
        let profile = FlashDirectoryTests.profile(true)
        do {
            let board = try KeptBoard(source.path, profile)
            Self.record(Self.second, on: board)
            Self.record(Self.blink, on: board)
        }
        let whole = try source.bytes()
        var counts: [Int] = []
        for length in FlashFileHeader.length + FlashFileMark.length...whole.count {
            let directory = TemporaryDirectory()
            try directory.write(Array(whole.prefix(length)))
            let flash = try FlashDirectory(directory.path, for: profile)
            flash.waitsForDisk = false
            counts.append(flash.image.macros.count)
            flash.close()
        }
        #expect(counts == counts.sorted() && counts.last == 2 && Set(counts) == [0, 1, 2])
    }

    // holds FLS-13 FLS-05
    @Test func `a flipped bit in a macro is found`() throws {
        let source = TemporaryDirectory()
        let profile = FlashDirectoryTests.profile(true)
        do { Self.record(Self.blink, on: try KeptBoard(source.path, profile)) }
        let whole = try source.bytes()
        let directory = TemporaryDirectory()
        for position in FlashFileHeader.length..<whole.count {
            var bytes = whole
            bytes[position] ^= 1 << UInt8(position % 8)
            try directory.write(bytes)
            #expect(throws: FlashStoreError.self, "byte \(position)") {
                try FlashDirectory(directory.path, for: profile)
            }
        }
    }

    // holds FLS-13
    @Test(arguments: [
        // A count that the words do not have, a length beyond the end, a command of one byte, a
        // boot flag that is none, filling that is not zero.
        (FlashRecord(kind: .macro, sequence: 9), [0x0084_FE02] as [UInt64]),
        (FlashRecord(kind: .macro, sequence: 4), [0x0084_FE09]),
        (FlashRecord(kind: .macro, sequence: 2), [0x8401]),
        (FlashRecord(kind: .macro, sequence: 3, position: 2), [0x0084_FE02]),
        (FlashRecord(kind: .macro, sequence: 3), [0x0100_0084_FE02]),
    ])
    func `a macro that cannot be is damage`(_ record: FlashRecord, _ words: [UInt64]) throws {
        let directory = TemporaryDirectory()
        let profile = FlashDirectoryTests.profile(true)
        let header = FlashFileHeader(model: profile.name, profile.flash)
        var bytes = header.bytes + FlashFileMark(written: 0, synchronized: 0).bytes
        var chain = header.check
        record.append(words[...], to: &bytes, chain: &chain)
        try directory.write(bytes)
        let error = #expect(throws: FlashStoreError.self) {
            try FlashDirectory(directory.path, for: profile)
        }
        #expect(error?.problem == .damaged("a macro contains no valid commands"))
    }
}
