import YAML

/// A number with its dimension, kept in the dimension's first unit.
package struct Quantity<D: Dimension>: Hashable, Comparable, Sendable {
    /// In the first unit of `D`: degrees, g, metres, hertz …
    package var value: Double

    /// A value in the first unit of `D`.
    package init(_ value: Double) { self.value = value }

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
    package static func degrees(_ value: Double) -> Self { Self(value) }
    package var degrees: Double { value }
    package var radians: Double { value * .pi / 180 }
}

extension Quantity where D == AngularRate {
    package static func degreesPerSecond(_ value: Double) -> Self { Self(value) }
    package var degreesPerSecond: Double { value }
    package var radiansPerSecond: Double { value * .pi / 180 }
}

extension Quantity where D == Acceleration {
    package static func g(_ value: Double) -> Self { Self(value) }
    package var g: Double { value }
}

extension Quantity where D == Length {
    package static func metres(_ value: Double) -> Self { Self(value) }
    package var metres: Double { value }
}

extension Quantity where D == Speed {
    package static func metresPerSecond(_ value: Double) -> Self { Self(value) }
    package var metresPerSecond: Double { value }
}

extension Quantity where D == Frequency {
    package static func hertz(_ value: Double) -> Self { Self(value) }
    package var hertz: Double { value }
}

extension Quantity where D == Temperature {
    package static func celsius(_ value: Double) -> Self { Self(value) }
    package var celsius: Double { value }
}

extension Quantity where D == Pressure {
    package static func hectopascals(_ value: Double) -> Self { Self(value) }
    package var pascals: Double { value * 100 }
}

extension Quantity where D == Illuminance {
    package static func lux(_ value: Double) -> Self { Self(value) }
    package var lux: Double { value }
}

extension Quantity where D == Ratio {
    package static func percent(_ value: Double) -> Self { Self(value) }
    package var percent: Double { value }
    /// 1 for the whole.
    package var fraction: Double { value / 100 }
}

extension Quantity where D == MagneticField {
    package var microtesla: Double { value }
}

extension Quantity where D == Charge {
    package var milliampereHours: Double { value }
}

extension Quantity where D == ClockDrift {
    package static func partsPerMillion(_ value: Double) -> Self { Self(value) }
    package var partsPerMillion: Double { value }
}

extension Quantity where D == Voltage {
    package static func volts(_ value: Double) -> Self { Self(value) }
    package var volts: Double { value }
}

extension Quantity where D == Power {
    package static func dBm(_ value: Double) -> Self { Self(value) }
    package var dBm: Double { value }
}
