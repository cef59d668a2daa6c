import Foundation
import Testing

@testable import MetaWear

/// Interrupts of both accelerometers, as `Data`.
@Suite struct AccelerometerFeatureTests {
    typealias Features = MWAccelerometerBMI270Features

    private static func bytes(_ command: (any MWCommand)?) -> [Data] {
        command.map { [$0.commandData] } ?? []
    }

    static let bosch: [Row] = [
        Row("03 0f 01 00", bytes(try? MWAccelerometerBosch.EnableOrientation(chip: .bmi160))),
        Row("03 0f 00 01", MWAccelerometerBosch.DisableOrientation()),
        Row("03 0a 03 2f 14 14", MWAccelerometerBosch.ConfigureAnyMotion(chip: .bmi160)),
        // The last byte is a register of flags, whatever the threshold.
        Row(
            "03 0a 01 ff 05 14",
            MWAccelerometerBosch.ConfigureAnyMotion(
                chip: .bmi160, count: 2, thresholdG: 8, rangeG: 2, noMotionThreshold: 5)),
        Row("03 09 07 00", MWAccelerometerBosch.EnableAnyMotion()),
        Row("03 09 00 7f", MWAccelerometerBosch.DisableAnyMotion()),
        Row("03 0d 04 04", MWAccelerometerBosch.ConfigureTap(thresholdG: 2, rangeG: 16)),
        Row(
            "03 0d c7 1f",
            MWAccelerometerBosch.ConfigureTap(
                shockTime: .ms75, quietTime: .ms20, doubleTapWindow: .ms700, thresholdG: 9,
                rangeG: 2)),
        Row("03 0c 02 00", MWAccelerometerBosch.EnableTap()),
        Row("03 0c 01 00", MWAccelerometerBosch.EnableTap(single: false, double: true)),
        Row("03 0c 00 03", MWAccelerometerBosch.DisableTap()),
        Row("03 18 15 0b", MWAccelerometerBMI160Steps.ConfigureStepCounter()),
        Row("03 18 2d 08", MWAccelerometerBMI160Steps.ConfigureStepCounter(mode: .sensitive)),
        Row("03 18 1d 0f", MWAccelerometerBMI160Steps.ConfigureStepCounter(mode: .robust)),
        Row("03 9a", MWAccelerometerBMI160Steps.ReadStepCounter()),
        Row("03 da", MWAccelerometerBMI160Steps.ReadStepCounterSilent()),
        Row("03 17 01 00", MWAccelerometerBMI160Steps.EnableStepDetector()),
        Row("03 17 00 01", MWAccelerometerBMI160Steps.DisableStepDetector()),
    ]

    static let switches: [Row] = [
        Row("03 07 04 00 | 03 06 04 00", Features.EnableActivityDetection()),
        Row("03 07 00 04 | 03 06 00 04", Features.DisableActivityDetection()),
        Row("03 07 10 00 | 03 06 10 00", Features.EnableWristGesture()),
        Row("03 07 00 10 | 03 06 00 10", Features.DisableWristGesture()),
        Row("03 07 08 00 | 03 06 08 00", Features.EnableWristWakeup()),
        Row("03 07 00 08 | 03 06 00 08", Features.DisableWristWakeup()),
        Row("03 07 20 00 | 03 06 20 00", Features.EnableNoMotion()),
        Row("03 07 00 20 | 03 06 00 20", Features.DisableNoMotion()),
        Row("03 07 01 00 | 03 06 01 00", Features.EnableSignificantMotion()),
        Row("03 07 00 01 | 03 06 00 01", Features.DisableSignificantMotion()),
        Row("03 07 80 00 | 03 06 80 00", MWAccelerometerBMI270Steps.EnableStepDetector()),
        Row("03 07 00 80 | 03 06 00 80", MWAccelerometerBMI270Steps.DisableStepDetector()),
        Row("03 07 10 00", Features.EnableWristGesture().interruptEnableCommand),
        Row("03 06 10 00", Features.EnableWristGesture().featureEnableCommand),
        Row("03 07 00 10", Features.DisableWristGesture().interruptDisableCommand),
        Row("03 06 00 10", Features.DisableWristGesture().featureDisableCommand),
    ]

    static let banks: [Row] = [
        Row("03 08 08 00 00 32 03 50 00 64 00", Features.ConfigureWristGesture()),
        Row(
            "03 08 08 10 00 01 00 02 00 03 00",
            Features.ConfigureWristGesture(arm: .right, peak: 1, samples: 2, duration: 3)),
        Row("03 08 09 a8 05 ee 06 00 04 bc 02 b3 00 85 07", Features.ConfigureWristWakeup()),
        Row("03 08 02 05 e0 aa 00", bytes(try? Features.ConfigureNoMotion())),
        Row(
            "03 08 02 ff 3f ff 07",
            bytes(
                try? Features.ConfigureNoMotion(
                    duration: 8191, threshold: 2047, selectX: true, selectY: false, selectZ: false))
        ),
        Row("03 08 03 fa 00", Features.ConfigureSignificantMotion()),
        Row("03 11 00", bytes(try? Features.SetDownsampling())),
        Row(
            "03 11 bd",
            bytes(
                try? Features.SetDownsampling(
                    gyroOrdinal: 5, gyroFilterData: true, accOrdinal: 3, accFilterData: true))),
        Row(
            "03 07 02 00 | 03 06 02 00 | 03 08 07 00 0e 01 00",
            MWAccelerometerBMI270Steps.ConfigureStepCounter()),
        Row(
            "03 08 07 00 0e ff 03",
            MWAccelerometerBMI270Steps.ConfigureStepCounter(trigger: 5000).configCommand),
        Row("03 8b", MWAccelerometerBMI270Steps.ReadStepCounter()),
    ]

