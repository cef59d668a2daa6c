import YAML

/// A number with its dimension, kept in the dimension's first unit.
package struct Quantity<D: Dimension>: Hashable, Comparable, Sendable {
    /// In the first unit of `D`: degrees, g, metres, hertz …
    package var value: Double

    /// A value in the first unit of `D`.
    package init(_ value: Double) { self.value = value }

    /// The smaller value.
    package static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

extension Quantity: DeclaredValue {
    /// A number with a unit of `D`.
    package static var shape: Shape { .quantity(D.self) }
    /// `90 deg`.
    package var text: String { Written.text(value) + " " + D.units[0].symbol }

    /// Reads a number with a unit of `D`.
    package static func read(_ node: Node, _ reader: Reader) -> Quantity? {
        guard let written = Written(node, of: [D.self], reader) else { return nil }
        return Quantity(written.value)
    }
}

extension Quantity where D == Angle {
    /// An angle in degrees.
    package static func degrees(_ value: Double) -> Self { Self(value) }
    /// Degrees.
    package var degrees: Double { value }
    /// Radians.
    package var radians: Double { value * .pi / 180 }
}

extension Quantity where D == AngularRate {
    /// A rate in degrees per second.
    package static func degreesPerSecond(_ value: Double) -> Self { Self(value) }
    /// Degrees per second.
    package var degreesPerSecond: Double { value }
    /// Radians per second.
    package var radiansPerSecond: Double { value * .pi / 180 }
}

extension Quantity where D == Acceleration {
    /// An acceleration in standard gravities.
    package static func g(_ value: Double) -> Self { Self(value) }
    /// Standard gravities.
    package var g: Double { value }
    /// m/s².
    package var metresPerSecondSquared: Double { value * 9.80665 }
}

extension Quantity where D == Length {
    /// A distance in metres.
    package static func metres(_ value: Double) -> Self { Self(value) }
    /// Metres.
    package var metres: Double { value }
}

extension Quantity where D == Speed {
    /// A speed in metres per second.
    package static func metresPerSecond(_ value: Double) -> Self { Self(value) }
    /// m/s.
    package var metresPerSecond: Double { value }
}

extension Quantity where D == Frequency {
    /// A frequency in hertz.
    package static func hertz(_ value: Double) -> Self { Self(value) }
    /// Hertz.
    package var hertz: Double { value }
}

extension Quantity where D == Temperature {
    /// A temperature in degrees Celsius.
    package static func celsius(_ value: Double) -> Self { Self(value) }
    /// Degrees Celsius.
    package var celsius: Double { value }
}

extension Quantity where D == Pressure {
    /// A pressure in hectopascal.
    package static func hectopascals(_ value: Double) -> Self { Self(value) }
    /// Pascal.
    package var pascals: Double { value * 100 }
}

extension Quantity where D == Illuminance {
    /// An illuminance in lux.
    package static func lux(_ value: Double) -> Self { Self(value) }
    /// Lux.
    package var lux: Double { value }
}

extension Quantity where D == Ratio {
    /// A part in percent.
    package static func percent(_ value: Double) -> Self { Self(value) }
    /// Percent.
    package var percent: Double { value }
    /// 1 for the whole.
    package var fraction: Double { value / 100 }
}

extension Quantity where D == MagneticField {
    /// A flux density in microtesla.
    package static func microtesla(_ value: Double) -> Self { Self(value) }
    /// Microtesla.
    package var microtesla: Double { value }
}

extension Quantity where D == Charge {
    /// A charge in milliampere-hours.
    package static func milliampereHours(_ value: Double) -> Self { Self(value) }
    /// Milliampere-hours.
    package var milliampereHours: Double { value }
}

extension Quantity where D == ClockDrift {
    /// A drift in parts per million.
    package static func partsPerMillion(_ value: Double) -> Self { Self(value) }
    /// Parts per million.
    package var partsPerMillion: Double { value }
}

extension Quantity where D == Voltage {
    /// A voltage in volts.
    package static func volts(_ value: Double) -> Self { Self(value) }
    /// Volts.
    package var volts: Double { value }
}

extension Quantity where D == Power {
    /// A power in decibel milliwatts.
    package static func dBm(_ value: Double) -> Self { Self(value) }
    /// dBm.
    package var dBm: Double { value }
}
