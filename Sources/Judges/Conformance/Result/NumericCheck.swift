/// A number that a case checked, and the band that it had to be in.
package struct NumericCheck: Sendable, Equatable {
    /// What it is; values of one name are one curve: `acceleration x`.
    package var name: String
    /// The unit of value and band; empty for a plain number.
    package var unit: String
    /// Since the case began, in seconds of the board's time.
    package var seconds: Double
    /// The board's value.
    package var value: Double
    /// The lowest accepted value; nil for no limit.
    package var low: Double?
    /// The highest accepted value; nil for no limit.
    package var high: Double?

    /// A number; without limits by default.
    package init(
        name: String, unit: String = "", seconds: Double, value: Double, low: Double? = nil,
        high: Double? = nil
    ) {
        self.name = name
        self.unit = unit
        self.seconds = seconds
        self.value = value
        self.low = low
        self.high = high
    }

    /// Whether it is in its band; NaN never is.
    package var held: Bool {
        !value.isNaN && low.map { value >= $0 } ?? true && high.map { value <= $0 } ?? true
    }
}
