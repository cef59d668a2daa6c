/// One frame that `TrikiMotionProtocol` found.
public struct MotionSample: Sendable, Equatable {
    /// Bit 0 is a click, bit 1 a shake; 0 for a frame of 14 bytes.
    public var flags: UInt8
    /// Whether it carries sensors; a mini frame is flags alone.
    public var isFull: Bool
    /// What it carries; at rest for a mini frame. `click` and `shake` are those of the flags.
    public var sensors: MotionSensors

    /// Bit 0 of the flags.
    public var click: Bool { flags & 1 != 0 }
    /// Bit 1 of the flags.
    public var shake: Bool { flags & 2 != 0 }
}

/// Frames of 14, 16 and 2 bytes (protocol, triki-motion 1.7 and 3.2).
public enum TrikiMotionProtocol {
    /// Takes every complete frame from the buffer, oldest first.
    ///
    /// Without a footer the length is decided by what follows: a header with exactly 14 bytes left,
    /// or another header 14 bytes later, begins a frame of 14.
    public static func drain(_ buffer: inout PacketBuffer, _ body: (MotionSample) -> Void) {
        let used = scan(buffer.span, body)
        buffer.consume(used)
    }

    /// Says how many bytes were read.
    private static func scan(_ bytes: Span<UInt8>, _ body: (MotionSample) -> Void) -> Int {
        var cursor = 0
        // Where a frame with a wrong footer ended.
        var refusedEnd = 0
        let count = bytes.count
        scan: while count - cursor >= 2 {
            let left = count - cursor
            if !BLEGyroParser.isHeader(bytes, at: cursor) {
                if bytes[cursor] != 0x22, isFooter(bytes[cursor + 1]) {
                    body(mini(bytes[cursor]))
                    cursor += 2
                } else {
                    cursor += 1
                }
                continue
            }
            switch left {
            case 14:
                body(full(bytes, at: cursor, flags: 0))
                cursor += 14
            case 16... where BLEGyroParser.isHeader(bytes, at: cursor + 14):
                body(full(bytes, at: cursor, flags: 0))
                cursor += 14
            case 16... where isFooter(bytes[cursor + 15]):
                body(full(bytes, at: cursor, flags: bytes[cursor + 14]))
                cursor += 16
            case 16...:
                refusedEnd = cursor + 16
                cursor += 2
            default: break scan
            }
        }
        // Nothing of such a frame waits: a lone last byte could otherwise become a mini frame.
        if count - cursor == 1, cursor < refusedEnd, bytes[cursor] != 0x22 { cursor += 1 }
        return cursor
    }

    private static func isFooter(_ byte: UInt8) -> Bool { byte == 0xF7 || byte == 0xF8 }

    private static func mini(_ flags: UInt8) -> MotionSample {
        var sample = MotionSample(flags: flags, isFull: false, sensors: MotionSensors())
        sample.sensors.click = sample.click
        sample.sensors.shake = sample.shake
        return sample
    }

    private static func full(_ bytes: Span<UInt8>, at offset: Int, flags: UInt8) -> MotionSample {
        func axis(_ at: Int, _ divisor: Double) -> Double {
            MotionMath.clamp(Double(word(bytes, at: offset + at)) / divisor)
        }
        var sample = MotionSample(flags: flags, isFull: true, sensors: MotionSensors())
        sample.sensors.tiltX = axis(2, 80)
        sample.sensors.tiltY = axis(4, 80)
        sample.sensors.gyroX = axis(6, 64)
        sample.sensors.gyroY = axis(8, 64)
        sample.sensors.gyroZ = axis(10, 64)
        sample.sensors.rotation = axis(12, 48)
        let turn = Double(word(bytes, at: offset + 12)).magnitude
        sample.sensors.speed = MotionMath.clamp(turn / 96, 0, 1)
        sample.sensors.motion = motion(sample.sensors)
        sample.sensors.click = sample.click
        sample.sensors.shake = sample.shake
        return sample
    }

    /// The length of the gyroscope's vector, at most 1.
    static func motion(_ s: MotionSensors) -> Double {
        min(1, (s.gyroX * s.gyroX + s.gyroY * s.gyroY + s.gyroZ * s.gyroZ).squareRoot())
    }
}
