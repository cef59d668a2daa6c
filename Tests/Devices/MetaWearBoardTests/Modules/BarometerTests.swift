import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct BarometerTests {
    static let boards = BoardProfile.all.filter { $0.information(0x12) != nil }

    // registers Barometer 01 02 04
    // holds BAR-01 BAR-02
    @Test(arguments: boards)
    func `pressure alone or with altitude, again and again`(_ profile: BoardProfile) {
        Bench(profile).play(
            """
            * pressure 101173.82421875
            > 12 01 01
            > 12 02 01
            > 12 04 01 00  pressure alone
            + 11 ms
            < nothing
            + 1 ms
            < 12 01 d3 35 8b 01  101173.828 Pa (test_barometer_bmp280)
            + 12 ms
            < 12 01 d3 35 8b 01
            > 12 04 01 01  altitudes from the next on
            + 12 ms
            < 12 01 d3 35 8b 01
            < 12 02 98 0c 00 00  12.6 m
            * pressure 107286
            + 12 ms
            < 12 01 00 16 a3 01
            < 12 02 23 1b fe ff  -484.9 m
            > 12 04 00 00
            > 12 04 00 00
            + 1 s
            < nothing
            > 12 84
            < 12 84 00 00
            """)
    }

    // registers Barometer 02
    // holds BAR-03
    @Test(arguments: [-480.883, 0, 100, 1_000, 5_000])
    func `altitude is that of the standard atmosphere`(_ metres: Double) {
        let pascals = SimpleEnvironment.standardPressure(altitude: metres)
        let told = Barometer.altitude(pascals: pascals)
        #expect(abs(told - metres) < 0.01 + abs(metres) * 0.000_2, "\(told) m")
    }

    // registers Barometer 02
    // holds BAR-03
    @Test func `the example's altitude goes out as it stands there`() {
        let bench = Bench()
        // What the formula gives for −480.883 m.
        let share = 1 + 480.8828125 / 44_330
        let pascals = 101_325 * Elementary.power(share, 5.255)
        bench.environment.pressure = Course(pascals)
        bench.write("12 02 01")
        bench.write("12 04 01 01")
        bench.run(milliseconds: 12)
        #expect(bench.take() == ["12 02 1e 1f fe ff"])
    }

    /// Second byte of the config: the rates of the vendor's list (protocol, sensors 13).
    static let standby: [(UInt8, bmp: Int64, bme: Int64, hertz: Double)] = [
        (0x00, 500, 500, 83.3), (0x20, 62_500, 62_500, 13.5), (0x40, 125_000, 125_000, 7.33),
        (0x60, 250_000, 250_000, 3.82), (0x80, 500_000, 500_000, 1.96),
        (0xA0, 1_000_000, 1_000_000, 0.99), (0xC0, 2_000_000, 10_000, 0.50),
        (0xE0, 4_000_000, 20_000, 0.25),
    ]

    // registers Barometer 01 03
    // holds BAR-04 BAR-05
    @Test(arguments: standby)
    func `a cycle is standby and conversion, by a timer of 1/32768 s`(
        _ code: UInt8, _ bmp: Int64, _ bme: Int64, _ hertz: Double
    ) throws {
        for (profile, micros) in [(BoardProfile.metaMotionS, bmp), (.metaEnvironment, bme)] {
            let bench = Bench(profile, isTraced: false)
            bench.write([0x12, 0x03, 0x2C, code])
            bench.write("12 04 01 01")
            let times = bench.times(0x12, 0x01, count: 12)
            let ticks = zip(times, times.dropFirst()).map { ($1 - $0).seconds * 32_768 }
            #expect(ticks.allSatisfy { abs($0 - $0.rounded()) < 0.001 })
            #expect((ticks.max() ?? 9) - (ticks.min() ?? 0) < 1.001)
            // 135.70 ms on three boards at 125 ms of standby.
            let mean = ticks.reduce(0, +) / Double(ticks.count) / 32.768
            #expect(abs(mean - Double(micros + 10_700) / 1000) < 0.003)
        }
        #expect(abs(1e6 / Double(bmp + 11_500) - hertz) < hertz * 0.01)
    }

    /// First byte of the config, conversion in microseconds, noise in Pa and step in Pa
    /// (BST-BMP280-DS001: measurement time, resolution; noise as on real boards).
    static let oversampling: [(UInt8, Int64, Double, Double)] = [
        (0x24, 5_500, 3.7, 2.62), (0x28, 7_500, 2.9, 1.31), (0x2C, 11_500, 2.4, 0.66),
        (0x30, 19_500, 1.8, 0.33), (0x54, 37_500, 1.5, 0.16),
    ]

    // registers Barometer 01 03
    // holds BAR-05 BAR-06
    @Test(arguments: oversampling)
    func `oversampling decides time, noise and step`(
        _ code: UInt8, _ micros: Int64, _ noise: Double, _ step: Double
    ) throws {
        let bench = Bench(sensors: .realistic, isTraced: false)
        bench.write([0x12, 0x03, code, 0x00])
        bench.write("12 04 01 01")
        let times = bench.times(0x12, 0x01, count: 200)
        let cycle = (times[199] - times[0]).seconds / 199 * 1e6
        #expect(abs(cycle - Double(micros - 300)) < 0.5)
        let values = bench.pressures(2_000)
        let spread = Self.deviation(values)
        // The step adds its own noise, a twelfth of its square.
        let expected = (noise * noise + step * step / 12).squareRoot()
        #expect(abs(spread - expected) < expected * 0.06, "\(spread) Pa")
        let mean = values.reduce(0, +) / Double(values.count)
        #expect(abs(mean - 101_325) < 101, "\(mean) Pa")
        #expect(values.allSatisfy { abs(($0 / step).rounded() * step - $0) < 0.003 })
    }

    /// Second byte of the config, the datasheet's samples to three quarters of a step, and its
    /// noise in Pa at standard oversampling (BST-BMP280-DS001, filter selection; noise as on real
    /// boards).
    static let filters: [(UInt8, Int, Double)] = [
        (0x00, 1, 2.4), (0x04, 2, 1.4), (0x08, 5, 0.9), (0x0C, 11, 0.6), (0x10, 22, 0.4),
    ]

    // registers Barometer 03
    // holds BAR-07
    @Test(arguments: filters)
    func `the filter's step response and noise are the datasheet's`(
        _ code: UInt8, _ samples: Int, _ noise: Double
    ) {
        let bench = Bench(isTraced: false)
        bench.write([0x12, 0x03, 0x2C, code])
        bench.write("12 04 01 01")
        bench.environment.pressure = Course(100_000)
        bench.run(milliseconds: 60)
        bench.environment.pressure = Course(100_400)
        let values = bench.pressures(40)
        #expect(values.firstIndex { $0 >= 100_300 } == samples - 1)
        let real = Bench(sensors: .realistic, isTraced: false)
        real.write([0x12, 0x03, 0x2C, code])
        real.write("12 04 01 01")
        let spread = Self.deviation(Array(real.pressures(4_000).dropFirst(100)))
        #expect(abs(spread - noise) < 0.15, "\(spread) Pa")
    }

    // registers Barometer 01 02 04
    // holds BAR-08 BAR-09
    @Test func `a read of a sleeping barometer measures once`() {
        Bench().play(
            """
            * pressure 101173.82421875
            > 12 81
            > 12 82
            > 12 c1  silent
            + 11 ms
            < nothing
            + 1 ms
            < 12 81 d3 35 8b 01
            < 12 82 98 0c 00 00
            + 1 s
            < nothing
            > 12 03 54 00  ultra high takes longer
            > 12 81
            + 37 ms
            < nothing
            + 1 ms
            < 12 81 d3 35 8b 01
            > 12 03 2c 00
            > 12 04 01 01
            + 12 ms
            * pressure 100000
            > 12 81  a running one says what it measured last
            < 12 81 d3 35 8b 01
            + 12 ms
            > 12 81
            < 12 81 00 a0 86 01
            """)
    }

    // registers Barometer 01
    // holds BAR-08
    @Test func `a silent read is logged when it is measured`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            * pressure 101173.82421875
            > 0b 02 12 c1 ff 60
            < 0b 02 00
            > 0b 01 01
            > 12 c1
            + 12 ms
            < nothing
            """)
        #expect(bench.log.page(0)?.entry(0).data == 0x018B_35D3)
    }

    // registers Barometer 03 04
    // holds BAR-10
    @Test func `every config of the examples reads back, the default first`() {
        let bench = Bench()
        #expect(bench.ask("12 83") == ["12 83 2c 00"])
        let firsts = ["24", "28", "2c", "30", "54"].map { $0 + " 00" }
        let filters = ["00", "04", "08", "0c", "10"].map { "2c " + $0 }
        let standbys = ["20", "40", "60", "80", "a0", "c0", "e0"].map { "2c " + $0 }
        for config in firsts + filters + standbys + ["28 90"] {
            bench.write("12 03 " + config)
            #expect(bench.ask("12 83") == ["12 83 " + config])
        }
        bench.write("12 04 01 01")
        #expect(bench.ask("12 84") == ["12 84 01 01"])
    }

    // registers Barometer 03 04
    // holds BAR-11
    @Test func `starting twice is as once, a new config acts at once`() {
        Bench().play(
            """
            > 12 01 01
            > 12 03 28 90  filter 16, standby 500 ms
            > 12 04 01 01
            + 5 ms
            > 12 04 01 01
            + 3 ms
            < 12 01 00 cd 8b 01
            > 12 03 28 90
            + 506 ms
            < nothing
            + 1 ms
            < 12 01 00 cd 8b 01
            > 12 03 24 00
            + 6 ms
            < 12 01 00 cd 8b 01
            """)
    }

    // registers Barometer 01 03
    // holds BAR-12
    @Test(arguments: [(20_000.0, "00 30 75 00"), (120_000.0, "00 b0 ad 01")])
    func `pressures beyond 300 and 1100 hPa are read as these`(
        _ pascals: Double, _ bytes: String
    ) {
        let bench = Bench()
        bench.environment.pressure = Course(pascals)
        bench.write("12 81")
        bench.run(milliseconds: 12)
        #expect(bench.take() == ["12 81 " + bytes])
    }

    // registers Temperature 01
    // holds TMP-02 TMP-08
    @Test func `the barometer's thermometer is cold until it has run`() {
        Bench().play(
            """
            * warm 21.5
            > 04 81 03
            < 04 81 03 00 00
            > 12 04 01 01
            + 11 ms
            > 04 81 03
            < 04 81 03 00 00
            + 1 ms
            > 04 81 03
            < 04 81 03 ac 00
            > 12 04 00 00
            * warm 30
            > 04 81 03  what it measured last
            < 04 81 03 ac 00
            > 12 81
            + 12 ms
            < 12 81 00 cd 8b 01
            > 04 81 03
            < 04 81 03 f0 00
            """)
    }

    // registers Barometer 03
    // holds BAR-13
    @Test func `current follows the share of the conversions`() throws {
        let bench = Bench()
        let barometer: Barometer = try #require(bench.board.module())
        #expect(barometer.current(on: bench.board) == 0.1)
        // One measurement a second: the datasheet's forced mode, within its standby (table of
        // current consumption: 2.74, 4.17, 7.02, 12.7 and 24.8 µA).
        for (code, microamperes) in [
            (UInt8(0x24), 2.74), (0x28, 4.17), (0x2C, 7.02), (0x30, 12.7), (0x54, 24.8),
        ] {
            bench.write([0x12, 0x03, code, 0xA0])
            bench.write("12 04 01 01")
            let current = barometer.current(on: bench.board)
            #expect(abs(current - microamperes) < microamperes * 0.2, "\(current)")
        }
    }

    static func deviation(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(values.count)).squareRoot()
    }
}

extension Bench {
    /// The next pressures of a running barometer, in Pa.
    fileprivate func pressures(_ count: Int) -> [Double] {
        var values: [Double] = []
        let stream = outlet(0x12, 0x01)
        stream?.observer = { _, bytes, _ in
            values.append(Double(bytes.littleEndian(bytes: 4)) / 256)
        }
        defer { stream?.observer = nil }
        _ = simulation.run(until: simulation.now + .seconds(3_600 as Int64)) {
            values.count < count
        }
        return values
    }

    /// When its next samples come, however slow.
    fileprivate func times(_ module: UInt8, _ register: UInt8, count: Int) -> [Instant] {
        var times: [Instant] = []
        let stream = outlet(module, register)
        stream?.observer = { time, _, _ in times.append(time) }
        defer { stream?.observer = nil }
        _ = simulation.run(until: simulation.now + .seconds(60 as Int64)) { times.count < count }
        return times
    }
}
