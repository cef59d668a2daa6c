/// One number of a sample.
public struct SampleField: Hashable, Sendable {
    /// How its bytes stand for a number.
    public enum Number: Hashable, Sendable { case unsigned, signed, float }

    /// `x`, `count`: the column in reports.
    public var axis: String
    /// How its bytes stand for a number.
    public var number: Number
    /// In bytes.
    public var size: Int
    /// Its scale: counts that make one of its unit.
    public var countsPerUnit: Double
    /// Its unit; empty for a plain number.
    public var unit: String

    /// A number of `size` bytes, little endian.
    public init(
        axis: String, number: Number, size: Int, countsPerUnit: Double = 1, unit: String = ""
    ) {
        self.axis = axis
        self.number = number
        self.size = size
        self.countsPerUnit = countsPerUnit
        self.unit = unit
    }
}

extension SampleField {
    /// Three numbers along the axes of a board.
    static func vector(
        _ number: Number, _ size: Int, _ countsPerUnit: Double = 1, measures: Measurand
    ) -> [SampleField] {
        ["x", "y", "z"].map {
            SampleField(
                axis: $0, number: number, size: size, countsPerUnit: countsPerUnit,
                unit: measures.unit)
        }
    }
}
