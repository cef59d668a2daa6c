import Declaration
import MetaWearProtocol
import YAML

extension Step {
    package struct AccelerometerConfiguration: InertialConfiguration {
        static let key = ("accelerometer", "Module 0x03.")
        static let module = MWModule.accelerometer

        package var rate: Quantity<Frequency> = .hertz(50)
        package var range: Quantity<Acceleration> = .g(8)

        package static let keys = Keys(Self(), "accelerometer") { keys in
            keys.about = "Output rate and range; the nearest that the chip has are used."
            keys.optional(
                \.rate, "rate", in: .hertz(0.78125)...(.hertz(1600)), principal: true,
                "Samples per second: 0.78125, 1.5625, 3.125, 6.25, 12.5, 25, 50, 100, 200, 400, 800"
                    + " or 1600 Hz.")
            keys.optional(
                \.range, "range", in: .g(2)...(.g(16)),
                "The range to either side of zero: 2, 4, 8 or 16 g.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                [2, 4, 8, 16].contains(range.g), range.text, isA: "accelerometer range",
                choices: "2 g, 4 g, 8 g or 16 g", at: mark)
            reader.expect(
                InertialChip.bmi160Accelerometer.rates.contains { $0.value == rate.hertz },
                rate.text,
                isA: "accelerometer rate", choices: "12.5, 25, 50, 100, 200, 400, 800 or 1600 Hz",
                at: mark)
        }
    }

    package struct GyroscopeConfiguration: InertialConfiguration {
        static let key = ("gyroscope", "Module 0x13.")
        static let module = MWModule.gyro

        package var rate: Quantity<Frequency> = .hertz(50)
        package var range: Quantity<AngularRate> = .degreesPerSecond(2000)

        package static let keys = Keys(Self(), "gyroscope") { keys in
            keys.about = "Output rate and range; the nearest that the chip has are used."
            keys.optional(
                \.rate, "rate", in: .hertz(25)...(.hertz(3200)), principal: true,
                "Samples per second: 25, 50, 100, 200, 400, 800, 1600 or 3200 Hz.")
            keys.optional(
                \.range, "range", in: .degreesPerSecond(125)...(.degreesPerSecond(2000)),
                "The range to either side of zero: 125, 250, 500, 1000 or 2000 deg/s.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            let chip = InertialChip.bmi160Gyroscope
            reader.expect(
                chip.ranges.contains { $0.value == range.degreesPerSecond }, range.text,
                isA: "gyroscope range", choices: "125, 250, 500, 1000 or 2000 deg/s", at: mark)
            reader.expect(
                chip.rates.contains { $0.value == rate.hertz }, rate.text, isA: "gyroscope rate",
                choices: "25, 50, 100, 200, 400, 800, 1600 or 3200 Hz", at: mark)
        }
    }
}
