import Declaration
import Motion
public import Simulation

extension Move {
    public struct Shake: MoveKind {
        public static let title = "shake"
        public static let about = "Shakes the board to and fro along an axis."

        public var rate: Quantity<Frequency> = .hertz(4)
        public var amplitude: Quantity<Length> = .metres(0.05)
        public var axis: Axis = .x
        public var duration: Nanoseconds = .seconds(2)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.rate, "rate", in: .hertz(0.1)...(.hertz(50)), "How often there and back.")
            keys.optional(
                \.amplitude, "amplitude", in: .metres(0)...(.metres(1)), "How far to either side.")
            keys.optional(\.axis, "along", "The axis to shake along.")
            keys.optional(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var seconds: Double { duration.seconds }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .shake(
                Motion.Shake(
                    amplitude: amplitude.metres, frequency: rate.hertz, axis: axis.vector,
                    frame: axis.frame, duration: duration.seconds))
        }
    }
}
