/// A turn to a pitch and a roll, whatever the attitude before; the heading stays.
public struct Tilt: MoveKind {
    static let name = "tilt"

    /// Radians; positive lifts the body's y axis above the horizon.
    public var pitch: Double
    /// Radians; positive lowers the body's right side.
    public var roll: Double
    /// Seconds.
    public var duration: Double

    /// A tilt; by default back to level in one second.
    public init(pitch: Double = 0, roll: Double = 0, duration: Double = 1) {
        self.pitch = pitch
        self.roll = roll
        self.duration = duration
    }

    var problem: String? {
        Check.first(
            Check.finite(pitch, "pitch"), Check.finite(roll, "roll"),
            Check.positive(duration, "duration"), Check.duration(duration))
    }

    func segment(from start: Pose) -> Segment {
        let goal = Quaternion(heading: start.orientation.heading, pitch: pitch, roll: roll)
        return Reach(orientation: goal, duration: duration).segment(from: start)
    }
}
