public import Simulation
public import YAML

extension Move {
    /// Turns the board by an angle, starting and ending at rest.
    public struct Turn: Section {
        public static let title = "turn"
        public static let about = "Turns the board by an angle, starting and ending at rest."

        /// How far; positive is counter-clockwise seen from the tip of the axis.
        public var angle: Quantity<Angle> = .degrees(90)
        /// The axis to turn about.
        public var axis: Axis = .z
        /// How long it takes.
        public var duration: Nanoseconds = .seconds(1)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.required(
                &angle, "by", in: .degrees(-36_000)...(.degrees(36_000)), principal: true,
                "How far; positive is counter-clockwise seen from the tip of the axis.")
            keys.optional(&axis, "about", "The axis to turn about.")
            keys.optional(&duration, "for", in: Move.durations, "How long it takes.")
        }
    }
}
