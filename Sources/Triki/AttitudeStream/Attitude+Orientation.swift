public import Motion

extension Attitude {
    /// The attitude of a body: yaw about the vertical, then pitch about its x axis, then roll about
    /// its y axis, as a phone reports them (protocol, triki-motion 5). Pitch is within ±π/2.
    ///
    /// - Parameter orientation: body to world, of unit length.
    public init(_ orientation: Quaternion) {
        let q = orientation
        let rise = min(max(2 * (q.y * q.z + q.w * q.x), -1), 1)
        self.init(
            roll: Elementary.arcTangent(
                -2 * (q.x * q.z - q.w * q.y), 1 - 2 * (q.x * q.x + q.y * q.y)),
            pitch: Elementary.arcSine(rise),
            yaw: Elementary.arcTangent(
                -2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z)))
    }

    /// Body to world; whole turns make no difference, however many.
    public var orientation: Quaternion {
        Quaternion(
            heading: Self.wrapped(yaw), pitch: Self.wrapped(pitch), roll: Self.wrapped(roll))
    }
}

/// What a stream's attitudes mean for a body that follows them.
///
/// They are differences: the sender's zero minus where it points (protocol, triki-motion 5). The
/// body takes its own attitude at the beginning as that zero.
public struct AttitudeGuide: Sendable, Equatable {
    /// Where the body points while the sender points to its zero.
    public let zero: Attitude

    /// A guide for a body in this orientation.
    public init(from orientation: Quaternion) { zero = Attitude(orientation) }

    /// Where the body is to point for an attitude of the stream.
    public func orientation(for sent: Attitude) -> Quaternion {
        sent.subtracted(from: zero, wraps: true).orientation
    }
}
