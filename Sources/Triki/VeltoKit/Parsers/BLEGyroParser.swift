/// A block of three words in units of 2000 counts, each -1 to 1.
public struct GyroBlock: Sendable, Equatable {
    /// The first word.
    public var x: Double
    /// The second word.
    public var y: Double
    /// The third word.
    public var z: Double
    /// The second word as received, in counts.
    public var rawY: Int16

    /// The block in units of 80 counts, as the first block of a notification is read: -25 to 25.
    public var tilt: (x: Double, y: Double, z: Double) {
        let scale = BLEGyroParser.gyroDivisor / BLEGyroParser.tiltDivisor
        return (x * scale, y * scale, z * scale)
    }
}

/// What a drain of the buffer found.
public struct GyroBlocks: Sendable, Equatable {
    /// How many blocks.
    public var count = 0
    /// The first, which is read as tilt.
    public var first: GyroBlock?
    /// The second.
    public var second: GyroBlock?
    /// The newest.
    public var last: GyroBlock?

    /// The second block if there is one, else the only one.
    public var latestGyro: GyroBlock? { second ?? last }
    /// The second word of the newest block in counts; nil without a second block.
    public var latestGyroRawY: Int16? { count > 1 ? last?.rawY : nil }

    mutating func add(_ block: GyroBlock) {
        switch count {
        case 0: first = block
        case 1: second = block
        default: break
        }
        last = block
        count += 1
    }
}

/// Finds blocks `22 00` + 3 words in the stream (protocol, triki-motion 3.2).
///
/// A real frame of 14 bytes reads as one block of its gyroscope; its acceleration is skipped.
public enum BLEGyroParser {
    /// Counts of a gyroscope axis that make 1.
    public static let gyroDivisor = 2000.0
    /// Counts of a tilt axis that make 1.
    public static let tiltDivisor = 80.0
    /// Bytes of a block.
    public static let blockLength = 8

    /// An empty buffer of this parser's size.
    public static var buffer: PacketBuffer { PacketBuffer(limit: 1024, kept: 512) }

    /// The word at offset 2 of any notification of at least 4 bytes, in counts; the header is not checked.
    public static func gyroRawFromPacket(_ bytes: [UInt8]) -> Int16? {
        bytes.count >= 4 ? word(bytes.span, at: 2) : nil
    }

    /// Takes every block from the buffer and says which came first and last.
    public static func drain(_ buffer: inout PacketBuffer) -> GyroBlocks {
        var found = GyroBlocks()
        drain(&buffer) { found.add($0) }
        return found
    }

    /// Takes every block from the buffer, oldest first.
    @inline(__always)
    public static func drain(_ buffer: inout PacketBuffer, _ body: (GyroBlock) -> Void) {
        let used = scan(buffer.span, body)
        buffer.consume(used)
    }

    /// Says how many bytes were read.
    @inline(__always)
    private static func scan(_ bytes: Span<UInt8>, _ body: (GyroBlock) -> Void) -> Int {
        var cursor = 0
        let count = bytes.count
        while count - cursor >= blockLength {
            if isHeader(bytes, at: cursor) {
                body(block(bytes, at: cursor))
                cursor += blockLength
                continue
            }
            var next = cursor + 1
            while next + 1 < count, !isHeader(bytes, at: next) { next += 1 }
            cursor = next + 1 < count ? next : count
        }
        return cursor
    }

    @inline(__always)
    static func isHeader(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        bytes[offset] == 0x22 && bytes[offset + 1] == 0
    }

    private static func block(_ bytes: Span<UInt8>, at offset: Int) -> GyroBlock {
        func axis(_ at: Int) -> Double {
            MotionMath.clamp(Double(word(bytes, at: offset + at)) / gyroDivisor)
        }
        return GyroBlock(
            x: axis(2), y: axis(4), z: axis(6), rawY: word(bytes, at: offset + 4))
    }
}
