/// The coordinate system of a move's axis.
public enum AxisFrame: Equatable, Sendable {
    /// The body's at the start of the move.
    case body
    /// The world's: east, north, up.
    case world

    /// A direction in the axes of a body in `pose`.
    func inBody(_ direction: Vector3, _ pose: Pose) -> Vector3 {
        self == .body ? direction : pose.orientation.unrotate(direction)
    }

    /// A direction in the world's axes.
    func inWorld(_ direction: Vector3, _ pose: Pose) -> Vector3 {
        self == .world ? direction : pose.orientation.rotate(direction)
    }
}
