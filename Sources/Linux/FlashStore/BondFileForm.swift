import Bluetooth
import Pairing
import Wire

/// The format of a bond file: a header of 16 bytes, a record of 64 for each bond, and chained
/// checksums, so that a missing, duplicated or foreign record is detected.
enum BondFileForm {
    /// More bonds than any board stores.
    static let capacity = 1_000
    static let longest = BondFileHeader.length + capacity * BondRecord.length

    static func bytes(_ bonds: ArraySlice<Bond>) -> [UInt8] {
        var bytes = BondFileHeader(count: bonds.count).bytes
        var checksum = Checksum()
        checksum.add(bytes[...])
        append(checksum, to: &bytes)
        for bond in bonds {
            let record = BondRecord(bond).bytes
            checksum.add(record[...])
            bytes += record
            append(checksum, to: &bytes)
        }
        return bytes
    }

    /// The bonds in a file, or what is wrong with it and where.
    static func bonds(in bytes: [UInt8], of file: String) throws(FlashStoreError) -> [Bond] {
        let header: BondFileHeader
        do throws(LayoutError) {
            header = try BondFileHeader(bytes)
        } catch {
            throw FlashStoreError(file, at: bytes.count, .notBonds)
        }
        guard header.mark == BondFileHeader.mark else {
            throw FlashStoreError(file, at: 0, .notBonds)
        }
        guard header.version == BondFileHeader.currentVersion else {
            throw FlashStoreError(file, at: 8, .version(UInt32(header.version)))
        }
        var checksum = Checksum()
        var end = BondFileHeader.length
        guard closes(bytes, 0..<end, &checksum) else {
            throw FlashStoreError(file, at: 0, .damaged("the header does not match its checksum"))
        }
        var bonds: [Bond] = []
        for number in 0..<Int(header.count) {
            let start = end
            end += BondRecord.length
            guard end <= bytes.count else {
                throw FlashStoreError(
                    file, at: bytes.count,
                    .damaged("it ends within bond \(number + 1) of \(header.count)"))
            }
            guard closes(bytes, start..<end, &checksum),
                let bond = (try? BondRecord(Array(bytes[start..<end])))?.bond
            else {
                throw FlashStoreError(
                    file, at: start, .damaged("bond \(number + 1) does not match its checksum"))
            }
            bonds.append(bond)
        }
        guard end == bytes.count else {
            throw FlashStoreError(
                file, at: end, .damaged("there is data after its \(header.count) bonds"))
        }
        return bonds
    }

    private static func append(_ checksum: Checksum, to bytes: inout [UInt8]) {
        for i in 0..<4 {
            bytes.append(UInt8(truncatingIfNeeded: checksum.value >> (8 * UInt32(i))))
        }
    }

    /// Whether bytes end in the checksum of these and all before.
    private static func closes(
        _ bytes: [UInt8], _ range: Range<Int>, _ checksum: inout Checksum
    ) -> Bool {
        guard range.upperBound <= bytes.count else { return false }
        let part = bytes[range]
        checksum.add(part.dropLast(4))
        return UInt64(checksum.value) == FlashRecord.number(part.suffix(4))
    }
}

/// The first 12 bytes; its checksum follows.
struct BondFileHeader: Layout {
    static let length = 16
    /// `bsimbnd` and a line feed, which a text-mode copy would spoil.
    static let mark: UInt64 = 0x0A64_6E62_6D69_7362
    static let currentVersion: UInt16 = 1

    var mark = BondFileHeader.mark
    var version = BondFileHeader.currentVersion
    var count: UInt16 = 0

    init() {}
    init(count: Int) { self.count = UInt16(clamping: count) }

    mutating func layout(_ c: inout some Coder) {
        c(&mark, "mark")
        c(&version, "version")
        c(&count, "bonds")
    }
}

/// One bond, 60 bytes; its checksum follows.
struct BondRecord: Layout {
    static let length = 64

    var address: UInt64 = 0
    var isRandom = false
    var isAuthenticated = false
    var isSecureConnections = false
    var hasResolvingKey = false
    var hasAlias = false
    var isAliasRandom = false
    var keySize: UInt8 = 16
    var diversifier: UInt16 = 0
    var random: UInt64 = 0
    var longTermKey: (UInt64, UInt64) = (0, 0)
    var resolvingKey: (UInt64, UInt64) = (0, 0)
    var alias: UInt64 = 0

    init() {}

    mutating func layout(_ c: inout some Coder) {
        c(&address, bits: 48, "identity")
        c(&isRandom, "random")
        c(&isAuthenticated, "authenticated")
        c(&isSecureConnections, "Secure Connections")
        c(&hasResolvingKey, "identity resolving key")
        c(&hasAlias, "alias")
        c(&isAliasRandom, "alias is random")
        c.reserved(bits: 2)
        c(&keySize, "key size")
        c(&diversifier, "EDIV")
        c(&random, "Rand")
        c(&longTermKey.0, "long-term key")
        c(&longTermKey.1, "long-term key")
        c(&resolvingKey.0, "identity resolving key")
        c(&resolvingKey.1, "identity resolving key")
        c(&alias, bits: 48, "alias")
        c.reserved(bits: 32)
    }

    init(_ bond: Bond) {
        address = bond.identity.value
        isRandom = bond.identity.kind == .random
        isAuthenticated = bond.isAuthenticated
        isSecureConnections = bond.isSecureConnections
        if let other = bond.alias {
            hasAlias = true
            isAliasRandom = other.kind == .random
            alias = other.value
        }
        keySize = bond.keySize
        diversifier = bond.diversifier
        random = bond.random
        longTermKey = Self.halves(bond.longTermKey)
        if let key = bond.identityResolvingKey {
            hasResolvingKey = true
            resolvingKey = Self.halves(key)
        }
    }

    var bond: Bond {
        var bond = Bond(
            identity: Address(address, kind: isRandom ? .random : .publicDevice),
            identityResolvingKey: hasResolvingKey ? Self.key(resolvingKey) : nil,
            longTermKey: Self.key(longTermKey))
        if hasAlias { bond.alias = Address(alias, kind: isAliasRandom ? .random : .publicDevice) }
        bond.keySize = keySize
        bond.isAuthenticated = isAuthenticated
        bond.isSecureConnections = isSecureConnections
        bond.diversifier = diversifier
        bond.random = random
        return bond
    }

    /// A key's bytes are in the file in order.
    private static func halves(_ key: [UInt8]) -> (UInt64, UInt64) {
        (FlashRecord.number(key[..<8]), FlashRecord.number(key[8...]))
    }

    private static func key(_ halves: (UInt64, UInt64)) -> [UInt8] {
        [halves.0, halves.1].flatMap { half in
            (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
        }
    }
}
