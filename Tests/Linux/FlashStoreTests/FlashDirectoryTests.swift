import Checkout
import Foundation
import MetaWearBoard
import Testing
import Wire

@testable import FlashStore

@Suite struct FlashDirectoryTests {
    static let small = FlashGeometry(slotsPerPage: 8, capacity: 64, hasRAMPage: true)

    static func profile(_ hasRAMPage: Bool, capacity: Int = 64) -> BoardProfile {
        var profile: BoardProfile = hasRAMPage ? .metaMotionS : .metaMotionR
        profile.flash = FlashGeometry(slotsPerPage: 8, capacity: capacity, hasRAMPage: hasRAMPage)
        return profile
    }

    // holds FLS-01
    @Test(.slow, arguments: BoardProfile.all)
    func `what was logged is there for the next process`(_ profile: BoardProfile) throws {
        let directory = TemporaryDirectory()
        do {
            let first = try KeptBoard(directory.path, profile)
            #expect(first.board.flash.log.resetUID == 0)
            first.startLogging()
            first.log(0..<1_000)
            first.flush()
        }
        let second = try KeptBoard(directory.path, profile)
        #expect(second.flash.notes == [])
        #expect(second.board.flash.log.resetUID == 1)
        #expect(second.download() == (0..<1_000).map { UInt32($0) })
        #expect(second.flash.failure == nil)
        second.flash.close()
        #expect(second.board.flash.log.length == 0)
    }

    // holds FLS-01
    @Test func `the RAM page is lost with the process, as on the board`() throws {
        let directory = TemporaryDirectory()
        do {
            let first = try KeptBoard(directory.path)
            first.startLogging()
            first.log(0..<600)
        }
        #expect(try KeptBoard(directory.path).download() == (0..<511).map { UInt32($0) })
    }

    // holds FLS-02
    @Test(arguments: [false, true])
    func `what a host has taken stays taken`(_ hasRAMPage: Bool) throws {
        let directory = TemporaryDirectory()
        let profile = Self.profile(hasRAMPage)
        do {
            let first = try KeptBoard(directory.path, profile)
            first.startLogging()
            first.log(0..<20)
            first.flush()
            // A page and three entries of the next.
            #expect(first.download(slots: 12).count == 10)
        }
        do {
            let second = try KeptBoard(directory.path, profile)
            #expect(second.download(pages: 0) == (10..<14).map { UInt32($0) })
            second.write([0x0B, 0x09, 0x02, 0, 0, 0])
        }
        do {
            let third = try KeptBoard(directory.path, profile)
            #expect(third.download() == (12..<20).map { UInt32($0) })
        }
        let fourth = try KeptBoard(directory.path, profile)
        #expect(fourth.download() == [])
        #expect(fourth.board.flash.log.resetUID == 3)
    }

    // holds FLS-03
    @Test(.slow, arguments: [false, true])
    func `space is used again, files do not grow for ever`(_ hasRAMPage: Bool) throws {
        let directory = TemporaryDirectory()
        let profile = Self.profile(hasRAMPage)
        var largest = 0
        for round in 0..<6 {
            let board = try KeptBoard(directory.path, profile)
            board.startLogging()
            board.write([0x0B, 0x0B, 0x01])
            for part in 0..<4 {
                let start = (round * 4 + part) * 1_000
                board.log(start..<start + 1_000)
                largest = max(largest, board.flash.length)
            }
            #expect(board.flash.failure == nil)
            if hasRAMPage { board.flush() }
            let values = board.download(pages: 0)
            board.flash.close()
            #expect(values.first.map { Int($0) >= (round * 4 + 4) * 1_000 - 64 } == true)
        }
        #expect(largest <= 2 * 64 * 28 + FlashDirectory.spare + 1_000)
        let board = try KeptBoard(directory.path, profile)
        #expect(board.download().last == 23_999)
    }

    // holds FLS-04
    @Test(.slow, arguments: [false, true])
    func `cut at any byte, all that was whole is there, and the rest goes on`(
        _ hasRAMPage: Bool
    ) throws {
        let source = TemporaryDirectory()
        let profile = Self.profile(hasRAMPage)
        do {
            let board = try KeptBoard(source.path, profile)
            board.startLogging()
            board.log(0..<24)
            board.flush()
            _ = board.download(slots: 10)
        }
        let whole = try source.bytes()
        var before = 0
        for length in FlashFileHeader.length + FlashFileMark.length...whole.count {
            let directory = TemporaryDirectory()
            try directory.write(Array(whole.prefix(length)))
            let flash = try FlashDirectory(directory.path, for: profile)
            flash.waitsForDisk = false
            // It grows with the bytes, but for the one record that takes entries away.
            let held = flash.image.pages.reduce(0) { $0 + $1.words.count - $1.consumed }
            #expect(held >= before - 9, "cut at \(length)")
            before = held
            #expect(flash.notes.isEmpty == (length == whole.count), "cut at \(length)")
            flash.close()
            // What is written afterwards stands behind the cut.
            let again = try KeptBoard(directory.path + "/", profile)
            again.startLogging()
            again.log(100..<107)
            again.flush()
            #expect(again.download().suffix(7) == (100..<107).map { UInt32($0) }[...])
        }
    }

