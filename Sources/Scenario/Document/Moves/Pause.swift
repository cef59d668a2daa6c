public import Simulation
public import YAML

extension Move {
    /// The board stays where it is, held as it is.
    public struct Pause: Section {
        public static let title = "pause"
        public static let about = "The board stays where it is, held as it is."

        /// How long it takes.
        public var duration: Nanoseconds = .seconds(1)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.required(
                &duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }
    }
}
