import Declaration
import Motion
public import Simulation

extension Move {
    public struct Lift: MoveKind {
        public static let title = "lift"
        public static let about =
            "Moves the board straight up, or down, starting and ending at rest."

        public var height: Quantity<Length> = .metres(0.5)
        public var duration: Nanoseconds = .seconds(1)

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.height, "by", in: .metres(-100)...(.metres(100)), principal: true,
                "How far; negative is down.")
            keys.optional(\.duration, "for", in: Move.durations, "How long it takes.")
        }

        var seconds: Double { duration.seconds }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .lift(Motion.Lift(height: height.metres, duration: duration.seconds))
        }
    }
}
