import Declaration
import Motion
import Simulation

extension Move {
    public struct FreeFall: MoveKind {
        public static let title = "free-fall"
        public static let about = "Lets the board fall from a height and land."

        /// What the board lands on.
        public enum Landing: String, Choice {
            public static let title = "landing"
            case soft, hard

            public var about: String {
                switch self {
                case .soft: "A cushion: it stops within 10 cm."
                case .hard: "A floor: it stops within 2 mm."
                }
            }
        }

        public var height: Quantity<Length> = .metres(1)
        public var landing: Landing = .soft

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.height, "from", in: .metres(0.01)...(.metres(1000)), principal: true,
                "How deep it falls.")
            keys.optional(\.landing, "landing", "What it lands on.")
        }

        var seconds: Double { 15 }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .freeFall(
                Motion.FreeFall(height: height.metres, landing: landing == .soft ? 0.08 : 0.004))
        }
    }
}
