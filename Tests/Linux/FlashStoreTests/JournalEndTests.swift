import Checkout
import MetaWearBoard
import Testing
import Wire

@testable import FlashStore

/// What a journal is short of at its end, and how that is found.
@Suite struct JournalEndTests {
    private static let headerEnd = FlashFileHeader.length + FlashFileMark.length
    private static let profile = FlashDirectoryTests.profile(true)

    /// The journal of a board that logged three pages, and where its records end.
    private func journal(waitsForDisk: Bool) throws -> (bytes: [UInt8], ends: [Int]) {
        let directory = TemporaryDirectory()
        do {
            let board = try KeptBoard(directory.path, Self.profile)
            board.flash.waitsForDisk = waitsForDisk
            board.startLogging()
            board.log(0..<21)
        }
        let boot = Self.headerEnd + FlashRecord.headerLength
        let ends = (0...3).map { boot + $0 * FlashRecord.length(words: 8) }
        let bytes = try directory.bytes()
        #expect(bytes.count == ends[3])
        return (bytes, ends)
    }

    // holds FLS-15
    @Test func `an empty file, or a piece of a header, is no new board`() throws {
        let whole = try journal(waitsForDisk: false).bytes
        let old = Array(Self.header(version: 1).bytes)
        for (bytes, what) in [
            ([], "it is empty"), (Array(whole.prefix(63)), "it ends within its header"),
            (Array(whole.prefix(95)), "it ends within its header"),
            (Array(old.prefix(40)), "it ends within its header"),
        ] {
            let directory = TemporaryDirectory()
            try directory.write(bytes)
            let error = #expect(throws: FlashStoreError.self) {
                try FlashDirectory(directory.path, for: Self.profile)
            }
            #expect(error?.problem == .damaged(what))
            #expect(error?.offset == min(bytes.count, 64))
            #expect(error?.fix.hasPrefix("Restore the file from a copy") == true)
            #expect(try directory.bytes() == bytes)
        }
    }

    // holds FLS-16
    @Test func `a record that is missing whole is an error if the disk had it`() throws {
        let (whole, ends) = try journal(waitsForDisk: true)
        for end in ends.dropLast() {
            let directory = TemporaryDirectory()
            try directory.write(Array(whole.prefix(end)))
            // What is refused once is refused again: it keeps its bytes, the length in its mark too.
            for _ in 0..<2 {
                let error = #expect(throws: FlashStoreError.self) {
                    try FlashDirectory(directory.path, for: Self.profile)
                }
                #expect(error?.offset == end)
                #expect(
                    error?.problem
                        == .damaged("\(whole.count - end) bytes are missing at its end"))
                #expect(try directory.bytes() == Array(whole.prefix(end)))
            }
        }
    }

    // holds FLS-16
    @Test func `a record that a failing machine may have lost is a note, once`() throws {
        let (whole, ends) = try journal(waitsForDisk: false)
        for (pages, end) in ends.dropLast().enumerated() {
            let directory = TemporaryDirectory()
            try directory.write(Array(whole.prefix(end)))
            do {
                let board = try KeptBoard(directory.path, Self.profile)
                #expect(board.flash.notes.count == 1)
                #expect(
                    board.flash.notes.first?.contains(
                        "\(whole.count - end) bytes that had been written are missing from byte \(end)"
                    )
                        == true)
                #expect(board.download(pages: 0).count == min(pages, 1) * 7)
            }
            #expect(try KeptBoard(directory.path, Self.profile).flash.notes == [])
        }
    }

    // holds FLS-16
    @Test func `what was killed is known to have been longer by a record`() throws {
        let directory = TemporaryDirectory()
        let board = try KeptBoard(directory.path, Self.profile)
        board.startLogging()
        board.write([0x0B, 0x0B, 0x01])
        board.log(0..<7 * 9)
        // As it lies there at this moment.
        let other = TemporaryDirectory()
        let bytes = try directory.bytes()
        try other.write(Array(bytes.prefix(bytes.count - FlashRecord.length(words: 8))))
        let notes = try FlashDirectory(other.path, for: Self.profile).notes
        #expect(notes.first?.contains("bytes that had been written are missing") == true)
    }

    @Test func `what was noted is not noted again, also if the process was killed`() throws {
        let (whole, ends) = try journal(waitsForDisk: false)
        let directory = TemporaryDirectory()
        try directory.write(Array(whole.prefix(ends[1])))
        let flash = try FlashDirectory(directory.path, for: Self.profile)
        #expect(flash.notes.count == 1)
        // As it lies there at this moment: nobody has closed it.
        let other = TemporaryDirectory()
        try other.write(try directory.bytes())
        #expect(try FlashDirectory(other.path, for: Self.profile).notes == [])
        flash.close()
    }

    @Test func `a last record whose end is zeros was not written to its end`() throws {
        let (whole, ends) = try journal(waitsForDisk: false)
        for zeros in [4, 12, 40] {
            let directory = TemporaryDirectory()
            try directory.write(whole.dropLast(zeros) + Array(repeating: 0, count: zeros))
            let flash = try FlashDirectory(directory.path, for: Self.profile)
            #expect(flash.notes.count == 1 && flash.length == ends[2])
            flash.close()
            #expect(try directory.bytes().count == ends[2])
        }
    }

    private static func header(version: UInt32) -> FlashFileHeader {
        FlashFileHeader(model: profile.name, profile.flash).inVersion(version)
    }

    // holds FLS-17
    @Test func `a journal of version 1 is read, written on, and renewed`() throws {
        let header = Self.header(version: 1)
        var (bytes, chain) = (header.bytes, header.check)
        FlashRecord(kind: .boot, value: 4).append(to: &bytes, chain: &chain)
        let page: [UInt64] = [FlashPage.headerMark << 56] + (1...7).map { $0 }
        FlashRecord(kind: .program, sequence: 9).append(page[...], to: &bytes, chain: &chain)
        let directory = TemporaryDirectory()
        try directory.write(bytes)
        do {
            let board = try KeptBoard(directory.path, Self.profile)
            #expect(board.flash.notes == [] && board.board.flash.log.resetUID == 5)
            board.startLogging()
            board.log(8..<15)
        }
        #expect(try directory.bytes()[8] == 1)
        do {
            let board = try KeptBoard(directory.path, Self.profile)
            #expect(board.flash.notes == [])
            // Nothing but the past until the journal is written anew.
            var last = 0
            while board.flash.length >= last {
                last = board.flash.length
                board.flash.save(resetUID: 3)
            }
        }
        #expect(try directory.bytes()[8] == 2)
        let board = try KeptBoard(directory.path, Self.profile)
        #expect(board.flash.notes == [])
        #expect(board.download() == (1..<15).map { UInt32($0) })
    }

    // holds FLS-18
    @Test(.slow) func `without room for a second journal the first one grows`() throws {
        let directory = TemporaryDirectory()
        let flash = try FlashDirectory(directory.path, for: Self.profile)
        flash.waitsForDisk = false
        // A folder is in the way of the second.
        try TemporaryDirectory.makeFolder(directory.journal + ".new")
        while flash.length <= 2 * FlashDirectory.spare { flash.save(resetUID: 3) }
        #expect(flash.failure == nil)
        flash.close()
        #expect(try FlashDirectory(directory.path, for: Self.profile).image.resetUID == 3)
    }
}