    // holds FLS-05
    @Test(.slow) func `a flipped bit anywhere is found, and nothing is replaced`() throws {
        let source = TemporaryDirectory()
        let profile = Self.profile(false)
        do {
            let board = try KeptBoard(source.path, profile)
            board.startLogging()
            board.log(0..<12)
            _ = board.download(slots: 10)
        }
        let whole = try source.bytes()
        let directory = TemporaryDirectory()
        for position in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[position] ^= 1 << UInt8(bit)
                try directory.write(bytes)
                let error = #expect(throws: FlashStoreError.self, "byte \(position), bit \(bit)") {
                    try FlashDirectory(directory.path, for: profile)
                }
                #expect(error?.file == directory.journal)
                #expect(error?.offset.map { $0 <= position + 3 } == true)
                #expect(try directory.bytes() == bytes)
            }
        }
    }

    // holds FLS-05
    @Test func `a lost, doubled or moved record is found`() throws {
        let source = TemporaryDirectory()
        let profile = Self.profile(true)
        do {
            let board = try KeptBoard(source.path, profile)
            board.startLogging()
            board.log(0..<28)
        }
        let whole = try source.bytes()
        let record = FlashRecord.length(words: 8)
        let start =
            FlashFileHeader.length + FlashFileMark.length + FlashRecord.headerLength
        #expect(whole.count >= start + 3 * record)
        let first = Array(whole[start..<start + record])
        let directory = TemporaryDirectory()
        let head = Array(whole[..<start])
        let second = Array(whole[(start + record)..<(start + 2 * record)])
        let rest = Array(whole[(start + 2 * record)...])
        let spoiled: [[UInt8]] = [
            head + second + rest, head + first + first + second + rest,
            head + second + first + rest,
        ]
        for bytes in spoiled {
            try directory.write(bytes)
            #expect(throws: FlashStoreError.self) {
                try FlashDirectory(directory.path, for: profile)
            }
        }
    }

    // holds FLS-06
    @Test func `zeros behind the end, as a failing supply leaves them, are a torn end`() throws {
        let directory = TemporaryDirectory()
        let profile = Self.profile(true)
        do {
            let board = try KeptBoard(directory.path, profile)
            board.startLogging()
            board.log(0..<14)
        }
        try directory.write(try directory.bytes() + Array(repeating: 0, count: 5_000))
        let board = try KeptBoard(directory.path, profile)
        #expect(board.flash.notes.count == 1)
        #expect(board.flash.notes.first?.contains("5000 bytes of an unfinished write") == true)
        #expect(board.download() == (0..<7).map { UInt32($0) } + (7..<14).map { UInt32($0) })
    }

    // holds FLS-07
    @Test func `a foreign file is refused with its place and the fix`() throws {
        let directory = TemporaryDirectory()
        let profile = BoardProfile.metaMotionS
        let rows: [([UInt8], FlashStoreError.Problem, Int)] = [
            (
                Array("a text of a person, longer than a header is, and more besides it all".utf8),
                .notAFlash, 0
            ),
            (Array("short".utf8), .notAFlash, 5),
            (version(3), .version(3), 8),
            (
                FlashFileHeader(model: "MetaMotion R", profile.flash).bytes,
                .otherBoard(found: "MetaMotion R", expected: "MetaMotion S"), 25
            ),
            (
                FlashFileHeader(model: "MetaMotion S", Self.small).bytes,
                .otherGeometry(
                    found: "64 slots in pages of 8, with a RAM page",
                    expected: "67108864 slots in pages of 512, with a RAM page"), 12
            ),
        ]
        for (bytes, problem, offset) in rows {
            try directory.write(bytes)
            let error = #expect(throws: FlashStoreError.self) {
                try FlashDirectory(directory.path, for: profile)
            }
            #expect(error?.problem == problem)
            #expect(error?.offset == offset)
            #expect(error?.file == directory.journal)
            #expect(error.map { "\($0)".hasSuffix($0.fix) } == true)
            #expect(try directory.bytes() == bytes)
        }
    }

    private func version(_ n: UInt32) -> [UInt8] {
        var header = FlashFileHeader(model: "MetaMotion S", BoardProfile.metaMotionS.flash)
        header.version = n
        return header.bytes
    }

    // holds FLS-08
    @Test func `one process at a time`() throws {
        let directory = TemporaryDirectory()
        do {
            let first = try FlashDirectory(directory.path, for: .metaMotionS)
            let error = #expect(throws: FlashStoreError.self) {
                try FlashDirectory(directory.path, for: .metaMotionS)
            }
            #expect(error?.problem == .inUse)
            first.close()
        }
        _ = try FlashDirectory(directory.path, for: .metaMotionS)
    }

    // holds FLS-09
    @Test func `a directory that cannot be made is an error in the system's words`() throws {
        let directory = TemporaryDirectory()
        try directory.write([])
        let error = #expect(throws: FlashStoreError.self) {
            try FlashDirectory(directory.journal + "/inside", for: .metaMotionS)
        }
        guard case .system(let words) = error?.problem else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words == "Not a directory")
    }

    // holds FLS-02 LOG-23
    @Test(arguments: [false, true])
    func `a flash that a scenario filled keeps what was really logged`(_ hasRAMPage: Bool) throws {
        let directory = TemporaryDirectory()
        let profile = Self.profile(hasRAMPage)
        do {
            let first = try KeptBoard(directory.path, profile)
            first.board.flash.log.fill(to: 0.5)
            first.startLogging()
            first.log(0..<14)
            // Three entries of the first made-up page, then the rest of it and one of the next.
            #expect(first.download(slots: 4).count == 3)
            #expect(first.download(slots: 7).count == 5)
            first.write([0x0B, 0x01, 0x01])
            first.write([0x0B, 0x0B, 0x01])
            first.log(14..<35)
            first.flush()
        }
        let second = try KeptBoard(directory.path, profile)
        #expect(second.board.flash.log.usedPages > 6)
        // Six entries are left of the second made-up page, and two pages behind it.
        let old = (1..<7).map { UInt32($0) } + (0..<2).flatMap { _ in (0..<7).map { UInt32($0) } }
        #expect(second.download() == old + (0..<35).map { UInt32($0) })
    }

    // holds LOG-23
    @Test(arguments: [false, true])
    func `a flash that a scenario filled is as full for the next process`(
        _ hasRAMPage: Bool
    ) throws {
        let directory = TemporaryDirectory()
        let profile = Self.profile(hasRAMPage)
        do {
            // An open page that a host takes whole stays in the journal.
            let first = try KeptBoard(directory.path, profile)
            first.startLogging()
            first.log(0..<3)
            #expect(first.download().count == (hasRAMPage ? 0 : 3))
        }
        do {
            let second = try KeptBoard(directory.path, profile)
            second.board.flash.log.fill(to: 0.25)
            second.board.flash.log.fill(to: 0.75)
            #expect(second.board.flash.log.length == 48)
        }
        for _ in 0..<2 {
            let third = try KeptBoard(directory.path, profile)
            #expect(third.flash.notes == [] && third.board.flash.log.length == 48)
            // As full as asked for already.
            third.board.flash.log.fill(to: 0.5)
            #expect(third.board.flash.log.length == 48)
            #expect(third.download(pages: 0) == (0..<7).map { UInt32($0) })
        }
        do {
            let fourth = try KeptBoard(directory.path, profile)
            #expect(fourth.download() == (0..<6).flatMap { _ in (0..<7).map { UInt32($0) } })
        }
        #expect(try KeptBoard(directory.path, profile).board.flash.log.length == 0)
    }

    // holds LOG-23 FLS-03
    @Test func `a rewrite keeps what is left of made-up pages`() throws {
        let directory = TemporaryDirectory()
        let profile = Self.profile(true, capacity: 8 * 4_000)
        func words(_ image: FlashImage) -> [[UInt32]] {
            image.pages.map { [$0.sequence, UInt32($0.consumed), UInt32($0.words.count)] }
        }
        var before: FlashImage
        do {
            let board = try KeptBoard(directory.path, profile)
            board.startLogging()
            board.log(0..<7)
            board.board.flash.log.fill(to: 0.25)
            board.board.flash.log.fill(to: 0.5)
            // The older run goes but for three pages of it, one of them in part.
            _ = board.download(slots: 8 * 997 + 3)
        }
        do {
            let flash = try FlashDirectory(directory.path, for: profile)
            flash.waitsForDisk = false
            before = flash.image
            #expect(before.pages.count == 1_003 && before.pages[0].consumed == 2)
            let length = flash.length
            // Nothing but the past until the journal is written anew.
            var last = length
            while flash.length >= last {
                last = flash.length
                flash.save(resetUID: 3)
            }
            #expect(flash.length < 1_000 && flash.failure == nil)
            flash.close()
        }
        let flash = try FlashDirectory(directory.path, for: profile)
        #expect(words(flash.image) == words(before))
        // Their times, too.
        #expect(flash.image.pages.prefix(4).map(\.words) == before.pages.prefix(4).map(\.words))
        #expect(flash.image.nextSequence == before.nextSequence)
        #expect(flash.image.resetUID == 3)
    }

    // holds FLS-11
    @Test func `a rewrite that did not end is forgotten`() throws {
        let directory = TemporaryDirectory()
        let profile = Self.profile(true)
        do {
            let board = try KeptBoard(directory.path, profile)
            board.startLogging()
            board.log(0..<7)
        }
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory.journal + ".new"))
        #expect(try KeptBoard(directory.path, profile).download().count == 7)
        #expect(!FileManager.default.fileExists(atPath: directory.journal + ".new"))
    }
}
