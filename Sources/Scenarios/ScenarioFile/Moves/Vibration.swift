import Declaration
import Motion
import Simulation

extension Move {
    package struct Vibration: TimedMove {
        package var frequency: Quantity<Frequency> = .hertz(50)
        package var amplitude: Quantity<Acceleration> = .g(0.5)
        package var axis: Axis = .z
        package var duration: Nanoseconds = .seconds(5)

        package static let keys = Keys(Self(), "vibration") { keys in
            keys.about = "Vibrates the board, as a machine would."
            keys.required(
                \.frequency, "frequency", in: .hertz(0.5)...(.hertz(1000)),
                "The frequency of the vibration.")
            keys.required(
                \.amplitude, "amplitude", in: .g(0)...(.g(50)), "The largest acceleration.")
            keys.optional(\.axis, "along", "The axis it vibrates along.")
            keys.optional(\.duration, "for", in: Move.durations, "How long it takes.")
        }

        var words: String {
            "vibrate it along \(axis.rawValue) at \(frequency.text), \(amplitude.text), for \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .vibration(
                Motion.Vibration(
                    frequency: frequency.hertz, peak: amplitude.g, axis: axis.vector,
                    frame: axis.frame, duration: duration.seconds))
        }
    }
}
