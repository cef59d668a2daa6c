/// An attitude as heading, pitch and roll in degrees: first the heading about the vertical, then
/// the roll about the body's y axis, then the pitch about its x axis.
///
/// In this order the pitch has the full circle and the roll half of it, as in the boards' Euler
/// register (protocol, sensors 20.3).
package struct EulerAngles: Equatable, Sendable {
    /// 0 to 360, clockwise as a compass: where the body's y axis points while its x axis is level,
    /// 90 is east.
    package var heading: Double
    /// -180 to 180, positive while the body's y axis rises.
    package var pitch: Double
    /// -90 to 90, positive while the body's x axis sinks.
    package var roll: Double

    /// The angles of a unit quaternion that takes body coordinates to world coordinates.
    package init(_ q: Quaternion) {
        let degrees = 180 / Double.pi
        let yaw = Elementary.arcTangent(
            2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))
        let clockwise = -yaw * degrees
        heading = clockwise < 0 ? clockwise + 360 : clockwise
        if heading >= 360 { heading = 0 }
        pitch =
            Elementary.arcTangent(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y))
            * degrees
        roll = Elementary.arcSine(2 * (q.w * q.y - q.z * q.x)) * degrees
    }
}
