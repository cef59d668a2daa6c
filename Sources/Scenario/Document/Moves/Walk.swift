public import Simulation
public import YAML

extension Move {
    /// Walks with the board worn: steps, bounce and sway.
    public struct Walk: Section {
        public static let title = "walk"
        public static let about = "Walks with the board worn: steps, bounce and sway."

        /// Forward speed.
        public var speed: Quantity<Speed> = .metresPerSecond(1.3)
        /// Steps in a time; `108 /min` or `1.8 Hz`.
        public var cadence: Quantity<Frequency> = .hertz(1.8)
        /// Up and down with every step, from lowest to highest.
        public var bounce: Quantity<Length> = .metres(0.04)
        /// How long it takes.
        public var duration: Nanoseconds = .seconds(10)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.optional(
                &speed, "speed", in: .metresPerSecond(0.1)...(.metresPerSecond(4)), "Forward speed."
            )
            keys.optional(
                &cadence, "cadence", in: .hertz(0.5)...(.hertz(5)),
                "Steps in a time; `108 /min` or `1.8 Hz`.")
            keys.optional(
                &bounce, "bounce", in: .metres(0)...(.metres(0.3)),
                "Up and down with every step, from lowest to highest.")
            keys.optional(
                &duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }
    }
}
