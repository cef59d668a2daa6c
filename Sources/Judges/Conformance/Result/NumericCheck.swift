/// A number that a case looked at, and the band that it had to be in.
package struct NumericCheck: Sendable, Equatable {
    /// What it is; values of one name are one curve: `acceleration x`.
    package var name: String
    /// Of value and band; empty for a plain number.
    package var unit: String
    /// Since the case began, in seconds of the board's time.
    package var seconds: Double
    /// What the board said.
    package var value: Double
    /// The least that is right; nil for no limit.
    package var low: Double?
    /// The most that is right; nil for no limit.
    package var high: Double?

    /// A number without limits, unless told.
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

    /// Whether it is in its band; what is no number is in none.
    package var held: Bool {
        !value.isNaN && low.map { value >= $0 } ?? true && high.map { value <= $0 } ?? true
    }
}
