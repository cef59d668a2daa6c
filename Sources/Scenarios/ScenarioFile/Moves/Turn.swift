import Declaration
import Motion
import Simulation

extension Move {
    package struct Turn: TimedMove {
        package var angle: Quantity<Angle> = .degrees(90)
        package var axis: Axis = .z
        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self(), "turn") { keys in
            keys.about = "Turns the board by an angle, starting and ending at rest."
            keys.required(
                \.angle, "by", in: .degrees(-36_000)...(.degrees(36_000)), principal: true,
                "The angle; positive is counter-clockwise seen from the tip of the axis.")
            keys.optional(\.axis, "about", "The axis to turn about.")
            keys.optional(\.duration, "for", in: Move.durations, "How long it takes.")
        }

        var words: String {
            "turn it by \(angle.text) about \(axis.rawValue) within \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .turn(
                Motion.Turn(
                    angle: angle.radians, axis: axis.vector, frame: axis.frame,
                    duration: duration.seconds))
        }
    }
}
