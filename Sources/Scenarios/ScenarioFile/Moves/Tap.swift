import Declaration
import Motion
import Simulation
import YAML

extension Move {
    package struct Tap: MoveKind {
        package var strength: Quantity<Acceleration> = .g(3)
        package var times = 1
        package var every: Nanoseconds = .milliseconds(200)
        package var width: Nanoseconds = .milliseconds(12)
        package var axis: Axis = .z

        package static let keys = Keys(Self(), "tap") { keys in
            keys.about = "Taps the board: short pulses of acceleration while it lies still."
            keys.optional(
                \.strength, "strength", in: .g(0.1)...(.g(100)), "The peak of each pulse.")
            keys.optional(\.times, "times", in: 1...(1000), "How many taps; 2 make a double tap.")
            keys.optional(
                \.every, "every", in: .milliseconds(20)...(.seconds(60)),
                "The time from one tap to the next."
            )
            keys.optional(
                \.width, "width", in: .milliseconds(1)...(.milliseconds(200)),
                "How long each pulse is.")
            keys.optional(\.axis, "along", "The axis to tap along.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            let shortest = tap.shortestSpacing
            guard times > 1, every.seconds < shortest else { return }
            let milliseconds = Int((shortest * 1000).rounded(.up))
            reader.fail(
                "a tap of width \(width.text) lasts \(milliseconds) ms, but the next one comes after"
                    + " \(every.text)", at: mark,
                fix: "use `every: \(milliseconds) ms` or longer, or a shorter `width`")
        }

        var seconds: Double { every.seconds * Double(times) }

        private var tap: Motion.Tap {
            Motion.Tap(
                peak: strength.g, width: width.seconds, direction: axis.vector,
                frame: axis.frame, count: times, spacing: every.seconds)
        }

        var words: String {
            let often = times == 1 ? "" : times == 2 ? " twice" : " \(times) times"
            return "tap it\(often) along \(axis.rawValue), \(strength.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move { .tap(tap) }
    }
}
