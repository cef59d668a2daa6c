import Motion
import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct HumidityTests {
    // registers Humidity 01
    // holds HUM-01 HUM-02
    @Test(arguments: [BoardProfile.metaEnvironment, .metaTracker])
    func `a read measures and answers`(_ profile: BoardProfile) {
        Bench(profile).play(
            """
            * humid 63.1943359375
            > 16 81
            > 16 c1
            + 5 ms
            < nothing
            + 1 ms
            < 16 81 c7 fc 00 00  63.194 % (test_humidity_bme280)
            > 16 81
            > 16 81
            + 6 ms
            < 16 81 c7 fc 00 00
            < 16 81 c7 fc 00 00
            > 16 02 05  sixteen conversions
            > 16 81
            + 35 ms
            < nothing
            + 1 ms
            < 16 81 c7 fc 00 00
            """)
    }

    /// Oversampling, conversion time in microseconds and noise in percent (BST-BME280-DS002: 0.02 %
    /// at the highest, the others by the square root).
    static let oversampling: [(String, Int64, Double)] = [
        ("01", 5_500, 0.08), ("02", 7_500, 0.0566), ("03", 11_500, 0.04), ("04", 19_500, 0.0283),
        ("05", 35_500, 0.02),
    ]

    // registers Humidity 02
    // holds HUM-02 HUM-03
    @Test(arguments: oversampling)
    func `oversampling decides time and noise`(
        _ code: String, _ micros: Int64, _ noise: Double
    ) {
        let bench = Bench(.metaEnvironment, sensors: .realistic, isTraced: false)
        bench.write("16 02 " + code)
        var values: [Double] = []
        for _ in 0..<1_000 {
            bench.write("16 81")
            bench.run(.microseconds(micros - 1))
            #expect(bench.link.heard.isEmpty)
            bench.run(.microseconds(1))
            let packet = bench.link.heard.last ?? []
            bench.link.heard = []
            values.append(packet.dropFirst(2).reversed().reduce(0) { $0 * 256 + Double($1) } / 1024)
        }
        let mean = values.reduce(0, +) / 1_000
        #expect(abs(mean - 45) < 3.1)
        #expect(abs(BarometerTests.deviation(values) - noise) < noise * 0.1)
    }

    // registers Humidity 02
    // holds HUM-04
    @Test func `an oversampling that is not known changes nothing`() {
        Bench(.metaEnvironment).play(
            """
            > 16 02 00
            ! not known
            > 16 02 06
            ! not known
            > 16 81
            + 6 ms
            < 16 81 00 b4 00 00  45 %
            > 16 82
            ! cannot be read
            """)
    }
}

@Suite struct ColourDetectorTests {
    // registers ColourDetector 01
    // holds COL-01
    @Test func `clear, red, green and blue answer a read, after the integration`() {
        Bench(.metaEnvironment).play(
            """
            > fe 03 17 81 00 a2 01 7b 00 9a 00 7c 00  the numbers of test_colordetector_tcs34725
            < 17 81 a2 01 7b 00 9a 00 7c 00
            * light 0
            > 17 81
            > 17 c1
            + 4 ms
            < nothing
            + 1 ms
            < 17 81 00 00 00 00 00 00 00 00
            """)
    }

    /// Mode, its integration in tenths of a millisecond and its gain.
    static let modes: [(String, Int64, Double)] = [
        ("fe 00 00", 48, 1), ("01 00 00", 6_120, 1), ("ff 01 00", 24, 4), ("f6 02 01", 240, 16),
        ("f6 03 00", 240, 60),
    ]

    // registers ColourDetector 01 02
    // holds COL-02 COL-03
    @Test(arguments: modes)
    func `counts follow light, integration and gain`(
        _ mode: String, _ tenths: Int64, _ gain: Double
    ) {
        let bench = Bench(.metaEnvironment)
        bench.environment.illuminance = Course(200)
        bench.write("17 02 " + mode)
        let colour = Self.read(bench, after: .microseconds(2_400 + tenths * 100))
        // The vendor's way back to lux (ams design note DN40).
        let weighted = 0.136 * colour.red + colour.green - 0.444 * colour.blue
        let lux = weighted * 310 / (Double(tenths) / 10 * gain)
        let count = 310 / (Double(tenths) / 10 * gain)
        #expect(abs(lux - 200) < count * 1.5, "\(lux) lx")
        #expect(abs(colour.clear - colour.red - colour.green - colour.blue) <= 2)
    }

    // registers ColourDetector 01
    // holds COL-04
    @Test(arguments: [1_900.0, 2_700, 4_000, 5_500, 7_500])
    func `the light's colour temperature is in the counts`(_ kelvin: Double) {
        let bench = Bench(.metaEnvironment)
        bench.environment.illuminance = Course(1_000)
        bench.environment.lightColour = Course(kelvin)
        bench.write("17 02 c0 02 00")
        let colour = Self.read(bench, after: .milliseconds(157))
        // DN40 again.
        #expect(abs(1_391 + 3_810 * colour.blue / colour.red - kelvin) < 15)
    }

    // registers ColourDetector 01 02
    // holds COL-05
    @Test(arguments: [("ff 03 00", 1_024.0), ("fe 03 00", 2_048), ("00 03 00", 65_535)])
    func `counts end at 1024 a step and at 16 bits`(_ mode: String, _ end: Double) {
        let bench = Bench(.metaEnvironment)
        bench.environment.illuminance = Course(100_000)
        bench.write("17 02 " + mode)
        let colour = Self.read(bench, after: .milliseconds(617))
        #expect([colour.clear, colour.red, colour.green, colour.blue].allSatisfy { $0 == end })
    }

