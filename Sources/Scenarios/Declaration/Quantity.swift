public import YAML

/// A number with its dimension, kept in the dimension's first unit.
public struct Quantity<D: Dimension>: Hashable, Comparable, Sendable {
    /// In the first unit of `D`: degrees, g, metres, hertz …
    public var value: Double

    /// A value in the first unit of `D`.
    public init(_ value: Double) { self.value = value }

    /// The smaller value.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

extension Quantity: DeclaredValue {
    /// A number with a unit of `D`.
    public static var shape: Shape { .quantity(D.self) }
    /// `90 deg`.
    public var text: String { Written.text(value) + " " + D.units[0].symbol }

    /// Reads a number with a unit of `D`.
    public static func read(_ node: Node, _ reader: Reader) -> Quantity? {
        guard let written = Written(node, of: [D.self], reader) else { return nil }
        return Quantity(written.value)
    }
}

extension Quantity where D == Angle {
    /// An angle in degrees.
    public static func degrees(_ value: Double) -> Self { Self(value) }
    /// Degrees.
    public var degrees: Double { value }
    /// Radians.
    public var radians: Double { value * .pi / 180 }
}

extension Quantity where D == AngularRate {
    /// A rate in degrees per second.
    public static func degreesPerSecond(_ value: Double) -> Self { Self(value) }
    /// Degrees per second.
    public var degreesPerSecond: Double { value }
    /// Radians per second.
    public var radiansPerSecond: Double { value * .pi / 180 }
}

extension Quantity where D == Acceleration {
    /// An acceleration in standard gravities.
    public static func g(_ value: Double) -> Self { Self(value) }
    /// Standard gravities.
    public var g: Double { value }
    /// m/s².
    public var metresPerSecondSquared: Double { value * 9.80665 }
}

extension Quantity where D == Length {
    /// A distance in metres.
    public static func metres(_ value: Double) -> Self { Self(value) }
    /// Metres.
    public var metres: Double { value }
}

extension Quantity where D == Speed {
    /// A speed in metres per second.
    public static func metresPerSecond(_ value: Double) -> Self { Self(value) }
    /// m/s.
    public var metresPerSecond: Double { value }
}

extension Quantity where D == Frequency {
    /// A frequency in hertz.
    public static func hertz(_ value: Double) -> Self { Self(value) }
    /// Hertz.
    public var hertz: Double { value }
}

extension Quantity where D == Temperature {
    /// A temperature in degrees Celsius.
    public static func celsius(_ value: Double) -> Self { Self(value) }
    /// Degrees Celsius.
    public var celsius: Double { value }
}

extension Quantity where D == Pressure {
    /// A pressure in hectopascal.
    public static func hectopascals(_ value: Double) -> Self { Self(value) }
    /// Pascal.
    public var pascals: Double { value * 100 }
}

extension Quantity where D == Illuminance {
    /// An illuminance in lux.
    public static func lux(_ value: Double) -> Self { Self(value) }
    /// Lux.
    public var lux: Double { value }
}

extension Quantity where D == Ratio {
    /// A part in percent.
    public static func percent(_ value: Double) -> Self { Self(value) }
    /// Percent.
    public var percent: Double { value }
    /// 1 for the whole.
    public var fraction: Double { value / 100 }
}

extension Quantity where D == MagneticField {
    /// A flux density in microtesla.
    public static func microtesla(_ value: Double) -> Self { Self(value) }
    /// Microtesla.
    public var microtesla: Double { value }
}

extension Quantity where D == Charge {
    /// A charge in milliampere-hours.
    public static func milliampereHours(_ value: Double) -> Self { Self(value) }
    /// Milliampere-hours.
    public var milliampereHours: Double { value }
}

extension Quantity where D == ClockDrift {
    /// A drift in parts per million.
    public static func partsPerMillion(_ value: Double) -> Self { Self(value) }
    /// Parts per million.
    public var partsPerMillion: Double { value }
}

extension Quantity where D == Voltage {
    /// A voltage in volts.
    public static func volts(_ value: Double) -> Self { Self(value) }
    /// Volts.
    public var volts: Double { value }
}

extension Quantity where D == Power {
    /// A power in decibel milliwatts.
    public static func dBm(_ value: Double) -> Self { Self(value) }
    /// dBm.
    public var dBm: Double { value }
}
