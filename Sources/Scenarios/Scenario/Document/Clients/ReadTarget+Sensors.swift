import Declaration

extension ReadTarget {
    /// Module 0x11, register 0C, bytes 1 and 2.
    package struct BatteryVoltage: Section {
        package static let title = "battery voltage"
        package static let about = "The battery's voltage, by the settings module."

        package static let keys = Keys(Self())
    }

    /// Module 0x11, register 01.
    package struct DeviceName: Section {
        package static let title = "device name"
        package static let about = "The name that the board advertises; judged by its bytes."

        package static let keys = Keys(Self())
    }

    /// Module 0x12, register 01.
    package struct PressureValue: Section {
        package static let title = "air pressure"
        package static let about = "One measurement of the barometer."

        package static let keys = Keys(Self())
    }

    /// Module 0x16, register 01.
    package struct HumidityValue: Section {
        package static let title = "relative humidity"
        package static let about = "One measurement of the humidity sensor."

        package static let keys = Keys(Self())
    }

    /// Module 0x17, register 01.
    package struct Colour: Section {
        package static let title = "colour"
        package static let about =
            "The colour sensor's four counts; the value is the first of them, all light."

        package static let keys = Keys(Self())
    }

    /// Module 0x18, register 01.
    package struct Proximity: Section {
        package static let title = "proximity"
        package static let about = "The proximity sensor's count."

        package static let keys = Keys(Self())
    }

    /// Module 0x10, register 01.
    package struct Conductance: Section {
        package static let title = "skin conductance"
        package static let about = "A channel of the skin conductance module."

        package var channel = 0

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.channel, "channel", in: 0...7, principal: true, "From 0.")
        }
    }

    /// Module 0x03: the step counter.
    package struct Steps: Section {
        package static let title = "steps counted"
        package static let about = "The accelerometer's step counter."

        package static let keys = Keys(Self())
    }

    /// Module 0x19, register 0B.
    package struct Calibration: Section {
        package static let title = "calibration state"
        package static let about =
            "How well the fused sensors are calibrated, 0 to 3; the value is the least of them that"
            + " the mode uses."

        package static let keys = Keys(Self())
    }

    /// Module 0x19, registers 0C to 0E.
    package struct CalibrationData: Section {
        package static let title = "calibration data"
        package static let about =
            "What the fusion learned of one sensor; `write-calibration` writes back what was read."

        /// Of which sensor.
        package enum Sensor: String, Choice, CaseIterable {
            package static let title = "fused sensor"
            case accelerometer, gyroscope, magnetometer

            var register: UInt8 { 0x0C + UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        package var sensor = Sensor.accelerometer

        package static let keys = Keys(Self()) { keys in
            keys.required(\.sensor, "of", principal: true, "Of which sensor.")
        }
    }

    /// Module 0x09, register 04.
    package struct ProcessorState: Section {
        package static let title = "state of a processor"
        package static let about = "What a counter, sum, passthrough or buffer holds."

        package var name = SignalName("")
        package var stage: Int?

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "of", principal: true, "Which chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last", "Which processor of it.")
        }
    }

    /// Module 0x0F, register 02.
    package struct MacroState: Section {
        package static let title = "state of a macro"
        package static let about =
            "Whether a macro runs at boot and how long it is; judged by its bytes."

        package var id = 0

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.id, "id", in: 0...255, principal: true, "The board's number.")
        }
    }
}
