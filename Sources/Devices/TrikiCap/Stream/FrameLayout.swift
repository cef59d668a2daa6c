import Motion
internal import Wire

/// The layout of the stream's frames: the real one, and those that VeltoKit assumes (protocol,
/// triki 1.5 and 1.7).
public enum FrameLayout: String, Sendable, CaseIterable {
    /// 14 bytes: header, status, gyroscope and accelerometer in counts. Every physical cap has this
    /// one.
    case sensor = "14-byte"
    /// 8 bytes: header, status, gyroscope in counts.
    case block
    /// 16 bytes, two blocks: tilt, then gyroscope in counts.
    case blocks
    /// 16 bytes: header, status, tilt x and y, gyroscope, turn about z, flags, footer.
    case footed = "16-byte"
    /// 2 bytes: flags and footer.
    case mini
    /// 20 bytes: header, status, tilt in hundredths, gyroscope in counts, zeros.
    case v2

    /// Bytes of a frame.
    public var length: Int {
        switch self {
        case .sensor: 14
        case .block: 8
        case .blocks, .footed: 16
        case .mini: 2
        case .v2: 20
        }
    }
}

/// The contents of one frame of the stream.
struct MotionFrame {
    /// Byte 1.
    var status: UInt8
    /// Counts of 0.070 °/s.
    var gyroscope: RawSample
    /// Counts of 1/2048 g.
    var accelerometer: RawSample
    /// The button went down since the frame before.
    var isClick = false
    var isButtonDown = false

    /// The first byte of every frame, except in the smallest layout.
    static let header: UInt8 = 0x22

    /// Its bytes, at most 20.
    func bytes(_ layout: FrameLayout) -> ShortBytes {
        var bytes = ShortBytes()
        if layout != .mini {
            bytes.append(Self.header)
            bytes.append(status)
        }
        switch layout {
        case .sensor:
            bytes.append(gyroscope)
            bytes.append(accelerometer)
        case .block: bytes.append(gyroscope)
        case .blocks:
            bytes.append(tilt(80))
            bytes.append(Self.header)
            bytes.append(status)
            bytes.append(gyroscope)
        case .footed:
            let tilt = tilt(80)
            bytes.append(tilt.x)
            bytes.append(tilt.y)
            bytes.append(rate(gyroscope.x, 64))
            bytes.append(rate(gyroscope.y, 64))
            bytes.append(rate(gyroscope.z, 64))
            bytes.append(rate(gyroscope.z, 48))
            bytes.append(flags)
            bytes.append(footer)
        case .mini:
            bytes.append(flags)
            bytes.append(footer)
        case .v2:
            bytes.append(tilt(100))
            bytes.append(gyroscope)
            for _ in 0..<6 { bytes.append(UInt8(0)) }
        }
        return bytes
    }

    /// Acceleration with so many counts a g.
    private func tilt(_ counts: Int32) -> RawSample {
        func scaled(_ value: Int16) -> Int16 {
            Int16(clamping: (Int32(value) * counts) / 2048)
        }
        return RawSample(
            scaled(accelerometer.x), scaled(accelerometer.y), scaled(accelerometer.z))
    }

    /// Angular rate with so many counts at 500 °/s. No source says which rate VeltoKit takes for 1.
    private func rate(_ value: Int16, _ counts: Int32) -> Int16 {
        Int16(clamping: (Int32(value) * 7 * counts) / 50_000)
    }

    /// Bit 0 is a click, bit 1 a shake: more than 2 g. The limit is our choice.
    private var flags: UInt8 {
        let square = [accelerometer.x, accelerometer.y, accelerometer.z]
            .reduce(Int64(0)) { $0 + Int64($1) * Int64($1) }
        return (isClick ? 1 : 0) | (square > 4096 * 4096 ? 2 : 0)
    }

    /// F8 while the button is down, otherwise F7. No source says what distinguishes the two.
    private var footer: UInt8 { isButtonDown ? 0xF8 : 0xF7 }
}

extension ShortBytes {
    fileprivate mutating func append(_ sample: RawSample) {
        append(sample.x)
        append(sample.y)
        append(sample.z)
    }
}