    // registers ColourDetector 02
    // holds COL-05
    @Test func `an unknown gain changes nothing`() {
        Bench(.metaEnvironment).play(
            """
            > 17 02 ff 04 00
            ! unknown value 4
            """)
    }

    struct Colour {
        var clear = 0.0, red = 0.0, green = 0.0, blue = 0.0
    }

    private static func read(_ bench: Bench, after span: Nanoseconds) -> Colour {
        bench.write("17 81")
        bench.run(span - Nanoseconds(1))
        if span < .milliseconds(156) { #expect(bench.link.heard.isEmpty) }
        bench.run(Nanoseconds(1))
        let packet = bench.link.heard.last ?? []
        bench.link.heard = []
        guard packet.count == 10 else {
            Issue.record("no answer")
            return Colour()
        }
        func word(_ place: Int) -> Double {
            Double(packet[place]) + 256 * Double(packet[place + 1])
        }
        return Colour(clear: word(2), red: word(4), green: word(6), blue: word(8))
    }
}

@Suite struct ProximityTests {
    // registers Proximity 01
    // holds PRX-01
    @Test func `a read measures and answers`() {
        Bench(.metaDetector).play(
            """
            > fe 03 18 81 00 f2 05  1522, as test_proximity_tsl2671 has it
            < 18 81 f2 05
            > 18 81  nothing is near
            > 18 c1
            + 5 ms
            < nothing
            + 1 ms
            < 18 81 00 00
            > 18 02 ff 08 20  eight pulses of 100 mA
            * near 0.1
            > 18 81
            + 6 ms
            < 18 81 08 02  520
            * near 0.2
            > 18 81
            + 6 ms
            < 18 81 82 00  a quarter
            """)
    }

    /// Mode of the examples and more, and its counts at 100 mm.
    static let modes: [(String, Int)] = [
        ("ff 08 90", 130), ("ff 08 a0", 130), ("ff 08 b0", 260), ("ff 08 e0", 65),
        ("ff 08 a0", 130), ("ff 08 60", 260), ("ff 08 20", 520), ("ff 20 a0", 520),
        ("ff 01 a0", 16), ("fe 08 20", 520), ("01 08 20", 520), ("ff 08 00", 0),
    ]

    // registers Proximity 01 02
    // holds PRX-02
    @Test(arguments: modes)
    func `pulses, current and receivers make the counts`(_ mode: String, _ counts: Int) {
        let bench = Bench(.metaDetector)
        bench.environment.objectDistance = Course(0.1)
        bench.write("18 02 " + mode)
        #expect(Self.read(bench) == counts)
    }

    // registers Proximity 02
    // holds PRX-03
    @Test(arguments: [("ff ff 20", 1_023), ("fe ff 20", 2_046), ("01 ff 30", 65_535)])
    func `counts end at 1023 a step of the integration`(_ mode: String, _ end: Int) {
        let bench = Bench(.metaDetector)
        bench.environment.objectDistance = Course(0.01)
        bench.write("18 02 " + mode)
        #expect(Self.read(bench) == end)
    }

    // registers Proximity 01
    // holds PRX-04
    @Test func `a realistic one sees a few counts of nothing`() {
        let bench = Bench(.metaDetector, sensors: .realistic)
        let counts = (0..<50).map { _ in Self.read(bench) }
        #expect(Set(counts).count > 1)
        #expect(counts.allSatisfy { (0...8).contains($0) })
    }

    private static func read(_ bench: Bench) -> Int {
        bench.write("18 81")
        bench.run(milliseconds: 700)
        let packet = bench.link.heard.last ?? []
        bench.link.heard = []
        return packet.count == 4 ? Int(packet[2]) + 256 * Int(packet[3]) : -1
    }
}

@Suite struct ConductanceTests {
    /// A board with two channels, as no table shows one.
    static let profile: BoardProfile = {
        var profile = BoardProfile.metaWearR
        profile.modules.append(
            BoardProfile.Entry(Conductance.self, ModuleInformation(0, 0, [2])))
        profile.modules.sort { $0.id < $1.id }
        return profile
    }()

    // registers Conductance 01 02 03
    // holds CON-01 CON-02
    @Test func `a channel answers in nanosiemens, up to the range`() {
        Bench(Self.profile).play(
            """
            > 10 80
            < 10 80 00 00 02
            > 10 81 00
            < 10 81 00 88 13 00 00  5 µS
            > 10 c1 01
            > 10 81 02
            < nothing
            * skin 120
            > 10 81 01
            < 10 81 01 50 c3 00 00  50 µS and no more
            > 10 03 01
            > 10 81 01
            < 10 81 01 a0 86 01 00
            > 10 03 02
            > 10 81 01
            < 10 81 01 c0 d4 01 00  120 µS
            > 10 03 03
            > 10 02
            > 10 81 01
            < 10 81 01 c0 d4 01 00
            * skin 0
            > 10 81 01
            < 10 81 01 00 00 00 00
            """)
    }

    // registers Conductance 02
    // holds CON-03
    @Test func `a realistic amplifier is off until it is calibrated`() {
        let bench = Bench(Self.profile, sensors: .realistic)
        let before = bench.ask("10 81 00")
        bench.write("10 02")
        #expect(before != ["10 81 00 88 13 00 00"])
        #expect(bench.ask("10 81 00") == ["10 81 00 88 13 00 00"])
    }
}
