import MetaWearBoard
import Testing
import Wire

@testable import MetaWearProtocol

/// Each encoder of the accelerometers' interrupts and features against the firmware's decoder.
@Suite struct FeaturePropertyTests {
    static let bosch: [CommandProperty] = [
        CommandProperty("free fall and blows", .metaMotionR) { draw in
            var setting = BoschConfiguration.LowHighG()
            (setting.lowDuration, setting.lowThreshold) = (draw.any(), draw.any())
            (setting.lowHysteresis, setting.sumsAxes) = (draw.number(0...3), draw.flag())
            (setting.highHysteresis, setting.highDuration) = (draw.number(0...3), draw.any())
            setting.highThreshold = draw.any()
            return [
                (
                    Packet(.accelerometer, 0x07, setting.bytes),
                    "accelerometer low/high-g config: low duration \(setting.lowDuration), low "
                        + "threshold \(setting.lowThreshold), low hysteresis "
                        + "\(setting.lowHysteresis), sum of axes \(setting.sumsAxes ? 1 : 0), "
                        + "unused 0, high hysteresis \(setting.highHysteresis), high duration "
                        + "\(setting.highDuration), high threshold \(setting.highThreshold)"
                )
            ]
        },
        CommandProperty("tap", .metaMotionR) { draw in
            let command = MWAccelerometerBosch.ConfigureTap(
                shockTime: draw.one(), quietTime: draw.one(), doubleTapWindow: draw.one(),
                thresholdG: Float(draw.real(0, 16)), rangeG: draw.one(of: [2, 4, 8, 16]))
            let windows: [MWAccelerometerBosch.DoubleTapWindow] = [
                .ms50, .ms100, .ms150, .ms200, .ms250, .ms375, .ms500, .ms700,
            ]
            let steps = min(31, Int((command.thresholdG / command.rangeG * 32).rounded()))
            return [
                (
                    command.packet,
                    "accelerometer tap config: double-tap window "
                        + "\(windows.firstIndex(of: command.doubleTapWindow) ?? 9), unused 0, long "
                        + "shock \(command.shockTime == .ms75 ? 1 : 0), short quiet "
                        + "\(command.quietTime == .ms20 ? 1 : 0), threshold \(steps), unused 0, "
                        + "samples 0"
                )
            ]
        },
        CommandProperty("orientation and flat", .metaMotionR) { draw in
            var orientation = BoschConfiguration.Orientation()
            (orientation.mode, orientation.blocking) = (draw.number(0...2), draw.number(0...3))
            (orientation.hysteresis, orientation.theta) = (draw.number(0...15), draw.number(0...63))
            (orientation.tellsUpFromDown, orientation.exchangesAxes) = (draw.flag(), draw.flag())
            var flat = BoschConfiguration.Flat()
            (flat.theta, flat.hysteresis) = (draw.number(0...63), draw.number(0...7))
            flat.hold = draw.number(0...3)
            return [
                (
                    Packet(.accelerometer, 0x10, orientation.bytes),
                    "accelerometer orientation config: mode \(orientation.mode), blocking "
                        + "\(orientation.blocking), hysteresis \(orientation.hysteresis), theta "
                        + "\(orientation.theta), up and down "
                        + "\(orientation.tellsUpFromDown ? 1 : 0), axes exchanged "
                        + "\(orientation.exchangesAxes ? 1 : 0)"
                ),
                (
                    Packet(.accelerometer, 0x13, flat.bytes),
                    "accelerometer flat config: theta \(flat.theta), unused 0, hysteresis "
                        + "\(flat.hysteresis), unused 0, hold time \(flat.hold), unused 0"
                ),
            ]
        },
        CommandProperty("interrupt masks", .metaMotionR) { draw in
            typealias Interrupt = MWAccelerometerBosch.Interrupt
            let names: [(Interrupt, String, on: Int, off: Int)] = [
                (.lowG, "low/high-g", 0x08, 0x0F), (.highG, "low/high-g", 0x07, 0x0F),
                (.anyMotion, "motion", 0x07, 0x7F), (.slowOrNoMotion, "motion", 0x38, 0x38),
                (.significantMotion, "motion", 0x07, 0x07), (.tap, "tap", 0x03, 0x03),
                (.orientation, "orientation", 0x01, 0x01), (.flat, "flat", 0x01, 0x01),
                (.stepDetector, "step detector", 0x01, 0x01),
            ]
            let (interrupt, name, on, off) = draw.one(of: names)
            return [
                (
                    interrupt.enable,
                    "accelerometer \(name) interrupt enable: enable \(on), disable 0"
                ),
                (
                    interrupt.disable,
                    "accelerometer \(name) interrupt enable: enable 0, disable \(off)"
                ),
            ]
        },
        CommandProperty("steps of a BMI160", .metaMotionR) { draw in
            let mode: MWAccelerometerBMI160Steps.StepCounterMode = draw.one()
            let isCounting = draw.flag()
            // Sensitivity, from the data sheet: time, threshold, alpha, buffer.
            let words =
                switch mode {
                case .normal: ("5", "2", "0", "3")
                case .sensitive: ("5", "1", "1", "0")
                case .robust: ("5", "3", "0", "7")
                }
            return [
                (
                    MWAccelerometerBMI160Steps.ConfigureStepCounter(
                        mode: mode, isCounting: isCounting
                    ).packet,
                    "accelerometer step config: minimum step time \(words.0), minimum threshold "
                        + "\(words.1), alpha \(words.2), minimum step buffer \(words.3), counter "
                        + "on \(isCounting ? 1 : 0), unused 0"
                ),
                (
                    MWAccelerometerBMI160Steps.ReadStepCounter().packet,
                    "read accelerometer step counter"
                ),
                (
                    MWAccelerometerBMI160Steps.ResetStepCounter().packet,
                    "accelerometer step counter reset"
                ),
            ]
        },
    ]

