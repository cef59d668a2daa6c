/// Reads samples of packets with their two-byte header (protocol, sensors).
///
/// Each throws `MWError.operationFailed` for a packet that is too short.
public enum SampleParser {
    /// Three signed 16-bit counts, divided by `scale` (counts a unit).
    public static func cartesian(
        _ packet: Span<UInt8>, scale: Float, at start: Int = 2
    ) throws(MWError) -> CartesianFloat {
        try packet.require(start + 6, "a vector")
        return CartesianFloat(
            x: Float(packet.int16(at: start)) / scale,
            y: Float(packet.int16(at: start + 2)) / scale,
            z: Float(packet.int16(at: start + 4)) / scale)
    }

    /// Three vectors, oldest first, as a packed register sends them (protocol, sensors 1.6).
    public static func packed(
        _ packet: Span<UInt8>, scale: Float
    ) throws(MWError) -> [CartesianFloat] {
        try packet.require(20, "a packed vector")
        return [
            try cartesian(packet, scale: scale, at: 2), try cartesian(packet, scale: scale, at: 8),
            try cartesian(packet, scale: scale, at: 14),
        ]
    }

    /// Four floats, w first.
    public static func quaternion(_ packet: Span<UInt8>) throws(MWError) -> Quaternion {
        try packet.require(18, "a quaternion")
        return Quaternion(
            w: packet.float(at: 2), x: packet.float(at: 6), y: packet.float(at: 10),
            z: packet.float(at: 14))
    }

    /// Four floats in degrees.
    public static func eulerAngles(_ packet: Span<UInt8>) throws(MWError) -> EulerAngles {
        try packet.require(18, "Euler angles")
        return EulerAngles(
            heading: packet.float(at: 2), pitch: packet.float(at: 6), roll: packet.float(at: 10),
            yaw: packet.float(at: 14))
    }

    /// Three floats divided by `scale`, and the accuracy.
    public static func corrected(
        _ packet: Span<UInt8>, scale: Float
    ) throws(MWError) -> CorrectedCartesianFloat {
        try packet.require(15, "a corrected vector")
        return CorrectedCartesianFloat(
            x: packet.float(at: 2) / scale, y: packet.float(at: 6) / scale,
            z: packet.float(at: 10) / scale, accuracy: packet[14])
    }

    /// Three floats divided by `scale`.
    public static func floats(
        _ packet: Span<UInt8>, scale: Float
    ) throws(MWError) -> CartesianFloat {
        try packet.require(14, "a vector of floats")
        return CartesianFloat(
            x: packet.float(at: 2) / scale, y: packet.float(at: 6) / scale,
            z: packet.float(at: 10) / scale)
    }
}
