/// What a 64-bit little-endian ELF file says of how it is started (elf(5)).
struct ELFFile {
    private let start: [UInt8]
    private let read: (_ offset: Int, _ count: Int) -> [UInt8]

    /// - Parameters:
    ///   - start: its first bytes, 64 at least.
    ///   - read: reads up to so many bytes from an offset.
    init(_ start: [UInt8], read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
        self.start = start
        self.read = read
    }

    /// That of this program: x86-64 or AArch64.
    static var ownMachine: Int {
        #if arch(arm64)
            183
        #else
            62
        #endif
    }

    /// `e_machine`.
    var machine: Int { number(start, 18, 2) }

    /// The program interpreter (`PT_INTERP`), such as `/lib64/ld-linux-x86-64.so.2`; nil if there is
    /// none: the file is statically linked.
    var loader: String? {
        for header in table(at: 32, size: 54, count: 56) where number(header, 0, 4) == 3 {
            let path = read(number(header, 8, 8), min(number(header, 32, 8), 4096))
            return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        }
        return nil
    }

    /// Whether Go's linker has made it.
    var isGo: Bool {
        let sections = table(at: 40, size: 58, count: 60)
        let names = number(start, 62, 2)
        guard names < sections.count else { return false }
        let offset = number(sections[names], 24, 8)
        return sections.contains { section in
            let name = read(offset + number(section, 0, 4), 32).prefix { $0 != 0 }
            return [".note.go.buildid", ".go.buildinfo"].contains(
                String(decoding: name, as: UTF8.self))
        }
    }

    /// The entries of the table whose offset, size of an entry and number of entries are there.
    private func table(at offset: Int, size: Int, count: Int) -> [[UInt8]] {
        let (offset, size) = (number(start, offset, 8), number(start, size, 2))
        let count = number(start, count, 2)
        guard size >= 56 else { return [] }
        let bytes = read(offset, size * count)
        return stride(from: 0, to: bytes.count - size + 1, by: size).map {
            Array(bytes[$0..<$0 + size])
        }
    }

    private func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        guard offset + count <= bytes.count else { return 0 }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
        // No offset in a file is larger.
        return Int(value & 0x7FFF_FFFF_FFFF)
    }
}
