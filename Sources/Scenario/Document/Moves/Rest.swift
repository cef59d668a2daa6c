public import Simulation
public import YAML

extension Move {
    /// The board lies still, with the named side up.
    public struct Rest: Section {
        public static let title = "rest"
        public static let about = "The board lies still, with the named side up."

        /// Which side of the board points up.
        public enum Side: String, Choice {
            public static let title = "side"
            case faceUp = "face-up"
            case faceDown = "face-down"
            case leftUp = "left-up"
            case rightUp = "right-up"
            case topUp = "top-up"
            case bottomUp = "bottom-up"
            /// Keeps the orientation that the board has.
            case asItIs = "as-it-is"
        }

        /// Which side of the board points up.
        public var facing: Side = .faceUp
        /// How long it takes.
        public var duration: Nanoseconds = .seconds(1)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.optional(&facing, "facing", "Which side of the board points up.")
            keys.required(
                &duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }
    }
}
