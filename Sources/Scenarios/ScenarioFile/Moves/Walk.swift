import Declaration
import Motion
import Simulation

extension Move {
    package struct Walk: TimedMove {
        package var speed: Quantity<Speed> = .metresPerSecond(1.3)
        package var cadence: Quantity<Frequency> = .hertz(1.8)
        package var bounce: Quantity<Length> = .metres(0.04)
        package var duration: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self(), "walk") { keys in
            keys.about = "The motion of a person who walks with the board: steps, bounce and sway."
            keys.optional(
                \.speed, "speed", in: .metresPerSecond(0.1)...(.metresPerSecond(4)),
                "Forward speed."
            )
            keys.optional(
                \.cadence, "cadence", in: .hertz(0.5)...(.hertz(5)),
                "Steps per unit of time: `108 /min` or `1.8 Hz`.")
            keys.optional(
                \.bounce, "bounce", in: .metres(0)...(.metres(0.3)),
                "Vertical movement with every step, from the lowest to the highest point.")
            keys.optional(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var words: String { "walk with it at \(speed.text) for \(duration.text)" }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            let steps = max(1, Int((cadence.hertz * duration.seconds).rounded()))
            return .walk(
                Motion.Walk(
                    cadence: cadence.hertz, steps: steps,
                    stepLength: speed.metresPerSecond / cadence.hertz, bounce: bounce.metres))
        }
    }
}
