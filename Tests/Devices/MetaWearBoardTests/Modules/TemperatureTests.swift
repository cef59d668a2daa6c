import Motion
import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct TemperatureTests {
    // registers Temperature 01 02
    // holds TMP-01 TMP-02 TMP-03
    @Test(arguments: BoardProfile.all.filter { $0.information(0x04)?.extra.count == 4 })
    func `each channel answers in eighths of a degree`(_ profile: BoardProfile) {
        Bench(profile).play(
            """
            # the examples of test_multichanneltemperature
            * warm 32
            > 04 81 00
            < 04 81 00 00 01
            * warm 21.5
            > 04 81 01
            < 04 81 01 ac 00
            * warm 31.75
            > 04 81 00
            < 04 81 00 fe 00
            * warm 21
            > 04 81 01
            < 04 81 01 a8 00
            > 04 02 01 00 01 00  a preset thermistor needs no pins, and takes them
            > 04 02 02 00 01 00
            * warm -10.5
            > 04 81 02
            < 04 81 02 ac ff
            > 04 81 03  the barometer has not run
            < 04 81 03 00 00
            > 04 81 04
            < nothing
            > 04 81
            ! too short
            > 04 c1 00  silent
            < nothing
            """)
    }

    // registers Temperature 01
    // holds TMP-04
    @Test func `an unwired external thermistor reads as the coldest`() {
        Bench().play(
            """
            > 04 81 02
            < 04 81 02 c0 fe
            """)
    }

    // registers Temperature 01
    // holds LOG-30 TMP-05
    @Test func `a logged temperature is the bare number`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 0b 02 04 c1 01 20
            < 0b 02 00
            > 0b 02 04 81 01 20  a loud read is not logged, whatever the trigger
            < 0b 02 01
            > 0b 01 01
            * warm 32.25
            > 04 c1 01
            * warm 0
            > 04 c1 01
            * warm 31.625
            > 04 c1 01
            * warm -25
            > 04 c1 01
            > 04 81 01
            < 04 81 01 38 ff
            """)
        let values = (0..<4).compactMap { bench.log.page(0)?.entry($0) }
        #expect(values.map(\.data) == [0x0102, 0, 0x00FD, 0xFF38])
        #expect(values.map(\.logger) == [0, 0, 0, 0])
        #expect(bench.log.recordedEntries == 4)
    }

    // registers Temperature 01
    // holds TMP-06
    @Test func `a realistic die reads a little warm, in quarters of a degree`() {
        let bench = Bench(sensors: .realistic)
        for _ in 0..<50 {
            let eighths = Int(bench.ask("04 81 00")[0].split(separator: " ")[3], radix: 16) ?? 0
            #expect(eighths % 2 == 0)
            #expect((25 * 8...28 * 8).contains(eighths))
        }
    }
}
