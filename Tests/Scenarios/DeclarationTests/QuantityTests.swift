import Simulation
import Testing

@testable import Declaration

/// A quantity as written, and its value in the first unit of its dimension.
struct Conversion: Sendable, CustomTestStringConvertible {
    var text: String
    var value: Double
    var testDescription: String { text }

    init(_ text: String, _ value: Double) {
        self.text = text
        self.value = value
    }
}

@Suite struct QuantityTests {
    @Test(arguments: [
        Conversion("90 deg", 90), Conversion("0.25 turn", 90), Conversion("-1e1 deg", -10),
        Conversion("200 deg/s", 200), Conversion("10 rpm", 60),
        Conversion("8 g", 8), Conversion("250 mg", 0.25), Conversion("9.80665 m/s2", 1),
        Conversion("2 m", 2), Conversion("5 cm", 0.05), Conversion("3 mm", 0.003),
        Conversion("6 m/s", 6), Conversion("3.6 km/h", 1),
        Conversion("100 Hz", 100), Conversion("120 /min", 2), Conversion("2 /s", 2),
        Conversion("24 degC", 24), Conversion("30 C", 30), Conversion("30°C", 30),
        Conversion("45 °", 45), Conversion("5 °/s", 5), Conversion("5 dps", 5),
        Conversion("9 µT", 9), Conversion("273.15 K", 0), Conversion("212 degF", 100),
        Conversion("1013 hPa", 1013), Conversion("101300 Pa", 1013),
        Conversion("300 lx", 300), Conversion("20 klx", 20_000),
        Conversion("45 %", 45), Conversion("45%", 45),
        Conversion("20 uT", 20), Conversion("0.5 G", 50),
        Conversion("3.7 V", 3.7), Conversion("3700 mV", 3.7), Conversion("-4 dBm", -4),
    ])
    func `a number with its unit is converted`(row: Conversion) throws {
        let quantity = try AnyQuantity(written: row.text)
        #expect(abs(quantity.value - row.value) < 1e-9 * max(1, abs(row.value)))
    }

    @Test func `no symbol stands for two dimensions`() {
        let symbols = dimensions.flatMap { $0.units.flatMap(\.spellings) }
        #expect(Set(symbols).count == symbols.count)
    }

    @Test(arguments: [
        ("1 ns", 1), ("1.5 us", 1_500), ("7.5 ms", 7_500_000), ("500 ms", 500_000_000),
        ("0.1 s", 100_000_000), ("1.000000001 s", 1_000_000_001), ("-2 s", -2_000_000_000),
        ("2 min", 120_000_000_000), ("1.5 h", 5_400_000_000_000), ("1 d", 86_400_000_000_000),
        ("1e-3 s", 1_000_000), ("0.30 s", 300_000_000),
    ])
    func `a duration is exact in nanoseconds`(text: String, count: Int64) throws {
        #expect(try Nanoseconds(written: text).count == count)
    }

    @Test(arguments: [
        "0 s", "1 ns", "7.5 ms", "1500 ms", "12 s", "2 min", "36 h", "400 d", "15 ms",
    ])
    func `a duration is shown so that it reads back`(text: String) throws {
        let value = try Nanoseconds(written: text)
        #expect(try Nanoseconds(written: value.text) == value)
    }

    @Test(arguments: [
        ("90", "`90` has no unit; write `90 s` (units: s, ms, us, ns, min, h, d)"),
        (
            "90 deg",
            "`90 deg` is an angle, not a duration; use one of the units: s, ms, us, ns, min, h, d"
        ),
        ("90 sec", "`sec` is not a unit of duration; the units are: s, ms, us, ns, min, h, d"),
        (
            "90 mss",
            "`mss` is not a unit of duration; did you mean `ms`? the units are: s, ms, us, ns, min, h, d"
        ),
        ("soon", "`soon` is not a duration; write `500 ms`"),
        ("", "expected a duration, found nothing; write `500 ms`"),
        ("0.5 ns", "`0.5 ns` is finer than a nanosecond; round it to whole nanoseconds"),
        ("401 d", "`401 d` is out of range; use at most 400 d"),
        ("1e30 d", "`1e30 d` is out of range; use at most 400 d"),
        ("1.2.3 s", "`1.2.3 s` is not a duration; write `500 ms`"),
        ("nan s", "`nan s` is not a duration; write `500 ms`"),
        ("0x10 s", "`x10 s` is not a unit of duration; the units are: s, ms, us, ns, min, h, d"),
        ("1234567890123456789 ns", "`1234567890123456789 ns` is not a duration; write `500 ms`"),
    ])
    func `an invalid duration is refused with a fix`(text: String, wanted: String) {
        let problem = #expect(throws: Problem.self) { try Nanoseconds(written: text) }
        #expect(problem.map { "\($0.message); \($0.fix)" } == wanted)
    }
}
