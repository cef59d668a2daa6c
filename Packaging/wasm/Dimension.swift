import Simulation

/// What a quantity measures, with the units that a request may use for it: those of scenarios.
enum Dimension {
    case time, angle, angularRate, acceleration, length, speed, frequency, temperature, pressure
    case illuminance, ratio, magneticField, voltage, charge, clockDrift, power

    /// A unit and how it converts into the first unit of its dimension.
    struct Unit {
        let symbol: String
        let factor: Double
        var offset = 0.0
        var aliases: [String] = []

        init(_ symbol: String, _ factor: Double = 1, offset: Double = 0, or aliases: String...) {
            self.symbol = symbol
            self.factor = factor
            self.offset = offset
            self.aliases = aliases
        }
    }

    /// The longest time that a request may contain.
    static let longest = Nanoseconds.seconds(400 * 86_400 as Int64)

    /// `an angle`.
    var named: String {
        switch self {
        case .time: "a duration"
        case .angle: "an angle"
        case .angularRate: "an angular rate"
        case .acceleration: "an acceleration"
        case .length: "a length"
        case .speed: "a speed"
        case .frequency: "a frequency"
        case .temperature: "a temperature"
        case .pressure: "a pressure"
        case .illuminance: "an illuminance"
        case .ratio: "a part of a whole"
        case .magneticField: "a magnetic field"
        case .voltage: "a voltage"
        case .charge: "a charge"
        case .clockDrift: "a clock drift"
        case .power: "a power"
        }
    }

    /// For messages that ask for a unit.
    var example: String {
        switch self {
        case .time: "500 ms"
        case .angle: "90 deg"
        case .angularRate: "200 deg/s"
        case .acceleration: "8 g"
        case .length: "2 m"
        case .speed: "6 m/s"
        case .frequency: "100 Hz"
        case .temperature: "24 degC"
        case .pressure: "1013 hPa"
        case .illuminance: "300 lx"
        case .ratio: "45 %"
        case .magneticField: "20 uT"
        case .voltage: "3.7 V"
        case .charge: "100 mAh"
        case .clockDrift: "20 ppm"
        case .power: "-4 dBm"
        }
    }

    /// Values are kept in the first one.
    var units: [Unit] {
        switch self {
        case .time:
            [
                Unit("s"), Unit("ms", 1e-3), Unit("us", 1e-6, or: "µs", "μs"), Unit("ns", 1e-9),
                Unit("min", 60), Unit("h", 3600), Unit("d", 86400),
            ]
        case .angle: [Unit("deg", or: "°"), Unit("rad", 180 / .pi), Unit("turn", 360)]
        case .angularRate:
            [Unit("deg/s", or: "°/s", "dps"), Unit("rad/s", 180 / .pi), Unit("rpm", 6)]
        case .acceleration: [Unit("g"), Unit("mg", 1e-3), Unit("m/s2", 1 / 9.80665)]
        case .length: [Unit("m"), Unit("cm", 1e-2), Unit("mm", 1e-3), Unit("km", 1e3)]
        case .speed: [Unit("m/s"), Unit("km/h", 1 / 3.6)]
        case .frequency: [Unit("Hz"), Unit("kHz", 1e3), Unit("/s"), Unit("/min", 1.0 / 60)]
        case .temperature:
            [
                Unit("degC", or: "°C", "C"), Unit("K", offset: -273.15),
                Unit("degF", 5.0 / 9, offset: -160.0 / 9),
            ]
        case .pressure: [Unit("hPa"), Unit("Pa", 1e-2), Unit("kPa", 10)]
        case .illuminance: [Unit("lx"), Unit("klx", 1e3)]
        case .ratio: [Unit("%")]
        case .magneticField: [Unit("uT", or: "µT", "μT"), Unit("mT", 1e3), Unit("G", 100)]
        case .voltage: [Unit("V"), Unit("mV", 1e-3)]
        case .charge: [Unit("mAh"), Unit("Ah", 1e3)]
        case .clockDrift: [Unit("ppm")]
        case .power: [Unit("dBm")]
        }
    }

    /// The values allowed where a key has no limits of its own, in the first unit.
    var range: ClosedRange<Double> {
        switch self {
        case .acceleration: -10_000...10_000
        case .frequency: 0...1e7
        case .temperature: -273.15...1000
        case .pressure: 0...2000
        case .illuminance: 0...200_000
        case .ratio: 0...100
        case .magneticField: -1e6...1e6
        case .voltage: -10...30
        case .charge: 0.001...100_000
        case .clockDrift: -100_000...100_000
        case .power: -200...100
        case .time, .angle, .angularRate, .length, .speed: -1e9...1e9
        }
    }

    /// A number with its unit, in the first unit, or what is wrong with it.
    func read(_ text: String) -> Reading {
        let bytes = Array(text.utf8)
        var end = bytes.firstIndex { !Self.isOfNumber($0) } ?? bytes.count
        if end > 0, end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            let digits = bytes[(end + 1)...].drop { "+-".utf8.contains($0) }
            if let first = digits.first, Self.isDigit(first) {
                end = digits.firstIndex { !Self.isDigit($0) } ?? bytes.count
            }
        }
        let number = String(decoding: bytes[..<end], as: UTF8.self)
        guard end > 0, end <= 40, let plain = Double(number), plain.isFinite else {
            return .failure("`\(text)` is not \(named); write `\(example)`")
        }
        let symbol = String(
            decoding: bytes[end...].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        guard !symbol.isEmpty else {
            return .failure("`\(text)` has no unit; write `\(number) \(units[0].symbol)`")
        }
        guard let unit = units.first(where: { $0.symbol == symbol || $0.aliases.contains(symbol) })
        else {
            let fix = Suggestion.fix(symbol, known: units.map { $0.symbol }, what: "units")
            return .failure("`\(symbol)` is not a unit of \(named); \(fix)")
        }
        return .success(plain * unit.factor + unit.offset)
    }

    enum Reading {
        case success(Double)
        case failure(String)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || "+-.".utf8.contains(byte)
    }

    /// `90` rather than `90.0`.
    static func text(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
