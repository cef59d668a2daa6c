import Bluetooth
import Foundation
import MetaWearBoard
import Pairing
import Testing

@testable import FlashStore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct BondFileTests {
    static func bond(_ n: UInt8) -> Bond {
        var bond = Bond(
            identity: Address(
                0xC0_0000_0000_00 + UInt64(n), kind: n % 2 == 0 ? .random : .publicDevice),
            identityResolvingKey: n % 3 == 0 ? nil : (0..<16).map { n ^ (0x80 + $0) },
            longTermKey: (0..<16).map { n &+ $0 })
        if n % 4 > 1 {
            bond.alias = Address(
                0xDEAD_BEEF_0000 | UInt64(n), kind: n % 4 == 2 ? .random : .publicDevice)
        }
        bond.keySize = 7 + n % 10
        bond.isAuthenticated = n % 4 == 1
        bond.isSecureConnections = n % 5 == 1
        bond.diversifier = UInt16(n) << 8 | 0x5A
        bond.random = 0x0123_4567_89AB_CD00 + UInt64(n)
        return bond
    }

    static func file(in directory: TemporaryDirectory) throws(FlashStoreError) -> BondFile {
        let file = try BondFile(directory.path)
        file.waitsForDisk = false
        return file
    }

    static func url(_ directory: TemporaryDirectory) -> URL {
        URL(fileURLWithPath: directory.path + "/bonds")
    }

    /// A directory with these bytes as its bonds.
    static func directory(_ bytes: [UInt8]) throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        try put(bytes, directory)
        return directory
    }

    static func put(_ bytes: [UInt8], _ directory: TemporaryDirectory) throws {
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true)
        try Data(bytes).write(to: url(directory))
    }

    static func whole() throws -> [UInt8] {
        let directory = TemporaryDirectory()
        let file = try file(in: directory)
        for n in 1...3 as ClosedRange<UInt8> { file.keep(bond(n)) }
        return [UInt8](try Data(contentsOf: url(directory)))
    }

    @Test func `of more bonds than a file holds the newest are kept`() throws {
        let bonds = (0...BondFileForm.capacity).map {
            Bond(
                identity: Address(0xC000_0000_0000 + UInt64($0)), identityResolvingKey: nil,
                longTermKey: Array(repeating: 7, count: 16))
        }
        let directory = try Self.directory(BondFileForm.bytes(bonds.dropLast()))
        do {
            let file = try Self.file(in: directory)
            #expect(file.bonds.count == BondFileForm.capacity)
            file.keep(bonds[BondFileForm.capacity])
        }
        #expect(try Self.file(in: directory).bonds == Array(bonds.dropFirst()))
    }

    @Test func `bonds are there for the next process, the last one at the end`() throws {
        let directory = TemporaryDirectory()
        var expected: [Bond] = []
        for n in 0..<20 as Range<UInt8> {
            let file = try Self.file(in: directory)
            #expect(file.bonds == expected)
            file.keep(Self.bond(n))
            expected.append(Self.bond(n))
            if n % 4 == 3 {
                file.forget(Self.bond(n - 2).identity)
                expected.removeAll { $0.identity == Self.bond(n - 2).identity }
            }
            #expect(file.bonds == expected)
            #expect(file.failure == nil)
        }
        do {
            let file = try Self.file(in: directory)
            var again = Self.bond(4)
            again.longTermKey = [UInt8](repeating: 0xEE, count: 16)
            file.keep(again)
            expected.removeAll { $0.identity == again.identity }
            expected.append(again)
        }
        let file = try Self.file(in: directory)
        #expect(file.bonds == expected)
        for bond in expected { file.forget(bond.identity) }
        #expect(file.bonds == [])
    }

    @Test func `the form of the file`() throws {
        let bytes = try Self.whole()
        #expect(bytes.count == 16 + 3 * 64)
        #expect(bytes.prefix(12) == [0x62, 0x73, 0x69, 0x6D, 0x62, 0x6E, 0x64, 0x0A, 1, 0, 3, 0])
        // Address, flags, key size, EDIV, Rand, then the keys in their order.
        #expect(bytes[16..<26] == [1, 0, 0, 0, 0, 0xC0, 0b1110, 8, 0x5A, 1])
        #expect(bytes[34..<50] == Array(1...16)[...])
    }

    @Test func `a flipped bit anywhere is found, and nothing is replaced`() throws {
        let whole = try Self.whole()
        let directory = TemporaryDirectory()
        for position in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[position] ^= 1 << UInt8(bit)
                let error = #expect(throws: FlashStoreError.self, "byte \(position), bit \(bit)") {
                    try BondFileForm.bonds(in: bytes, of: "bonds")
                }
                #expect(error?.offset.map { $0 <= position } == true)
                guard position % 8 == bit else { continue }
                try Self.put(bytes, directory)
                let told = #expect(throws: FlashStoreError.self) { try Self.file(in: directory) }
                #expect(told?.file == directory.path + "/bonds")
                #expect(told?.problem == error?.problem)
                #expect(told.map { "\($0)".hasSuffix($0.fix) } == true)
                #expect([UInt8](try Data(contentsOf: Self.url(directory))) == bytes)
            }
        }
    }

    @Test func `cut anywhere, or longer, it is damaged: no bond is lost in silence`() throws {
        let whole = try Self.whole()
        let directory = TemporaryDirectory()
        for length in 0..<whole.count {
            try Self.put(Array(whole.prefix(length)), directory)
            let error = #expect(throws: FlashStoreError.self) { try Self.file(in: directory) }
            #expect(error?.offset.map { $0 <= length } == true)
        }
        try Self.put(whole + [0], directory)
        let error = #expect(throws: FlashStoreError.self) { try Self.file(in: directory) }
        #expect(error?.problem == .damaged("there is data after its 3 bonds"))
        #expect(error?.offset == whole.count)
    }

    @Test func `a lost, doubled or moved bond is found`() throws {
        let whole = try Self.whole()
        let (head, one) = (Array(whole[..<16]), Array(whole[16..<80]))
        let (two, three) = (Array(whole[80..<144]), Array(whole[144...]))
        for bytes in [
            head + two + one + three, head + one + one + three, head + one + three + three,
        ] {
            let directory = try Self.directory(bytes)
            #expect(throws: FlashStoreError.self) { try Self.file(in: directory) }
        }
    }

    @Test func `a foreign file is refused with its place and the fix`() throws {
        let rows: [([UInt8], FlashStoreError.Problem, Int)] = [
            (Array("a text of a person, long enough".utf8), .notBonds, 0),
            (Array("short".utf8), .notBonds, 5), ([], .notBonds, 0),
            (
                [0x62, 0x73, 0x69, 0x6D, 0x62, 0x6E, 0x64, 0x0A, 2, 0, 0, 0, 0, 0, 0, 0],
                .version(2), 8
            ),
        ]
        for (bytes, problem, offset) in rows {
            let directory = try Self.directory(bytes)
            let error = #expect(throws: FlashStoreError.self) { try Self.file(in: directory) }
            #expect(error?.problem == problem)
            #expect(error?.offset == offset)
            #expect([UInt8](try Data(contentsOf: Self.url(directory))) == bytes)
        }
    }

    @Test func `one process at a time, beside the flash of the same board`() throws {
        let directory = TemporaryDirectory()
        let flash = try FlashDirectory(directory.path, for: .metaMotionS)
        do {
            let first = try Self.file(in: directory)
            let error = #expect(throws: FlashStoreError.self) { try Self.file(in: directory) }
            #expect(error?.problem == .inUse)
            first.keep(Self.bond(1))
        }
        #expect(try Self.file(in: directory).bonds == [Self.bond(1)])
        flash.close()
    }

    @Test func `a write that did not end is forgotten`() throws {
        let directory = try Self.directory(try Self.whole())
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory.path + "/bonds.new"))
        #expect(try Self.file(in: directory).bonds.count == 3)
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/bonds.new"))
    }

    @Test func `keys are for their owner's eyes`() throws {
        let directory = TemporaryDirectory()
        try Self.file(in: directory).keep(Self.bond(1))
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/bonds")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [1, 2, 50] as [UInt8])
    func `what was kept is there after kill -9`(_ count: UInt8) async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, count = count as UInt8] in
            let file = try BondFile(path)
            for n in 0..<count { file.keep(BondFileTests.bond(n)) }
            kill(getpid(), SIGKILL)
        }
        #expect(try Self.file(in: directory).bonds == (0..<count).map(Self.bond))
    }

    @Test func `a write that fails is reported once, and the bonds before it are kept`()
        async throws
    {
        let directory = TemporaryDirectory()
        let path = directory.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let file = try BondFile(path)
            var reports = 0
            file.onFailure = { _ in reports += 1 }
            file.keep(BondFileTests.bond(1))
            // A file may not become longer than 100 bytes from here on.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            #if canImport(Darwin)
                setrlimit(RLIMIT_FSIZE, &limit)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #endif
            file.keep(BondFileTests.bond(2))
            file.keep(BondFileTests.bond(3))
            guard case .system("File too large")? = file.failure?.problem, file.bonds.count == 3,
                reports == 1
            else { exit(EXIT_FAILURE) }
            exit(EXIT_SUCCESS)
        }
        #expect(try Self.file(in: directory).bonds == [Self.bond(1)])
    }
}
