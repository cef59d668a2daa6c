import Declaration
import Motion
import Simulation

extension Move {
    package struct Shake: TimedMove {
        package var rate: Quantity<Frequency> = .hertz(4)
        package var amplitude: Quantity<Length> = .metres(0.05)
        package var axis: Axis = .x
        package var duration: Nanoseconds = .seconds(2)

        package static let keys = Keys(Self(), "shake") { keys in
            keys.about = "Shakes the board back and forth along an axis."
            keys.optional(
                \.rate, "rate", in: .hertz(0.1)...(.hertz(50)), "Full cycles per second.")
            keys.optional(
                \.amplitude, "amplitude", in: .metres(0)...(.metres(1)),
                "The largest displacement to either side.")
            keys.optional(\.axis, "along", "The axis to shake along.")
            keys.optional(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var words: String {
            "shake it along \(axis.rawValue) at \(rate.text) for \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .shake(
                Motion.Shake(
                    amplitude: amplitude.metres, frequency: rate.hertz, axis: axis.vector,
                    frame: axis.frame, duration: duration.seconds))
        }
    }
}
