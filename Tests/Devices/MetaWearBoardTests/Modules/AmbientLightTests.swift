import Motion
import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct AmbientLightTests {
    static let boards = BoardProfile.all.filter { $0.information(0x14) != nil }

    // registers AmbientLight 01 02 03
    // holds ALS-01 ALS-02
    @Test(arguments: boards)
    func `config, subscription and enable start a stream`(_ profile: BoardProfile) {
        Bench(profile).play(
            """
            > 14 82
            < 14 82 00 03
            > 14 81
            < 14 81 00
            * light 11571.949
            > 14 02 00 03  500 ms
            > 14 03 01
            > 14 01 01
            + 109 ms
            < nothing
            + 1 ms
            < 14 03 ed 92 b0 00  11 571 949 mlx (test_ambientlight_ltr329)
            > 14 01 01  again
            > 14 81
            < 14 81 01
            + 499 ms
            < nothing
            + 1 ms
            < 14 03 ed 92 b0 00
            > 14 83
            < 14 83 ed 92 b0 00
            > 14 03 00
            + 500 ms
            < nothing
            > 14 03 01
            > 14 01 00
            + 2 s
            < nothing
            > 14 83
            < 14 83 00 00 00 00
            """)
    }

    /// The examples of test_ambientlight_ltr329, and what makes a period: the rate, but never less
    /// than the integration (LTR-329ALS-01 data sheet, ALS_MEAS_RATE).
    static let configs: [(String, Int64)] = [
        ("18 03", 500), ("00 1b", 500), ("00 05", 2_000), ("0c 28", 250), ("00 08", 50),
        ("00 00", 100), ("00 19", 400), ("00 39", 350), ("00 02", 200), ("00 04", 1_000),
    ]

    // registers AmbientLight 02
    // holds ALS-03 ALS-04
    @Test(arguments: configs)
    func `the config reads back and makes the period`(_ config: String, _ milliseconds: Int64) {
        let bench = Bench(isTraced: false)
        bench.write("14 02 " + config)
        #expect(bench.ask("14 82") == ["14 82 " + config])
        bench.write("14 01 01")
        bench.run(milliseconds: 500)
        #expect(bench.samplePeriod(0x14, 0x03) == .milliseconds(milliseconds))
    }

    /// Gain code, what the documents give as its range in lux, and a little above.
    static let gains: [(UInt8, Double, Double)] = [
        (0x00, 64_000, 65_535), (0x04, 32_000, 32_767.5), (0x08, 16_000, 16_383.75),
        (0x0C, 8_000, 8_191.875), (0x18, 1_300, 1_365.3125), (0x1C, 600, 682.656),
    ]

    // registers AmbientLight 02 03
    // holds ALS-05
    @Test(arguments: gains)
    func `each gain sees its range and no more`(_ code: UInt8, _ range: Double, _ end: Double) {
        let bench = Bench()
        bench.write([0x14, 0x02, code, 0x00])
        bench.write("14 01 01")
        for (lux, seen) in [(range, range), (200_000, end)] {
            bench.environment.illuminance = Course(lux)
            bench.run(milliseconds: 250)
            #expect(abs(Self.lux(bench) - seen) < 0.002, "\(lux) lx")
        }
    }

    // registers AmbientLight 02 03
    // holds ALS-05
    @Test func `four times the integration is a quarter of the range`() {
        let bench = Bench()
        bench.environment.illuminance = Course(50_000)
        bench.write("14 02 00 1b")
        bench.write("14 01 01")
        bench.run(milliseconds: 410)
        #expect(abs(Self.lux(bench) - 16_383.75) < 0.002)
    }

    static let steps: [(UInt8, Double)] = [(0x00, 1), (0x0C, 0.125), (0x18, 1.0 / 48)]

    // registers AmbientLight 03
    // holds ALS-06
    @Test(arguments: steps)
    func `a realistic sensor counts in steps, and errs by a tenth`(
        _ code: UInt8, _ step: Double
    ) {
        let bench = Bench(sensors: .realistic, isTraced: false)
        bench.environment.illuminance = Course(500.3)
        bench.write([0x14, 0x02, code, 0x00])
        bench.write("14 01 01")
        var values: Set<Double> = []
        for _ in 0..<50 {
            bench.run(milliseconds: 100)
            let lux = Self.lux(bench)
            guard lux > 0 else { continue }
            values.insert(lux)
            #expect(abs((lux / step).rounded() * step - lux) < 0.001, "\(lux)")
            #expect(abs(lux - 500.3) < 51)
        }
        #expect(values.count == 2, "one count up and down")
    }

    // registers AmbientLight 02
    // holds ALS-07
    @Test func `a new config acts at once`() {
        Bench().play(
            """
            > 14 03 01
            > 14 02 00 05
            > 14 01 01
            + 110 ms
            < 14 03 e0 93 04 00  300 lx
            + 100 ms
            > 14 02 00 05
            > 14 02 00 0d  50 ms
            + 60 ms
            < 14 03 e0 93 04 00
            """)
    }

    // registers AmbientLight 01
    // holds ALS-08
    @Test func `a running one draws 220 microamperes`() throws {
        let bench = Bench()
        let light: AmbientLight = try #require(bench.board.module())
        #expect(light.current(on: bench.board) == 5)
        bench.write("14 01 01")
        #expect(light.current(on: bench.board) == 220)
    }

    private static func lux(_ bench: Bench) -> Double {
        _ = bench.take()
        bench.write("14 83")
        let packet = bench.link.heard.last ?? []
        bench.link.heard = []
        guard packet.count == 6 else { return -1 }
        return packet[2...].reversed().reduce(0) { $0 * 256 + Double($1) } / 1000
    }
}
