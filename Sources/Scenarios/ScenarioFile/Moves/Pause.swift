import Declaration
import Motion
import Simulation

extension Move {
    package struct Pause: TimedMove {
        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self(), "pause") { keys in
            keys.about = "The board stays where it is, held as it is."
            keys.required(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var words: String { "hold it for \(duration.text)" }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .rest(Motion.Rest(duration: duration.seconds))
        }
    }
}
