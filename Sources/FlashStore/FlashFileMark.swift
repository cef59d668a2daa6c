import Wire

/// Behind the header: how long the journal is known to have been, so that a file that was cut is
/// told from one whose process ended there.
///
/// It is written in its place now and then, after the records that it counts: a journal is never
/// shorter than its mark says unless something took bytes away.
struct FlashFileMark: Layout, Equatable {
    static let length = 32

    /// In bytes; after a failure of the machine the file may be shorter.
    var written: UInt64 = 0
    /// In bytes, once the disk had caught up: whatever fails, the file is as long.
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
                        ? "it ends within its header" : "its length does not fit its checksum"))
        }
        return mark
    }
}
