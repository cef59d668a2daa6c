import Declaration
import Motion
public import Simulation

extension Move {
    public struct Turn: MoveKind {
        public static let title = "turn"
        public static let about = "Turns the board by an angle, starting and ending at rest."

        public var angle: Quantity<Angle> = .degrees(90)
        public var axis: Axis = .z
        public var duration: Nanoseconds = .seconds(1)

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.angle, "by", in: .degrees(-36_000)...(.degrees(36_000)), principal: true,
                "How far; positive is counter-clockwise seen from the tip of the axis.")
            keys.optional(\.axis, "about", "The axis to turn about.")
            keys.optional(\.duration, "for", in: Move.durations, "How long it takes.")
        }

        var seconds: Double { duration.seconds }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .turn(
                Motion.Turn(
                    angle: angle.radians, axis: axis.vector, frame: axis.frame,
                    duration: duration.seconds))
        }
    }
}