    static let bmi270: [CommandProperty] = [
        CommandProperty("feature switches") { draw in
            let feature: BMI270Feature = draw.one()
            let bit =
                switch feature {
                case .significantMotion: 1
                case .stepCounter: 2
                case .activity: 4
                case .wristWakeup: 8
                case .wristGesture: 16
                case .noMotion: 32
                case .anyMotion: 64
                case .stepDetector: 128
                }
            return [
                (
                    feature.interrupt(true),
                    "accelerometer feature interrupt enable: enable \(bit), disable 0"
                ),
                (feature.feature(true), "accelerometer feature enable: enable \(bit), disable 0"),
                (feature.feature(false), "accelerometer feature enable: enable 0, disable \(bit)"),
            ]
        },
        CommandProperty("offset and down-sampling") { draw in
            let offset = MetaWearProtocol.BMI270Offset(x: draw.any(), y: draw.any(), z: draw.any())
            let sampling = try MWAccelerometerBMI270Features.SetDownsampling(
                gyroOrdinal: draw.number(0...7), gyroFilterData: draw.flag(),
                accOrdinal: draw.number(0...7), accFilterData: draw.flag())
            return [
                (
                    offset.packet,
                    "accelerometer offset: interface 0, offset on 1, unused 0, x \(offset.x), y "
                        + "\(offset.y), z \(offset.z)"
                ),
                (
                    sampling.packet,
                    "accelerometer FIFO down-sampling: gyroscope exponent "
                        + "\(sampling.gyroOrdinal), gyroscope filtered "
                        + "\(sampling.gyroFilterData ? 1 : 0), accelerometer exponent "
                        + "\(sampling.accOrdinal), accelerometer filtered "
                        + "\(sampling.accFilterData ? 1 : 0)"
                ),
            ]
        },
    ]

    @Test(arguments: bosch)
    func `a BMI160 understands its interrupts (sensors 5.3)`(_ property: CommandProperty) throws {
        try property.check()
    }

    @Test(arguments: bmi270)
    func `a BMI270 understands its features (sensors 5.5)`(_ property: CommandProperty) throws {
        try property.check()
    }

    /// A bank of the firmware has no words: it is read back, and read by the firmware's own layout.
    @Test func `a BMI270 keeps every bank that a host writes (sensors 5.5)`() throws {
        let bench = BoardBench()
        var draw = Draw("banks")
        for _ in 0..<50 {
            let noMotion = try MWAccelerometerBMI270Features.ConfigureNoMotion(
                duration: draw.number(0...8191), threshold: draw.number(0...2047),
                selectX: draw.flag(), selectY: draw.flag(), selectZ: draw.flag())
            let anyMotion = MWAccelerometerBosch.ConfigureAnyMotion(
                chip: .bmi270, count: draw.number(1...50), thresholdG: Float(draw.real(0, 1)))
            let gesture = MWAccelerometerBMI270Features.ConfigureWristGesture(
                arm: draw.flag() ? .left : .right, peak: draw.any(), samples: draw.any(),
                duration: draw.any())
            let wakeup = MWAccelerometerBMI270Features.ConfigureWristWakeup(
                minAngleFocus: draw.any(), maxTiltLR: draw.any(), maxTiltPU: draw.any())
            let significant = MWAccelerometerBMI270Features.ConfigureSignificantMotion(
                blocksize: draw.any())
            let steps = MWAccelerometerBMI270Steps.ConfigureStepCounter(
                trigger: draw.number(1...1023))
            var remap = BMI270Bank.AxisRemap()
            (remap.x, remap.y, remap.z) = draw.one(of: [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
            remap.isYNegative = draw.flag()
            for packet in [
                noMotion.packet, anyMotion.packet, gesture.packet, wakeup.packet,
                significant.packet, steps.configuration, remap.packet,
            ] {
                bench.write(packet)
                let answer = bench.ask(.read(.accelerometer, 0x08, [packet.payload[0]]))
                #expect(answer.map { Array($0.dropFirst(2)) } == packet.payload)
            }
            #expect(bench.refusals() == [])
        }
    }
}
