import Foundation

/// What a row of a table can show.
public protocol MWDataConvertible: Sendable {
    /// The names of its columns.
    static var columnHeaders: [String] { get }
    /// Its values, one for each column; the decimal point is a point in every locale.
    var columnValues: [String] { get }
}

extension BinaryFloatingPoint {
    /// With a fixed number of decimals.
    func text(decimals: Int) -> String { String(format: "%.\(decimals)f", Double(self)) }
}

extension CartesianFloat: MWDataConvertible {
    /// `x`, `y`, `z`.
    public static var columnHeaders: [String] { ["x", "y", "z"] }
    /// Six decimals.
    public var columnValues: [String] { [x, y, z].map { $0.text(decimals: 6) } }
}

extension Quaternion: MWDataConvertible {
    /// `w`, `x`, `y`, `z`.
    public static var columnHeaders: [String] { ["w", "x", "y", "z"] }
    /// Six decimals.
    public var columnValues: [String] { [w, x, y, z].map { $0.text(decimals: 6) } }
}

extension EulerAngles: MWDataConvertible {
    /// `heading`, `pitch`, `roll`, `yaw`.
    public static var columnHeaders: [String] { ["heading", "pitch", "roll", "yaw"] }
    /// Degrees with four decimals.
    public var columnValues: [String] {
        [heading, pitch, roll, yaw].map { $0.text(decimals: 4) }
    }
}

extension CorrectedCartesianFloat: MWDataConvertible {
    /// `x`, `y`, `z`, `accuracy`.
    public static var columnHeaders: [String] { ["x", "y", "z", "accuracy"] }
    /// Six decimals, and the accuracy as a whole number.
    public var columnValues: [String] {
        [x, y, z].map { $0.text(decimals: 6) } + ["\(accuracy)"]
    }
}

extension Float: MWDataConvertible {
    /// `value`.
    public static var columnHeaders: [String] { ["value"] }
    /// Six decimals.
    public var columnValues: [String] { [text(decimals: 6)] }
}

extension UInt32: MWDataConvertible {
    /// `value`.
    public static var columnHeaders: [String] { ["value"] }
    /// A whole number.
    public var columnValues: [String] { ["\(self)"] }
}

extension Bool: MWDataConvertible {
    /// `value`.
    public static var columnHeaders: [String] { ["value"] }
    /// 1 or 0.
    public var columnValues: [String] { [self ? "1" : "0"] }
}
