public import Simulation

extension Move {
    /// Swings the board to and fro like a pendulum at the end of an arm.
    public struct Swing: Section {
        public static let title = "swing"
        public static let about =
            "Swings the board to and fro like a pendulum at the end of an arm."

        public var angle: Quantity<Angle> = .degrees(40)
        public var period: Nanoseconds = .milliseconds(1200)
        public var arm: Quantity<Length> = .metres(0.6)
        public var axis: Axis = .x
        public var duration: Nanoseconds = .seconds(5)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.angle, "by", in: .degrees(0)...(.degrees(175)),
                "The largest angle to either side."
            )
            keys.optional(
                \.period, "period", in: .milliseconds(50)...(.seconds(60)), "There and back.")
            keys.optional(
                \.arm, "arm", in: .metres(0)...(.metres(10)), "From the pivot to the board.")
            keys.optional(\.axis, "about", "The axis to swing about.")
            keys.optional(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }
    }
}
