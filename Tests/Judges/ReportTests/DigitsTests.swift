import Report
import Simulation
import Testing

@Suite struct DigitsTests {
    @Test(arguments: [
        (0.0, 3, "0.000"), (-0.0, 3, "0.000"), (-0.0004, 3, "0.000"), (-0.0005, 3, "-0.001"),
        (0.9996, 3, "1.000"), (-12.345, 1, "-12.3"), (1e15, 0, "1000000000000000"),
        (1e300, 3, "1e+300"), (.nan, 3, "nan"), (.infinity, 3, "inf"), (-.infinity, 0, "-inf"),
        (2.5, 0, "3"), (1.25, 12, "1.250000000"),
    ])
    func `fixed decimals`(value: Double, decimals: Int, text: String) {
        #expect(Digits.fixed(value, decimals) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (0.012345, "0.0123"), (1.2345, "1.23"), (412.4, "412"), (6119.6, "6,120"),
        (9.996, "10.0"), (999.6, "1,000"), (0.9996, "1.00"), (-0.05, "-0.0500"),
        (3.1e-9, "3.10e-9"), (-2e12, "-2.00e12"), (.nan, "nan"), (.infinity, "inf"),
        (.leastNonzeroMagnitude, "4.94e-324"), (.greatestFiniteMagnitude, "1.80e308"),
    ])
    func `significant digits`(value: Double, text: String) {
        #expect(Digits.significant(value) == text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-12_500, "-12,500"), (1_234_567, "1,234,567"),
        (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func `groups of thousands`(value: Int, text: String) {
        #expect(Digits.grouped(value) == text)
    }

    @Test(arguments: [
        (12.5, "12.5"), (100.0, "100"), (1.5625, "1.563"), (0.0, "0"), (.infinity, "inf"),
    ])
    func `no zeros at the end`(value: Double, text: String) {
        #expect(Digits.trimmed(value, 3) == text)
    }

    @Test func `seconds have three decimals`() {
        #expect(Digits.seconds(Instant(nanoseconds: 42_100_400_000)) == "42.100 s")
        #expect(Digits.seconds(Nanoseconds(-300_000_000)) == "-0.300 s")
    }

    @Test func `a part of one`() {
        #expect(Digits.percent(0.1234) == "12.3 %")
        #expect(Digits.percent(.nan) == "nan %")
    }
}
