public import Simulation
public import YAML

extension Move {
    /// Swings the board to and fro like a pendulum at the end of an arm.
    public struct Swing: Section {
        public static let title = "swing"
        public static let about =
            "Swings the board to and fro like a pendulum at the end of an arm."

        /// The largest angle to either side.
        public var angle: Quantity<Angle> = .degrees(40)
        /// There and back.
        public var period: Nanoseconds = .milliseconds(1200)
        /// From the pivot to the board.
        public var arm: Quantity<Length> = .metres(0.6)
        /// The axis to swing about.
        public var axis: Axis = .x
        /// How long it takes.
        public var duration: Nanoseconds = .seconds(5)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.optional(
                &angle, "by", in: .degrees(0)...(.degrees(175)), "The largest angle to either side."
            )
            keys.optional(
                &period, "period", in: .milliseconds(50)...(.seconds(60)), "There and back.")
            keys.optional(
                &arm, "arm", in: .metres(0)...(.metres(10)), "From the pivot to the board.")
            keys.optional(&axis, "about", "The axis to swing about.")
            keys.optional(
                &duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }
    }
}
