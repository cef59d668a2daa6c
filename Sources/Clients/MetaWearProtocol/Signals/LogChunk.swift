/// A part of the data of a source: what a logger or a processor takes (protocol, core 3.3 and 4.2).
public struct LogChunk: Sendable, Hashable {
    /// From the first byte of the data, 0 to 31.
    public var offset: UInt8
    /// In bytes, 1 to 8.
    public var length: UInt8

    /// A part.
    public init(offset: UInt8, length: UInt8) {
        self.offset = offset
        self.length = length
    }

    /// Reads a pack byte: five bits of offset, three of length less one.
    public init(pack: UInt8) {
        self.init(offset: pack & 0x1F, length: pack >> 5 + 1)
    }

    /// Both in one byte; a length beyond 8 arrives cut, as every host sends it.
    public var pack: UInt8 { (length &- 1) << 5 | offset & 0x1F }

    /// Parts of four bytes, the last of which may be shorter.
    public static func split(length: Int, from offset: Int = 0) -> [LogChunk] {
        stride(from: 0, to: length, by: 4).map {
            LogChunk(offset: UInt8(offset + $0), length: UInt8(min(4, length - $0)))
        }
    }
}
