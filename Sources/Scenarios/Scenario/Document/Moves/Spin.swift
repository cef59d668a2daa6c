import Declaration
import Motion
public import Simulation
public import YAML

extension Move {
    public struct Spin: MoveKind {
        public static let title = "spin"
        public static let about = "Spins the board at a steady rate."

        public var rate: Quantity<AngularRate> = .degreesPerSecond(360)
        public var axis: Axis = .z
        public var ramp: Nanoseconds = .milliseconds(500)
        public var duration: Nanoseconds = .seconds(5)

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.rate, "rate", in: .degreesPerSecond(-5000)...(.degreesPerSecond(5000)),
                principal: true,
                "How fast; positive is counter-clockwise seen from the tip of the axis.")
            keys.optional(\.axis, "about", "The axis to spin about.")
            keys.optional(
                \.ramp, "ramp", in: .milliseconds(1)...(.seconds(60)),
                "How long it takes to come up to speed, and to stop.")
            keys.optional(
                \.duration, "for", in: Move.durations, "How long it takes, both ramps included.")
        }

        public func check(_ reader: Reader, at mark: Mark) {
            guard ramp > .zero, duration < ramp + ramp else { return }
            reader.fail(
                "two ramps of \(ramp.text) do not fit into \(duration.text)", at: mark,
                mend: "give a shorter `ramp` or a longer `for`")
        }

        var seconds: Double { duration.seconds }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .spin(
                Motion.Spin(
                    rate: rate.radiansPerSecond, axis: axis.vector, frame: axis.frame,
                    duration: duration.seconds, ramp: ramp.seconds))
        }
    }
}
