import Simulation

/// What a quantity measures, with the units that a file may use for it.
package protocol Dimension: Sendable {
    /// `angle`.
    static var name: String { get }
    /// Values are stored and shown in the first one.
    static var units: [Unit] { get }
    /// `90 deg`, for messages that ask for a unit.
    static var example: String { get }
    /// The values allowed, in the first unit.
    static var range: ClosedRange<Double> { get }
    /// The range in words, for messages: `a value from -50 degC to 150 degC`.
    static var rangeText: String { get }
}

extension Dimension {
    /// Wide enough for any use, and small enough for arithmetic without overflow.
    package static var range: ClosedRange<Double> { -1e9...1e9 }

    package static var rangeText: String {
        let unit = units[0].symbol
        return "a value from \(Written.text(range.lowerBound)) \(unit)"
            + " to \(Written.text(range.upperBound)) \(unit)"
    }
}

/// A unit and how it converts into the first unit of its dimension.
package struct Unit: Sendable {
    /// As it is written: `deg`.
    package var symbol: String
    /// The size of this unit, in the first unit.
    package var factor: Double
    /// Added after multiplying: only temperatures have one.
    package var offset: Double
    /// `degrees`.
    package var about: String
    /// Other spellings that are understood: `°C`.
    package var aliases: [String] = []

    /// The first unit of a dimension.
    package init(_ symbol: String, _ about: String) { self.init(symbol, 1, about) }

    /// Every spelling of it.
    package var spellings: [String] { [symbol] + aliases }

    /// The same unit with other spellings that are understood.
    func or(_ aliases: String...) -> Unit {
        var unit = self
        unit.aliases = aliases
        return unit
    }

    /// A unit by its symbol and its size.
    package init(_ symbol: String, _ factor: Double, offset: Double = 0, _ about: String) {
        self.symbol = symbol
        self.factor = factor
        self.offset = offset
        self.about = about
    }
}

/// Every dimension. No unit symbol belongs to two of them.
package let dimensions: [any Dimension.Type] = [
    Time.self, Angle.self, AngularRate.self, Acceleration.self, Length.self, Speed.self,
    Frequency.self, Temperature.self, Pressure.self, Illuminance.self, Ratio.self,
    MagneticField.self, Voltage.self, Power.self, Charge.self, ClockDrift.self,
]

/// Time, kept as ``Simulation/Nanoseconds``.
package enum Time: Dimension {
    package static let name = "duration"
    /// All are whole numbers of nanoseconds.
    package static let units = [
        Unit("s", "seconds"), Unit("ms", 1e-3, "milliseconds"),
        Unit("us", 1e-6, "microseconds").or("µs", "μs"),
        Unit("ns", 1e-9, "nanoseconds"), Unit("min", 60, "minutes"), Unit("h", 3600, "hours"),
        Unit("d", 86400, "days"),
    ]
    package static let example = "500 ms"
    /// Includes negative spans, so that they are reported differently from spans that are too long.
    package static let range = -Nanoseconds.longest.seconds...Nanoseconds.longest.seconds
    /// Every key requires a duration of zero or more, so only the upper limit is mentioned.
    package static var rangeText: String { "at most \(Nanoseconds.longest.text)" }
}

package enum Angle: Dimension {
    package static let name = "angle"
    package static let units = [
        Unit("deg", "degrees").or("°"), Unit("rad", 180 / .pi, "radians"),
        Unit("turn", 360, "full turns"),
    ]
    package static let example = "90 deg"
}

/// How fast something turns.
package enum AngularRate: Dimension {
    package static let name = "angular rate"
    /// Degrees per second first, as gyroscopes are specified.
    package static let units = [
        Unit("deg/s", "degrees per second").or("°/s", "dps"),
        Unit("rad/s", 180 / .pi, "radians per second"),
        Unit("rpm", 6, "turns per minute"),
    ]
    package static let example = "200 deg/s"
}

/// Acceleration and specific force.
package enum Acceleration: Dimension {
    package static let name = "acceleration"
    /// Standard gravity first, as accelerometers are specified (ISO 80000-3: 9.80665 m/s²).
    package static let units = [
        Unit("g", "standard gravity, 9.80665 m/s²"), Unit("mg", 1e-3, "thousandths of g"),
        Unit("m/s2", 1 / 9.80665, "metres per second squared"),
    ]
    package static let example = "8 g"
    /// Up to a hard shock.
    package static let range = -10_000.0...10_000.0
}

