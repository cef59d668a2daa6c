public import Simulation
public import YAML

extension Move {
    /// Shakes the board to and fro along an axis.
    public struct Shake: Section {
        public static let title = "shake"
        public static let about = "Shakes the board to and fro along an axis."

        /// How often there and back.
        public var rate: Quantity<Frequency> = .hertz(4)
        /// How far to either side.
        public var amplitude: Quantity<Length> = .metres(0.05)
        /// The axis to shake along.
        public var axis: Axis = .x
        /// How long it takes.
        public var duration: Nanoseconds = .seconds(2)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.optional(
                &rate, "rate", in: .hertz(0.1)...(.hertz(50)), "How often there and back.")
            keys.optional(
                &amplitude, "amplitude", in: .metres(0)...(.metres(1)), "How far to either side.")
            keys.optional(&axis, "along", "The axis to shake along.")
            keys.optional(
                &duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }
    }
}
