import Wire

/// After the header: the known length of the journal, which distinguishes a file that was cut from
/// one whose process ended there.
///
/// It is updated in place after each record: a journal is never shorter than its mark unless bytes
/// were removed.
struct FlashFileMark: Layout, Equatable {
    static let length = 32

    /// In bytes; after a failure of the machine the file may be shorter.
    var written: UInt64 = 0
    /// In bytes, at the last sync: whatever fails, the file is at least this long.
    var synchronized: UInt64 = 0
    var check: UInt32 = 0

    init() {}

    init(written: Int, synchronized: Int) {
        self.written = UInt64(written)
        self.synchronized = UInt64(synchronized)
        check = sum
    }

    mutating func layout(_ c: inout some Coder) {
        c(&written, "written")
        c(&synchronized, "synchronized")
        c.reserved(bits: 64)
        c.reserved(bits: 32)
        c(&check, "check")
    }

    private var sum: UInt32 {
        var checksum = Checksum()
        checksum.add(bytes.dropLast(4))
        return checksum.value
    }

    /// The mark of a journal.
    static func read(_ found: [UInt8], in file: String) throws(FlashStoreError) -> FlashFileMark {
        guard let mark = try? FlashFileMark(found), mark.bytes == found, mark.check == mark.sum
        else {
            throw FlashStoreError(
                file, at: FlashFileHeader.length,
                .damaged(
                    found.count < length
                        ? "it ends within its header" : "its length does not match its checksum"))
        }
        return mark
    }
}
