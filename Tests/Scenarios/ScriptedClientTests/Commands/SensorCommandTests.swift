import MetaWearProtocol
import Testing

@testable import Declaration
@testable import ScriptedClient

/// The vectors of the protocol documents, sensors 5 to 20.
@Suite struct SensorCommandTests {
    @Test(arguments: [
        // 5.3.2: any, no and slow motion.
        CommandRow(
            "configure: {motion: {kind: any, threshold: 750 mg, samples: 4}}", "03 0A 03 2F 14 14",
            after: "configure: {accelerometer: {range: 8 g}}"),
        CommandRow(
            "configure: {motion: {kind: none, threshold: 500 mg, for: 10 s}}", "03 0A 18 14 7F 15",
            after: "configure: {accelerometer: {range: 2 g}}"),
        CommandRow(
            "configure: {motion: {kind: slow, threshold: 1500 mg, samples: 5}}",
            "03 0A 10 14 C0 14", after: "configure: {accelerometer: {range: 4 g}}"),
        CommandRow("configure: {motion: significant}", "03 0A 00 14 14 36"),
        // The same with a BMA255.
        CommandRow(
            "configure: {motion: {kind: any, threshold: 750 mg, samples: 4}}", "03 0A 03 2F 14",
            on: .detector, after: "configure: {accelerometer: {range: 8 g}}"),
        CommandRow(
            "configure: {motion: {kind: none, threshold: 500 mg, for: 10 s}}", "03 0A 24 14 7F",
            on: .detector, after: "configure: {accelerometer: {range: 2 g}}"),
        CommandRow(
            "configure: {motion: {kind: slow, threshold: 1500 mg, samples: 5}}", "03 0A 10 14 C0",
            on: .detector, after: "configure: {accelerometer: {range: 4 g}}"),
        // 5.3.3: taps.
        CommandRow(
            "configure: {tap: {threshold: 2 g, window: 250 ms}}", "03 0D 04 04",
            after: "configure: {accelerometer: {range: 16 g}}"),
        CommandRow(
            "configure: {tap: {threshold: 1 g, window: 50 ms, quiet: 20 ms, shock: 75 ms}}",
            "03 0D C0 04", after: "configure: {accelerometer: {range: 8 g}}"),
        // 5.3.1: low and high g at 16 g; the defaults of a BMI160 elsewhere.
        CommandRow(
            "configure: {shock: {low: 500 mg, low-for: 20 ms, sum: true, high: 12 g}}",
            "03 07 07 40 85 0B C0", after: "configure: {accelerometer: {range: 16 g}}"),
        CommandRow(
            "configure: {shock: {high: 2 g, high-for: 15 ms}}", "03 07 07 30 81 05 20",
            after: "configure: {accelerometer: {range: 16 g}}"),
        // 5.3.4 to 5.3.6: what the chip begins with, and the presets of the step detector.
        CommandRow("configure: {orientation: {}}", "03 10 18 48"),
        CommandRow("configure: {flat: {}}", "03 13 08 11"),
        CommandRow("configure: {steps: normal}", "03 18 15 0B"),
        CommandRow("configure: {steps: sensitive}", "03 18 2D 08"),
        CommandRow("configure: {steps: robust}", "03 18 1D 0F"),
        // 5.6: the BMI270.
        CommandRow("configure: {steps: {watermark: 1}}", "03 08 07 00 0E 01 00", on: .s),
        CommandRow(
            "configure: {motion: {kind: any, threshold: 81.7 mg, samples: 5}}",
            "03 08 01 05 E0 AA 38", on: .s),
        CommandRow(
            "configure: {motion: {kind: none, threshold: 69.2 mg, for: 100 ms}}",
            "03 08 02 05 E0 90 30", on: .s),
        CommandRow("configure: {motion: significant}", "03 08 03 FA 00", on: .s),
        CommandRow(
            "configure: {gesture: left}", "03 08 08 05 00 EE 06 04 00 C8 00", on: .s),
        CommandRow(
            "configure: {gesture: right}", "03 08 08 15 00 EE 06 04 00 C8 00", on: .s),
        // 5.2 and 5.4.
        CommandRow("configure: {accelerometer: {rate: 200 Hz, range: 8 g}}", "03 03 29 08"),
        CommandRow("configure: {accelerometer: {rate: 100 Hz, range: 16 g}}", "03 03 28 0C"),
        CommandRow(
            "configure: {accelerometer: {rate: 200 Hz, range: 8 g}}", "03 03 A9 02", on: .s),
        CommandRow(
            "configure: {gyroscope: {rate: 50 Hz, range: 125 deg/s}}", "13 03 27 04"),
    ])
    func `the accelerometer's features are configured as documented`(row: CommandRow) throws {
        let bench = CommandBench(row.model)
        if !row.before.isEmpty { try bench.configure(row.before) }
        #expect(try bench.packets(row.step) == row.packets)
    }

