import Declaration
import Motion
public import Simulation

extension Move {
    public struct Pause: MoveKind {
        public static let title = "pause"
        public static let about = "The board stays where it is, held as it is."

        public var duration: Nanoseconds = .seconds(1)

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var seconds: Double { duration.seconds }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .rest(Motion.Rest(duration: duration.seconds))
        }
    }
}
