import Declaration
import Motion
import Simulation

extension Move {
    package struct Tilt: TimedMove {
        /// The edge of the board that goes down.
        package enum Direction: String, Choice {
            package static let title = "direction"
            case left, right, forward, back
        }

        package var angle: Quantity<Angle> = .degrees(30)
        package var direction: Direction = .right
        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self(), "tilt") { keys in
            keys.about = "Tilts the board to an angle from the horizontal, face up."
            keys.required(
                \.angle, "to", in: .degrees(-180)...(.degrees(180)), principal: true,
                "The angle from flat.")
            keys.optional(\.direction, "towards", "The edge that goes down.")
            keys.optional(\.duration, "for", in: Move.durations, "How long it takes.")
        }

        var words: String {
            "tilt it \(direction.rawValue) to \(angle.text) within \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            // Right edge down is a positive roll about y, the far edge down a negative pitch about
            // x.
            let seconds = duration.seconds
            return switch direction {
            case .right: .tilt(Motion.Tilt(roll: angle.radians, duration: seconds))
            case .left: .tilt(Motion.Tilt(roll: -angle.radians, duration: seconds))
            case .forward: .tilt(Motion.Tilt(pitch: -angle.radians, duration: seconds))
            case .back: .tilt(Motion.Tilt(pitch: angle.radians, duration: seconds))
            }
        }
    }
}
