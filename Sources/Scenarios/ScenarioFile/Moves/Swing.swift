import Declaration
import Motion
import Simulation

extension Move {
    package struct Swing: TimedMove {
        package var angle: Quantity<Angle> = .degrees(40)
        package var period: Nanoseconds = .milliseconds(1200)
        package var arm: Quantity<Length> = .metres(0.6)
        package var axis: Axis = .x
        package var duration: Nanoseconds = .seconds(5)

        package static let keys = Keys(Self(), "swing") { keys in
            keys.about = "Swings the board like a pendulum at the end of an arm."
            keys.optional(
                \.angle, "by", in: .degrees(0)...(.degrees(175)),
                "The largest angle to either side."
            )
            keys.optional(
                \.period, "period", in: .milliseconds(50)...(.seconds(60)),
                "The time for one full swing.")
            keys.optional(
                \.arm, "arm", in: .metres(0)...(.metres(10)),
                "The distance from the pivot to the board.")
            keys.optional(\.axis, "about", "The axis to swing about.")
            keys.optional(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var words: String {
            "swing it by \(angle.text) about \(axis.rawValue), \(period.text) a swing, for \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            let frequency = 1 / period.seconds
            return .swing(
                Motion.Swing(
                    amplitude: angle.radians, frequency: frequency, axis: axis.vector,
                    frame: axis.frame, cycles: duration.seconds * frequency, radius: arm.metres))
        }
    }
}
