/// The form of the frames on a stream.
public enum AttitudeFormat: Sendable, CaseIterable {
    /// 12 bytes: roll, pitch and yaw as 32-bit floats, little endian. As published: no header, so a
    /// receiver must read from the first byte on.
    case legacy
    /// With a header: length, sequence and time, and frames that ask to re-zero.
    case versioned
}

/// What one frame says.
public struct AttitudeFrame: Sendable, Equatable {
    /// What it is for.
    public enum Content: Sendable, Equatable {
        /// Where the sender points, relative to its zero.
        case attitude(Attitude)
        /// The sender took the attitude of now as its zero.
        case rezero
    }

    /// What it says.
    public var content: Content
    /// Counts the sender's frames, and begins again after the largest; 0 in legacy frames.
    public var sequence: UInt32
    /// When it was made, in microseconds of the sender's clock; 0 in legacy frames.
    public var microseconds: UInt64

    /// A frame.
    public init(_ content: Content, sequence: UInt32 = 0, microseconds: UInt64 = 0) {
        self.content = content
        self.sequence = sequence
        self.microseconds = microseconds
    }

    /// The first two bytes of a versioned frame.
    static let magic: [UInt8] = [0x4D, 0x43]
    static let version: UInt8 = 1
    /// Bytes before the payload of a versioned frame: magic, version, type, length of the payload
    /// (16 bits), sequence (32), time (64); all little endian.
    static let headerLength = 18
    /// Bytes of three floats.
    static let anglesLength = 12

    /// Its bytes; a legacy stream has no form for a re-zero, which is empty there.
    public func bytes(_ format: AttitudeFormat) -> [UInt8] {
        var payload: [UInt8] = []
        if case .attitude(let attitude) = content {
            for angle in [attitude.roll, attitude.pitch, attitude.yaw] {
                payload.append(littleEndian: Float(angle).bitPattern)
            }
        }
        if format == .legacy { return payload }
        var bytes = Self.magic + [Self.version, content == .rezero ? 2 : 1]
        bytes.append(littleEndian: UInt16(payload.count))
        bytes.append(littleEndian: sequence)
        bytes.append(littleEndian: microseconds)
        return bytes + payload
    }
}

extension [UInt8] {
    mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Value {
        var value: Value = 0
        for index in 0..<Value.bitWidth / 8 {
            value |= Value(self[offset + index]) << (8 * index)
        }
        return value
    }

    func angles(at offset: Int) -> Attitude {
        func angle(_ index: Int) -> Double {
            Double(Float(bitPattern: integer(UInt32.self, at: offset + 4 * index)))
        }
        return Attitude(roll: angle(0), pitch: angle(1), yaw: angle(2))
    }
}
