import MetaWearBoard
import Wire

/// The first 64 bytes of a journal: it identifies the board. In version 2 a ``FlashFileMark``
/// follows.
struct FlashFileHeader: Layout, Equatable {
    static let length = 64
    /// `bsimlog` and a line feed, which a text-mode copy would spoil.
    static let mark: UInt64 = 0x0A67_6F6C_6D69_7362
    static let currentVersion: UInt32 = 2
    /// Still read, and extended until the journal is rewritten.
    static let oldestVersion: UInt32 = 1

    var mark = FlashFileHeader.mark
    var version = FlashFileHeader.currentVersion
    var slotsPerPage: UInt32 = 0
    var capacity: UInt64 = 0
    var hasRAMPage = false
    /// UTF-8, padded with zeros.
    var model: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var check: UInt32 = 0

    mutating func layout(_ c: inout some Coder) {
        c(&mark, "mark")
        c(&version, "version")
        c(&slotsPerPage, "slots a page")
        c(&capacity, "capacity")
        c(&hasRAMPage, bits: 8, "RAM page")
        c(&model.0, "model")
        c(&model.1, "model")
        c(&model.2, "model")
        c(&model.3, "model")
        c.reserved(bits: 24)
        c(&check, "check")
    }

    static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }
}

extension FlashFileHeader {
    init(model name: String, _ geometry: FlashGeometry) {
        self.init()
        slotsPerPage = UInt32(clamping: geometry.slotsPerPage)
        capacity = UInt64(clamping: geometry.capacity)
        hasRAMPage = geometry.hasRAMPage
        let text = Array(name.utf8.prefix(32))
        func word(_ i: Int) -> UInt64 {
            text.dropFirst(8 * i).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        model = (word(0), word(1), word(2), word(3))
        var checksum = Checksum()
        checksum.add(bytes.dropLast(4))
        check = checksum.value
    }

    /// Where the first record begins.
    var firstRecord: Int { version == 1 ? Self.length : Self.length + FlashFileMark.length }

    /// The same board's header in another version.
    func inVersion(_ version: UInt32) -> FlashFileHeader {
        var header = self
        header.version = version
        var checksum = Checksum()
        checksum.add(header.bytes.dropLast(4))
        header.check = checksum.value
        return header
    }

    var modelName: String {
        let bytes = [model.0, model.1, model.2, model.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    var geometryWords: String {
        "\(capacity) slots in pages of \(slotsPerPage), \(hasRAMPage ? "with" : "without") a RAM page"
    }

    /// The header that a file of this board's flash begins with.
    func check(_ found: [UInt8], in file: String) throws(FlashStoreError) -> FlashFileHeader {
        let isCut = [Self.oldestVersion, version].contains {
            inVersion($0).bytes.starts(with: found)
        }
        guard found.count == Self.length || !isCut else {
            throw FlashStoreError(
                file, at: found.count,
                .damaged(found.isEmpty ? "it is empty" : "it ends within its header"))
        }
        let header: FlashFileHeader
        do throws(LayoutError) {
            header = try FlashFileHeader(found)
        } catch {
            throw FlashStoreError(file, at: found.count, .notAFlash)
        }
        guard header.mark == Self.mark else { throw FlashStoreError(file, at: 0, .notAFlash) }
        guard (Self.oldestVersion...Self.currentVersion).contains(header.version) else {
            throw FlashStoreError(file, at: 8, .version(header.version))
        }
        var checksum = Checksum()
        checksum.add(found.prefix(Self.length - 4))
        guard checksum.value == header.check else {
            throw FlashStoreError(file, at: 0, .damaged("the header does not match its checksum"))
        }
        guard header.modelName == modelName else {
            throw FlashStoreError(
                file, at: 25, .otherBoard(found: header.modelName, expected: modelName))
        }
        guard header.geometryWords == geometryWords else {
            throw FlashStoreError(
                file, at: 12,
                .otherGeometry(found: header.geometryWords, expected: geometryWords))
        }
        return header
    }
}
