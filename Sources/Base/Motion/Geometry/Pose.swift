/// The position and orientation of a body.
@frozen public struct Pose: Hashable, Sendable {
    /// Metres, world.
    public var position: Vector3
    /// Body to world.
    public var orientation: Quaternion

    /// A pose; the origin and level by default.
    @inlinable public init(
        position: Vector3 = Vector3(0, 0, 0), orientation: Quaternion = Quaternion(1, 0, 0, 0)
    ) {
        self.position = position
        self.orientation = orientation
    }
}
