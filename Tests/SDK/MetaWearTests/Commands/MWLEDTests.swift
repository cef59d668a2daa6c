import Foundation
import Testing

@testable import MetaWear

/// The LED and what vibrates, as `Data`.
@Suite struct MWLEDTests {
    static let rows: [Row] = [
        Row(
            "02 03 00 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff",
            MWLED.SetPattern(color: .green, .solid)),
        Row(
            "02 03 01 02 1f 00 00 00 32 00 00 00 f4 01 00 00 ff",
            MWLED.SetPattern(color: .red, pattern: .blink)),
        Row(
            "02 03 02 02 1f 00 d5 02 f4 01 d5 02 d0 07 00 00 ff",
            MWLED.SetPattern(color: .blue, .breathe)),
        Row(
            "02 03 02 02 1f 00 00 00 64 00 00 00 f4 01 00 00 03",
            MWLED.SetPattern(color: .blue, .flash)),
        // For ever is sent as FF.
        Row(
            "02 03 00 02 0a 01 01 00 02 00 03 00 04 00 05 00 ff",
            MWLED.SetPattern(
                color: .green,
                pattern: MWLEDPattern(
                    highIntensity: 10, lowIntensity: 1, riseTime: 1, highTime: 2, fallTime: 3,
                    pulseDuration: 4, delay: 5, repeatCount: 0))),
        Row("02 01 01", MWLED.Play()),
        Row("02 01 02", MWLED.Autoplay()),
        Row("02 01 00", MWLED.Pause()),
        Row("02 02 01", MWLED.Stop()),
        Row("02 02 00", MWLED.Stop(clearPattern: false)),
        // One packet cannot hold more than one colour.
        Row(
            "02 03 00 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff",
            MWLED.SetAllChannels(red: .blink, green: .solid)),
        Row(
            "02 03 01 02 1f 00 00 00 64 00 00 00 f4 01 00 00 03",
            MWLED.SetAllChannels(red: .flash, blue: .blink)),
        Row("02 02 01", MWLED.SetAllChannels()),
        Row(
            "02 02 01 | 02 03 02 02 1f 00 00 00 64 00 00 00 f4 01 00 00 03",
            MWLED.SetAllChannels(blue: .flash, autoPlay: false).writes),
        Row("08 01 c6 f4 01 00", MWHaptic.motor(dutyCycle: 80)),
        Row("08 01 f8 88 13 00", MWHaptic.motor(pulseWidth: 5000)),
        Row("08 01 7c f4 01 00", MWHaptic.motor(dutyCycle: 50, pulseWidth: 500)),
        Row("08 01 7f c8 00 01", MWHaptic.buzzer()),
        Row("08 01 7f 4c 1d 01", MWHaptic.buzzer(pulseWidth: 7500)),
    ]

    @Test(arguments: rows) func `commands have the documents' bytes`(_ row: Row) { row.check() }

    @Test func `a pattern begins as a slow pulse for ever`() {
        let pattern = MWLEDPattern()
        #expect(pattern.highIntensity == 31 && pattern.lowIntensity == 0)
        #expect(pattern.riseTime == 0 && pattern.highTime == 500 && pattern.fallTime == 0)
        #expect(pattern.pulseDuration == 1000 && pattern.delay == 0)
        #expect(pattern.repeatCount == .max)
        #expect(MWLED.Color.allCases == [.green, .red, .blue])
    }

    @Test func `a pulse has 100 percent at most`() {
        #expect(MWHaptic.motor(dutyCycle: 255).dutyCycle == 100)
        #expect(MWHaptic.Pulse(mode: .buzzer, dutyCycle: 101, pulseWidth: 1).dutyCycle == 100)
        #expect(MWHaptic.motor().pulseWidth == 500 && MWHaptic.buzzer().mode == .buzzer)
    }
}
