import Declaration
import Motion
import Simulation

extension Move {
    package struct Lift: TimedMove {
        package var height: Quantity<Length> = .metres(0.5)
        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self(), "lift") { keys in
            keys.about = "Moves the board straight up or down, starting and ending at rest."
            keys.required(
                \.height, "by", in: .metres(-100)...(.metres(100)), principal: true,
                "The distance; negative is down.")
            keys.optional(\.duration, "for", in: Move.durations, "How long it takes.")
        }

        var words: String {
            height.metres < 0
                ? "lower it by \(Quantity<Length>.metres(-height.metres).text) within \(duration.text)"
                : "lift it by \(height.text) within \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .lift(Motion.Lift(height: height.metres, duration: duration.seconds))
        }
    }
}
