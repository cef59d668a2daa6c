import Declaration
import Motion
import Simulation
import YAML

extension Move {
    package struct Spin: TimedMove {
        package var rate: Quantity<AngularRate> = .degreesPerSecond(360)
        package var axis: Axis = .z
        package var ramp: Nanoseconds = .milliseconds(500)
        package var duration: Nanoseconds = .seconds(5)

        package static let keys = Keys(Self(), "spin") { keys in
            keys.about = "Spins the board at a steady rate."
            keys.required(
                \.rate, "rate", in: .degreesPerSecond(-5000)...(.degreesPerSecond(5000)),
                principal: true,
                "The speed; positive is counter-clockwise seen from the tip of the axis.")
            keys.optional(\.axis, "about", "The axis to spin about.")
            keys.optional(
                \.ramp, "ramp", in: .milliseconds(1)...(.seconds(60)),
                "How long it takes to reach full speed, and again to stop.")
            keys.optional(
                \.duration, "for", in: Move.durations, "How long it takes, both ramps included.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard ramp > .zero, duration < ramp + ramp else { return }
            reader.fail(
                "two ramps of \(ramp.text) do not fit into \(duration.text)", at: mark,
                fix: "use a shorter `ramp` or a longer `for`")
        }

        var words: String {
            "spin it about \(axis.rawValue) at \(rate.text) for \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .spin(
                Motion.Spin(
                    rate: rate.radiansPerSecond, axis: axis.vector, frame: axis.frame,
                    duration: duration.seconds, ramp: ramp.seconds))
        }
    }
}
