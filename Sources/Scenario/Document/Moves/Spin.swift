public import Simulation
public import YAML

extension Move {
    /// Spins the board at a steady rate.
    public struct Spin: Section {
        public static let title = "spin"
        public static let about = "Spins the board at a steady rate."

        /// How fast; positive is counter-clockwise seen from the tip of the axis.
        public var rate: Quantity<AngularRate> = .degreesPerSecond(360)
        /// The axis to spin about.
        public var axis: Axis = .z
        /// How long it takes to come up to speed, and to stop.
        public var ramp: Nanoseconds = .milliseconds(500)
        /// How long it takes.
        public var duration: Nanoseconds = .seconds(5)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.required(
                &rate, "rate", in: .degreesPerSecond(-5000)...(.degreesPerSecond(5000)),
                principal: true,
                "How fast; positive is counter-clockwise seen from the tip of the axis.")
            keys.optional(&axis, "about", "The axis to spin about.")
            keys.optional(
                &ramp, "ramp", in: .milliseconds(1)...(.seconds(60)),
                "How long it takes to come up to speed, and to stop.")
            keys.optional(
                &duration, "for", in: Move.durations, "How long it takes, both ramps included.")
        }

        public mutating func check(_ reader: Reader) {
            guard ramp > .zero, duration < ramp + ramp else { return }
            reader.fail(
                "two ramps of \(ramp.text) do not fit into \(duration.text)", at: mark,
                mend: "give a shorter `ramp` or a longer `for`")
        }
    }
}
