import Motion

/// A board of the World Darts Federation: its rings and its numbers.
public enum Dartboard {
    /// The radii that end the bull, the outer bull, the inner single, the treble, the outer single
    /// and the double, in metres from the centre.
    public static let rings = [0.00635, 0.0159, 0.099, 0.107, 0.162, 0.170]
    /// The numbers, clockwise from the top.
    public static let numbers = [
        20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5,
    ]

    /// What a dart scores.
    public struct Hit: Sendable, Equatable, CustomStringConvertible {
        /// A number, 25, or 0 beside the board.
        public var number: Int
        /// 1, 2 or 3.
        public var factor: Int
        /// In points.
        public var points: Int { number * factor }

        /// As it is called: `treble 20`.
        public var description: String {
            switch (number, factor) {
            case (0, _): "missed the board"
            case (25, 2): "bull"
            case (25, _): "outer bull"
            case (_, 2): "double \(number)"
            case (_, 3): "treble \(number)"
            default: "\(number)"
            }
        }
    }

    /// The field at a point, in metres right of and above the centre.
    public static func hit(x: Double, y: Double) -> Hit {
        let distance = (x * x + y * y).squareRoot()
        // Also if it is not a number.
        guard let ring = rings.firstIndex(where: { distance <= $0 }) else {
            return Hit(number: 0, factor: 1)
        }
        guard ring > 1 else { return Hit(number: 25, factor: ring == 0 ? 2 : 1) }
        // Clockwise from the top; each number has 18 degrees around its middle.
        let turns = Elementary.arcTangent(x, y) / (2 * .pi)
        let sector = Int((turns * 20 + 20.5).rounded(.down)) % 20
        return Hit(number: numbers[sector], factor: ring == 3 ? 3 : ring == 5 ? 2 : 1)
    }
}