package enum Length: Dimension {
    package static let name = "length"
    package static let units = [
        Unit("m", "metres"), Unit("cm", 1e-2, "centimetres"), Unit("mm", 1e-3, "millimetres"),
        Unit("km", 1e3, "kilometres"),
    ]
    package static let example = "2 m"
}

/// How fast something moves.
package enum Speed: Dimension {
    package static let name = "speed"
    package static let units = [
        Unit("m/s", "metres per second"), Unit("km/h", 1 / 3.6, "kilometres per hour"),
    ]
    package static let example = "6 m/s"
}

/// How often something happens.
package enum Frequency: Dimension {
    package static let name = "frequency"
    package static let units = [
        Unit("Hz", "per second"), Unit("kHz", 1e3, "thousands per second"),
        Unit("/s", "per second"), Unit("/min", 1.0 / 60, "per minute"),
    ]
    package static let example = "100 Hz"
    /// Never negative.
    package static let range = 0.0...1e7
}

package enum Temperature: Dimension {
    package static let name = "temperature"
    /// Degrees Celsius first.
    package static let units = [
        Unit("degC", "degrees Celsius").or("°C", "C"), Unit("K", 1, offset: -273.15, "kelvin"),
        Unit("degF", 5.0 / 9, offset: -160.0 / 9, "degrees Fahrenheit"),
    ]
    package static let example = "24 degC"
    /// From absolute zero.
    package static let range = -273.15...1000.0
}

package enum Pressure: Dimension {
    package static let name = "pressure"
    /// Hectopascal first.
    package static let units = [
        Unit("hPa", "hectopascal"), Unit("Pa", 1e-2, "pascal"), Unit("kPa", 10, "kilopascal"),
    ]
    package static let example = "1013 hPa"
    /// From vacuum to the pressure under 10 m of water.
    package static let range = 0.0...2000.0
}

package enum Illuminance: Dimension {
    package static let name = "illuminance"
    package static let units = [Unit("lx", "lux"), Unit("klx", 1e3, "thousands of lux")]
    package static let example = "300 lx"
    /// Up to twice the brightest day.
    package static let range = 0.0...200_000.0
}

package enum Ratio: Dimension {
    package static let name = "part of a whole"
    /// Only percent: a bare 0.5 would be ambiguous.
    package static let units = [Unit("%", "percent")]
    package static let example = "45 %"
    /// From none to all.
    package static let range = 0.0...100.0
}

/// Magnetic flux density.
package enum MagneticField: Dimension {
    package static let name = "magnetic field"
    /// Microtesla first, as magnetometers are specified.
    package static let units = [
        Unit("uT", "microtesla").or("µT", "μT"), Unit("mT", 1e3, "millitesla"),
        Unit("G", 100, "gauss"),
    ]
    package static let example = "20 uT"
    /// Up to a strong magnet.
    package static let range = -1e6...1e6
}

/// Electric potential.
package enum Voltage: Dimension {
    package static let name = "voltage"
    package static let units = [Unit("V", "volts"), Unit("mV", 1e-3, "millivolts")]
    package static let example = "3.7 V"
    /// What a board survives.
    package static let range = -10.0...30.0
}

/// Radio power, on the logarithmic scale.
package enum Power: Dimension {
    package static let name = "power"
    package static let units = [Unit("dBm", "decibels above a milliwatt")]
    package static let example = "-4 dBm"
    /// Wider than any radio reports.
    package static let range = -200.0...100.0
}

/// Battery capacity.
package enum Charge: Dimension {
    package static let name = "charge"
    /// Milliampere-hours first, as batteries are sold.
    package static let units = [
        Unit("mAh", "milliampere-hours"), Unit("Ah", 1e3, "ampere-hours"),
    ]
    package static let example = "100 mAh"
    /// From nearly empty cells to car batteries.
    package static let range = 0.001...100_000.0
}

/// The relative speed error of a clock.
package enum ClockDrift: Dimension {
    package static let name = "clock drift"
    /// Parts per million, as crystals are specified.
    package static let units = [Unit("ppm", "parts per million")]
    package static let example = "20 ppm"
    /// Beyond any oscillator without a crystal.
    package static let range = -100_000.0...100_000.0
}
