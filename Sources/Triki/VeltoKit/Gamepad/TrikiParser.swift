/// A frame as the gamepad stack reads it.
public struct GamepadFrame: Sendable, Equatable {
    /// Which of the shapes it was read as.
    public enum Preset: String, Sendable, CaseIterable {
        /// 16 to 24 bytes; hundredths.
        case v2
        /// 8 bytes or more; units of 2000 counts.
        case legacy8
        /// 14 bytes; no frame reaches this rule, `legacy8` matches first.
        case legacy14
        /// 16 bytes; as `legacy14`.
        case legacy16
        /// Nothing that is known.
        case fallback
    }

    /// Which shape it was.
    public var preset = Preset.fallback
    /// Whether it is a frame at all.
    public var isValid = false
    /// First axis.
    public var x: Float = 0
    /// Second axis, the one that the gamepad follows.
    public var y: Float = 0
    /// Third axis.
    public var z: Float = 0
    /// Whether the button went down with this frame.
    public var button = false
    /// Whether it carries the shake flag.
    public var shake = false
}

/// Reads frames for the gamepad stack (protocol, triki-motion 1.7 and 3.11).
public struct TrikiParser: Sendable {
    private var buffer = PacketBuffer(limit: 512, kept: 256)
    private var isButtonDown = false

    /// A parser that has seen nothing.
    public init() {}

    /// Bytes that wait for the rest of their frame.
    var waiting: Int { buffer.count }

    /// One notification as one frame.
    public mutating func parse(_ packet: [UInt8]) -> GamepadFrame {
        let bytes = packet.span
        if Self.isV2(bytes) { return v2(packet) }
        guard packet.count >= BLEGyroParser.blockLength, BLEGyroParser.isHeader(bytes, at: 0) else {
            return GamepadFrame()
        }
        // `legacy14` and `legacy16` come after this rule, which no frame of theirs passes by.
        return Self.legacy(bytes, at: 0)
    }

    /// The frames that a notification completes in the stream.
    public mutating func stream(_ packet: [UInt8], _ body: (GamepadFrame) -> Void) {
        buffer.append(packet)
        if Self.isV2(buffer.span) {
            let whole = buffer.bytes
            buffer.clear()
            return body(v2(whole))
        }
        let used = Self.scan(buffer.span, body)
        buffer.consume(used)
    }

    /// Says how many bytes were read.
    private static func scan(_ bytes: Span<UInt8>, _ body: (GamepadFrame) -> Void) -> Int {
        var cursor = 0
        while bytes.count - cursor >= BLEGyroParser.blockLength {
            if BLEGyroParser.isHeader(bytes, at: cursor) {
                body(legacy(bytes, at: cursor))
                cursor += BLEGyroParser.blockLength
            }
            while cursor + 1 < bytes.count, !BLEGyroParser.isHeader(bytes, at: cursor) {
                cursor += 1
            }
            if cursor + 1 >= bytes.count { cursor = bytes.count }
        }
        return cursor
    }

    /// As new.
    public mutating func reset() { self = TrikiParser() }

    private static func isV2(_ bytes: Span<UInt8>) -> Bool {
        (16...24).contains(bytes.count) && bytes[0] == 0x22
    }

    private mutating func v2(_ packet: [UInt8]) -> GamepadFrame {
        let bytes = packet.span
        func axis(_ at: Int) -> Float { Float(word(bytes, at: at)) / 100 }
        let isDown = packet[1] != 0
        defer { isButtonDown = isDown }
        return GamepadFrame(
            preset: .v2, isValid: true, x: axis(2), y: axis(4), z: axis(6),
            button: isDown && !isButtonDown)
    }

    private static func legacy(_ bytes: Span<UInt8>, at offset: Int) -> GamepadFrame {
        func axis(_ at: Int) -> Float { Float(word(bytes, at: offset + at)) / 2000 }
        return GamepadFrame(preset: .legacy8, isValid: true, x: axis(2), y: axis(4), z: axis(6))
    }
}
