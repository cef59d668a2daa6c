/// Where a body is and how it is turned.
@frozen public struct Pose: Hashable, Sendable {
    /// Metres, world.
    public var position: Vector3
    /// Body to world.
    public var orientation: Quaternion

    /// A pose; the origin and level unless told.
    @inlinable public init(
        position: Vector3 = Vector3(0, 0, 0), orientation: Quaternion = Quaternion(1, 0, 0, 0)
    ) {
        self.position = position
        self.orientation = orientation
    }
}
