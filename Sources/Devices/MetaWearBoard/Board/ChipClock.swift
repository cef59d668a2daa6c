internal import Simulation

/// The clock of the chip that samples acceleration and rotation, separate from the board's own.
///
/// Its unit is 1/6400 s, the shortest time between two samples of either sensor. All of the chip's
/// periods are multiples of it, so that samples of both coincide at any two rates.
package struct ChipClock: Sendable, Equatable {
    /// Nanoseconds of a unit at the speed that the data sheets name.
    private static let nominalUnit: Int64 = 156_250
    /// How much faster than its data sheet a realistic chip may run, from recordings of real boards
    /// (protocol, real boards 4; measured on the BMI160, assumed for the other chips).
    package static let range = -0.013...0.007

    /// Nanoseconds of a unit as the board's own clock has them.
    private let unit: Int64

    /// - Parameter fast: how much faster than its data sheet it runs, 0.005 for half a percent;
    ///   rounded to 6 millionths and clamped to ±10 %.
    package init(fast: Double) {
        let clamped = fast.isFinite ? min(max(fast, -0.1), 0.1) : 0
        unit = Int64((Double(Self.nominalUnit) / (1 + clamped)).rounded())
    }

    /// The clock of one specimen.
    init(_ random: RandomStream) {
        var random = random
        let range = Self.range
        self.init(
            fast: range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform())
    }

    /// How much faster than its data sheet the chip runs.
    package var fast: Double { Double(Self.nominalUnit) / Double(unit) - 1 }

    /// A nominal period in the board's own time.
    func period(_ nominal: Nanoseconds) -> Nanoseconds {
        guard unit != Self.nominalUnit else { return nominal }
        return Nanoseconds((nominal.count * unit + Self.nominalUnit / 2) / Self.nominalUnit)
    }
}
