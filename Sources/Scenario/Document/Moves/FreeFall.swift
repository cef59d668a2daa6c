extension Move {
    /// Lets the board fall from a height and land.
    public struct FreeFall: Section {
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
    }
}