    @Test(arguments: [
        // 13.
        CommandRow("configure: {barometer: ultra-low-power}", "12 03 24 00"),
        CommandRow("configure: {barometer: low-power}", "12 03 28 00"),
        CommandRow("configure: {barometer: standard}", "12 03 2C 00"),
        CommandRow("configure: {barometer: high}", "12 03 30 00"),
        CommandRow("configure: {barometer: ultra-high}", "12 03 54 00"),
        CommandRow("configure: {barometer: {filter: 16}}", "12 03 2C 10"),
        CommandRow("configure: {barometer: {standby: 4 s}}", "12 03 2C E0"),
        CommandRow(
            "configure: {barometer: {oversampling: low-power, filter: 16, standby: 500 ms}}",
            "12 03 28 90"),
        // 15.
        CommandRow("configure: {light: {gain: 48}}", "14 02 18 03"),
        CommandRow("configure: {light: {integration: 400 ms}}", "14 02 00 1B"),
        CommandRow("configure: {light: {period: 2 s}}", "14 02 00 05"),
        CommandRow(
            "configure: {light: {gain: 8, integration: 250 ms, period: 50 ms}}", "14 02 0C 28"),
        // 16.
        CommandRow("configure: {magnetometer: low-power}", "15 04 01 02", "15 03 00"),
        CommandRow("configure: {magnetometer: regular}", "15 04 04 0E", "15 03 00"),
        CommandRow("configure: {magnetometer: enhanced}", "15 04 07 1A", "15 03 00"),
        CommandRow("configure: {magnetometer: high-accuracy}", "15 04 17 52", "15 03 05"),
        CommandRow(
            "configure: {magnetometer: regular}", "15 01 00", "15 04 04 0E", "15 03 00", on: .s),
        // 17 to 19.
        CommandRow("configure: {humidity: 1}", "16 02 01"),
        CommandRow("configure: {humidity: 16}", "16 02 05"),
        CommandRow("configure: {colour: {integration: 4.8 ms}}", "17 02 FE 00 00"),
        CommandRow("configure: {colour: {integration: 612 ms}}", "17 02 01 00 00"),
        CommandRow("configure: {colour: {gain: 4}}", "17 02 FF 01 00"),
        CommandRow("configure: {proximity: {channel: first}}", "18 02 FF 01 90"),
        CommandRow("configure: {proximity: {channel: both}}", "18 02 FF 01 B0"),
        CommandRow("configure: {proximity: {current: 12.5 %}}", "18 02 FF 01 E0"),
        CommandRow("configure: {proximity: {current: 50 %}}", "18 02 FF 01 60"),
        CommandRow("configure: {proximity: {current: 100 %}}", "18 02 FF 01 20"),
        CommandRow("configure: {proximity: {pulses: 32}}", "18 02 FF 20 A0"),
        // 20.1.
        CommandRow(
            "configure: {fusion: {mode: ndof, acceleration-range: 2 g}}", "19 02 01 10",
            "03 03 28 03", "13 03 28 00", "15 04 04 0E", "15 03 06"),
        CommandRow(
            "configure: {fusion: {mode: ndof, acceleration-range: 2 g}}", "19 02 01 10",
            "03 03 A8 00", "13 03 28 00", "15 01 00", "15 04 04 0E", "15 03 06", on: .s),
        CommandRow(
            "configure: {fusion: {mode: imu-plus, rotation-range: 250 deg/s}}", "19 02 02 43",
            "03 03 28 0C", "13 03 28 03"),
        CommandRow(
            "configure: {fusion: {mode: compass, acceleration-range: 8 g, rotation-range: 500 deg/s}}",
            "19 02 03 32", "03 03 26 08", "15 04 04 0E", "15 03 06"),
        CommandRow(
            "configure: {fusion: {mode: m4g, acceleration-range: 4 g, rotation-range: 1000 deg/s}}",
            "19 02 04 21", "03 03 27 05", "15 04 04 0E", "15 03 06"),
        CommandRow("configure: {fusion: sleep}", "19 02 00 13"),
    ])
    func `the other sensors are configured as documented`(row: CommandRow) throws {
        #expect(try CommandBench(row.model).packets(row.step) == row.packets)
    }

