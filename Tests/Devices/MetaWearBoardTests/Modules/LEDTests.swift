import Checkout
import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct LEDTests {
    /// What the LED shows on green, red, blue at a time since the bench's start.
    static func light(_ bench: Bench, milliseconds: Int64) -> [Double] {
        bench.simulation.run(until: .zero + .milliseconds(milliseconds))
        return LED.Channel.allCases.map { bench.board.lightIntensity($0) }
    }

    /// The packets of test_led, on the revision each was made for.
    static let blinkRevision0 = "02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a"
    static let blinkRevision1 = "02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 88 13 0a"
    static let solidRed = "02 03 01 02 1f 1f 00 00 f4 01 00 00 e8 03 10 27 14"
    static let pulseBlue = "02 03 02 02 1f 00 d5 02 f4 01 d5 02 d0 07 39 30 28"

    // registers LED 01 03
    // holds LED-01 LED-02
    @Test(arguments: [
        (0, 0.0), (4_999, 0), (5_000, 31), (5_049, 31), (5_050, 0), (5_499, 0), (5_500, 31),
        (9_500, 31), (9_550, 0), (10_000, 0), (10_010, 0), (20_000, 0),
    ])
    func `a blink of ten with a delay of five seconds`(_ time: Int64, _ green: Double) {
        let bench = Bench(.metaMotionS)
        bench.write(Self.blinkRevision1)
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: time) == [green, 0, 0])
    }

    // registers LED 03
    // holds LED-03
    @Test(arguments: [blinkRevision0, blinkRevision1])
    func `revision 0 ignores the delay`(_ pattern: String) {
        let bench = Bench(.metaMotionROfMocks)
        bench.write(pattern)
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 0) == [31, 0, 0])
        #expect(Self.light(bench, milliseconds: 50) == [0, 0, 0])
        #expect(Self.light(bench, milliseconds: 4_500) == [31, 0, 0])
        #expect(Self.light(bench, milliseconds: 5_000) == [0, 0, 0])
        #expect(
            bench.ask("02 83 00") == ["02 83 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a"])
    }

    // registers LED 03
    // holds LED-04
    @Test func `a solid light is on from its delay to its last period`() {
        let bench = Bench()
        bench.write(Self.solidRed)
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 9_999) == [0, 0, 0])
        #expect(Self.light(bench, milliseconds: 10_000) == [0, 31, 0])
        #expect(Self.light(bench, milliseconds: 10_900) == [0, 31, 0])
        #expect(Self.light(bench, milliseconds: 29_999) == [0, 31, 0])
        #expect(Self.light(bench, milliseconds: 30_000) == [0, 0, 0])
    }

    // registers LED 03
    // holds LED-05
    @Test func `a pulse rises, holds, falls and rests`() {
        let bench = Bench()
        bench.write(Self.pulseBlue)
        bench.write("02 01 01")
        let start: Int64 = 12_345
        let rows: [(Int64, Double)] = [
            (0, 0), (145, 31.0 / 5), (725, 31), (1_224, 31), (1_225, 31), (1_370, 31.0 * 4 / 5),
            (1_950, 0), (1_999, 0), (2_145, 31.0 / 5), (2_000 * 39 + 725, 31), (80_000, 0),
        ]
        for (time, blue) in rows {
            let seen = Self.light(bench, milliseconds: start + time)[2]
            #expect(abs(seen - blue) < 1e-9, "\(time) ms: \(seen)")
        }
    }

    // registers LED 01
    // holds LED-06
    @Test func `pause freezes the light, play goes on from there`() {
        let bench = Bench(.metaMotionR)
        bench.write(Self.blinkRevision0)
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 25) == [31, 0, 0])
        bench.write("02 01 00")
        #expect(Self.light(bench, milliseconds: 1_000) == [31, 0, 0])
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 1_024) == [31, 0, 0])
        #expect(Self.light(bench, milliseconds: 1_025) == [0, 0, 0])
        #expect(bench.ask("02 81") == ["02 81 01"])
    }

    // registers LED 01 02
    // holds LED-07
    @Test func `stop keeps the pattern, play starts it anew`() {
        let bench = Bench(.metaMotionR)
        bench.write(Self.blinkRevision0)
        bench.write("02 01 01")
        bench.run(milliseconds: 1_030)
        bench.write("02 02 00")
        #expect(Self.light(bench, milliseconds: 1_035) == [0, 0, 0])
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 1_080) == [31, 0, 0])
        #expect(Self.light(bench, milliseconds: 1_085) == [0, 0, 0])
    }

    // registers LED 02 03
    // holds LED-08
    @Test func `stop and clear forgets the pattern`() {
        let bench = Bench(.metaMotionR)
        bench.write(Self.blinkRevision0)
        bench.write("02 01 01")
        bench.write("02 02 01")
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 10) == [0, 0, 0])
        #expect(bench.ask("02 82") == ["02 82 01"])
        #expect(bench.ask("02 83 00") == [])
    }

    // registers LED 01
    // holds LED-09
    @Test func `autoplay starts what is loaded and what comes later`() {
        let bench = Bench(.metaMotionR)
        bench.write(Self.blinkRevision0)
        bench.write("02 01 02")
        #expect(Self.light(bench, milliseconds: 10) == [31, 0, 0])
        bench.write("02 03 01 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff")
        #expect(Self.light(bench, milliseconds: 20) == [31, 31, 0])
    }

    // registers LED 01
    // holds LED-10
    @Test func `play does not start what is loaded later`() {
        let bench = Bench(.metaMotionR)
        bench.write(Self.blinkRevision0)
        bench.write("02 01 01")
        bench.write("02 03 01 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff")
        #expect(Self.light(bench, milliseconds: 20) == [31, 0, 0])
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 30) == [31, 31, 0])
    }

    // registers LED 03
    // holds LED-11
    @Test func `a running pattern is not replaced, one that is over is`() {
        let bench = Bench(.metaMotionR)
        bench.write(Self.blinkRevision0)
        bench.write("02 01 01")
        bench.play(
            """
            > 02 03 00 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff
            ! green pattern is playing
            """)
        #expect(Self.light(bench, milliseconds: 10) == [31, 0, 0])
        _ = Self.light(bench, milliseconds: 5_000)
        bench.write("02 03 00 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff")
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 5_010) == [16, 0, 0])
    }

    // registers LED 03
    // holds LED-12
    @Test(.slow, arguments: ["ff", "00"])
    func `FF and 0 go on for ever`(_ repetitions: String) {
        let bench = Bench(.metaMotionR)
        bench.write("02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 " + repetitions)
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 86_400_000) == [31, 0, 0])
        #expect(Self.light(bench, milliseconds: 86_400_050) == [0, 0, 0])
    }

    // registers LED 01 03
    // holds LED-13
    @Test func `the vendor's blink layout plays, a solid one is not known`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            # on 31, off 1, on time 50 ms, period 500 ms, offset 0, ten times
            > 02 03 02 01 1f 01 32 00 f4 01 00 00 0a
            > 02 03 01 00 1f 00 00 00 32 00 00 00 f4 01 00 00 0a
            ! mode solid
            > 02 03 01 03 1f 00 00 00 32 00 00 00 f4 01 00 00 0a
            ! unknown value 3
            > 02 03 03 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a
            ! unknown value 3
            > 02 01 03
            ! unknown value 3
            > 02 01 01
            """)
        #expect(Self.light(bench, milliseconds: 49) == [0, 0, 31])
        #expect(Self.light(bench, milliseconds: 50) == [0, 0, 1])
        #expect(Self.light(bench, milliseconds: 5_000) == [0, 0, 0])
    }

    // holds LED-14
    @Test func `the light survives a disconnect and ends with a reset`() {
        let bench = Bench(.metaMotionR)
        bench.write("02 03 01 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff")
        bench.write("02 01 01")
        bench.disconnect()
        #expect(Self.light(bench, milliseconds: 500) == [0, 31, 0])
        bench.board.resetByPin()
        #expect(Self.light(bench, milliseconds: 600) == [0, 0, 0])
    }

    // holds LED-16 QRK-light-ends-with-link
    @Test func `on an S the light goes out with the link, and its pattern stays`() {
        let bench = Bench(.metaMotionS, quirks: BoardProfile.metaMotionS.quirks)
        bench.write("02 03 01 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff")
        bench.write("02 01 01")
        bench.disconnect()
        #expect(Self.light(bench, milliseconds: 500) == [0, 0, 0])
        bench.connect()
        bench.write("02 01 01")
        #expect(Self.light(bench, milliseconds: 600) == [0, 31, 0])
        // As the vendor's app: an event of the lost link lights it again.
        bench.write("0a 02 11 0a ff 02 03 0f")
        bench.write("0a 03 01 02 1f 00 00 00 64 00 00 00 88 13 00 00 ff")
        bench.write("0a 02 11 0a ff 02 01 01")
        bench.write("0a 03 01")
        bench.disconnect()
        #expect(Self.light(bench, milliseconds: 650) == [0, 31, 0])
        for (profile, quirks) in [
            (BoardProfile.metaMotionR, [Quirk.lightEndsWithLink]), (.metaMotionS, []),
        ] {
            let other = Bench(profile, quirks: Set(quirks))
            other.write("02 03 01 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff")
            other.write("02 01 01")
            other.disconnect()
            #expect((Self.light(other, milliseconds: 500) == [0, 0, 0]) == !quirks.isEmpty)
        }
    }

    // holds LED-15
    @Test func `while charging blue blinks, when full green stays on`() {
        let bench = Bench()
        bench.board.setBattery(level: 60)
        bench.board.setCharger(connected: true)
        #expect(Self.light(bench, milliseconds: 1_010) == [0, 0, 31])
        #expect(Self.light(bench, milliseconds: 1_500) == [0, 0, 0])
        bench.board.setBattery(level: 100)
        #expect(Self.light(bench, milliseconds: 1_600) == [31, 0, 0])
        bench.board.setCharger(connected: false)
        #expect(Self.light(bench, milliseconds: 1_700) == [0, 0, 0])
    }
}