    @Test(arguments: bosch + switches + banks) func `commands have the documents' bytes`(
        _ row: Row
    ) {
        row.check()
    }

    @Test func `only a BMI160 tells its orientation`() throws {
        #expect(try MWAccelerometerBosch.EnableOrientation(chip: .bmi160).chip == .bmi160)
        let error = #expect(throws: MWError.self) {
            try MWAccelerometerBosch.EnableOrientation(chip: .bmi270)
        }
        #expect(
            error?.errorDescription
                == "Operation failed: Orientation requires a BMI160 module, which this device lacks."
        )
    }

    @Test func `numbers beyond their range are refused or cut`() {
        #expect(throws: MWError.self) { try Features.ConfigureNoMotion(duration: 8192) }
        #expect(throws: MWError.self) { try Features.ConfigureNoMotion(threshold: 2048) }
        #expect(throws: MWError.self) { try Features.SetDownsampling(gyroOrdinal: 8) }
        #expect(throws: MWError.self) { try Features.SetDownsampling(accOrdinal: 8) }
        #expect(MWAccelerometerBMI270Steps.ConfigureStepCounter(trigger: 0).trigger == 1)
        #expect(MWAccelerometerBMI270Steps.ConfigureStepCounter(trigger: 2000).trigger == 1023)
    }

    @Test func `a configuration holds what it was made from`() throws {
        let rest = try Features.ConfigureNoMotion(duration: 9, threshold: 8, selectY: false)
        #expect(rest.duration == 9 && rest.threshold == 8)
        #expect(rest.selectX && !rest.selectY && rest.selectZ)
        let wakeup = Features.ConfigureWristWakeup(minAngleNonFocus: 7, maxTiltPU: 8)
        #expect(wakeup.minAngleFocus == 0x05A8 && wakeup.minAngleNonFocus == 7)
        #expect(wakeup.maxTiltLR == 0x0400 && wakeup.maxTiltLL == 0x02BC)
        #expect(wakeup.maxTiltPD == 0x00B3 && wakeup.maxTiltPU == 8)
        let steps = MWAccelerometerBMI270Steps.ConfigureStepCounter(trigger: 3)
        #expect(
            steps.allCommands == [
                steps.interruptEnableCommand, steps.featureEnableCommand, steps.configCommand,
            ])
    }

    @Test func `notifications of a BMI160 are read`() throws {
        typealias Bosch = MWAccelerometerBosch
        #expect(
            try Bosch.parseOrientation(from: Data(hex: "03 11 07").slice) == .faceUpLandscapeRight)
        #expect(
            try Bosch.parseOrientation(from: Data(hex: "03 11 08")) == .faceDownPortraitUpright)
        #expect(
            try Bosch.parseAnyMotion(from: Data(hex: "03 0b 08"))
                == Bosch.AnyMotionEvent(
                    isPositive: true, xAxisActive: true, yAxisActive: false, zAxisActive: false))
        #expect(
            try Bosch.parseAnyMotion(from: Data(hex: "03 0b 70"))
                == Bosch.AnyMotionEvent(
                    isPositive: false, xAxisActive: false, yAxisActive: true, zAxisActive: true))
        #expect(
            try Bosch.parseTap(from: Data(hex: "03 0e 12"))
                == Bosch.TapEvent(type: .single, isPositive: true))
        #expect(
            try Bosch.parseTap(from: Data(hex: "03 0e 31"))
                == Bosch.TapEvent(type: .double, isPositive: false))
        for bad in ["03 0e 10", "03 0e 13", "03 0e"] {
            #expect(throws: MWError.self) { try Bosch.parseTap(from: Data(hex: bad)) }
        }
        #expect(throws: MWError.self) { try Bosch.parseOrientation(from: Data(hex: "03 11")) }
        #expect(throws: MWError.self) { try Bosch.parseAnyMotion(from: Data(hex: "03 0b")) }
    }

    @Test func `notifications of a BMI270 are read`() throws {
        for (byte, activity) in [
            (0, Features.Activity.still), (2, .walking), (4, .running), (6, .unknown),
            (0xFE, .unknown),
        ] {
            #expect(
                try Features.parseActivity(from: Data([0x03, 0x0C, UInt8(byte)])) == activity)
        }
        let shake = try Features.parseWristEvent(from: Data(hex: "03 0a 0d").slice)
        #expect(shake.kind == .gesture && shake.gestureCode == .shake)
        let unknown = try Features.parseWristEvent(from: Data(hex: "03 0a ff"))
        #expect(unknown.kind == .wakeup && unknown.gestureCode == .unknown)
        #expect(Features.activityRegister == 0x0C && Features.wristEventRegister == 0x0A)
        #expect(MWAccelerometerBMI270Steps.stepRegister == 0x0B)
        #expect(MWAccelerometerBMI160Steps.stepDetectorRegister == 0x19)
        typealias Six = MWAccelerometerBMI160Steps
        typealias Seven = MWAccelerometerBMI270Steps
        #expect(try Six.parseStepCount(from: Data(hex: "03 9a 10 27").slice) == 10_000)
        #expect(try Seven.parseStepCount(from: Data(hex: "03 8b 14 00").slice) == 20)
        #expect(try Six.parseStepDetection(from: Data(hex: "03 19 01")) == 1)
        #expect(try Seven.parseStepDetection(from: Data(hex: "03 0b 01")) == 1)
        #expect(throws: MWError.self) { try Six.parseStepCount(from: Data(hex: "03 9a 10")) }
        #expect(throws: MWError.self) { try Features.parseActivity(from: Data(hex: "03 0c")) }
    }
}