    @Test(arguments: [
        // 20.2.
        CommandRow(
            "start: [quaternion]", "19 02 01 13", "03 03 28 0C", "13 03 28 00", "15 04 04 0E",
            "15 03 06", "03 02 01 00", "13 02 01 00", "15 02 01 00", "03 01 01", "13 01 01",
            "15 01 01", "19 03 08 00", "19 01 01"),
        CommandRow(
            "start: [euler, gravity]", "19 02 02 13", "03 03 28 0C", "13 03 28 00", "03 02 01 00",
            "13 02 01 00", "03 01 01", "13 01 01", "19 03 30 00", "19 01 01",
            after: "configure: {fusion: imu-plus}"),
        CommandRow(
            "stop: [quaternion]", "19 01 00", "19 03 00 7F", "03 01 00", "13 01 00", "15 01 00",
            "03 02 00 01", "13 02 00 01", "15 02 00 01"),
        CommandRow("reset-orientation", "19 0F 01"),
        CommandRow("start: [pressure]", "12 03 2C 00", "12 04 01 01"),
        CommandRow("stop: [altitude]", "12 04 00 00"),
        CommandRow("start: [light]", "14 02 00 03", "14 01 01"),
        CommandRow("stop: [light]", "14 01 00"),
        CommandRow(
            "start: [magnetic-field]", "15 04 04 0E", "15 03 00", "15 02 01 00", "15 01 01"),
        CommandRow("stop: [magnetic-field]", "15 01 00", "15 02 00 01"),
        CommandRow(
            "start: [acceleration]", "03 03 28 08", "03 02 01 00", "03 01 01"),
        // 5.3: interrupts.
        CommandRow(
            "start: [tap]", "03 03 28 08", "03 0D 04 08", "03 0C 02 00", "03 01 01",
            after: "configure: {tap: single}"),
        CommandRow("stop: [tap]", "03 0C 00 03", "03 01 00"),
        CommandRow("stop: [motion]", "03 09 00 7F", "03 01 00"),
        CommandRow(
            "stop: [motion]", "03 09 00 38", "03 01 00",
            after: "configure: {motion: none}"),
        CommandRow("stop: [orientation]", "03 0F 00 01", "03 01 00"),
        CommandRow("stop: [flat]", "03 12 00 01", "03 01 00"),
        CommandRow("stop: [free-fall]", "03 06 00 0F", "03 01 00"),
        CommandRow("stop: [step-detector]", "03 17 00 01", "03 01 00"),
        // 5.5: the interrupt before the feature, for both.
        CommandRow(
            "start: [step-detector]", "03 03 A8 02", "03 08 07 00 0E 01 00", "03 07 80 00",
            "03 06 80 00", "03 01 01", on: .s),
        CommandRow("stop: [motion]", "03 07 00 40", "03 06 00 40", "03 01 00", on: .s),
        CommandRow("stop: [activity]", "03 07 00 04", "03 06 00 04", "03 01 00", on: .s),
    ])
    func `sensors are started and stopped as documented`(row: CommandRow) throws {
        let bench = CommandBench(row.model)
        if !row.before.isEmpty { try bench.configure(row.before) }
        #expect(try bench.packets(row.step) == row.packets)
    }

    @Test(arguments: [
        ("start: [tap]", CommandBench.Model.s, "the BMI270 has no tap detector"),
        ("start: [activity]", .r, "the BMI160 has no activity detector"),
        ("start: [step-detector]", .detector, "the BMA255 has no stepDetector"),
        ("start: [nothing]", .r, "nothing named nothing exists on wrist"),
        ("start-timer: beat", .r, "no timer named beat"),
        ("modify: {of: shakes, to: rss}", .r, "no chain named shakes"),
    ])
    func `what a board cannot do is said`(
        step: String, model: CommandBench.Model, reason: String
    ) throws {
        let error = #expect(throws: StepFailure.self) { _ = try CommandBench(model).packets(step) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `a second output of a running fusion only opens its gate`() throws {
        let bench = CommandBench()
        bench.session.state.made.started = [.fusion(0x08)]
        #expect(try bench.packets("start: [gravity]") == ["19 03 20 00"])
        bench.session.state.made.started = [.fusion(0x08), .fusion(0x20)]
        #expect(try bench.packets("stop: [gravity]") == ["19 03 00 20"])
    }

    @Test func `a part that another one needs is not switched off`() throws {
        let bench = CommandBench()
        bench.session.state.made.started = [.feature(.tap), .accelerometer]
        #expect(try bench.packets("stop: [tap]") == ["03 0C 00 03"])
    }
}
