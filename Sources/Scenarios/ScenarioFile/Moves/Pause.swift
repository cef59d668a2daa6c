import Declaration
import Motion
import Simulation

extension Move {
    package struct Pause: MoveKind {
        package static let title = "pause"
        package static let about = "The board stays where it is, held as it is."

        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self()) { keys in
            keys.required(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var seconds: Double { duration.seconds }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .rest(Motion.Rest(duration: duration.seconds))
        }
    }
}
