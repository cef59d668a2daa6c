import Declaration

extension ReadTarget {
    /// Module 0x11, register 0C, bytes 1 and 2.
    public struct BatteryVoltage: Section {
        public static let title = "battery voltage"
        public static let about = "The battery's voltage, by the settings module."

        public static let keys = Keys(Self())
    }

    /// Module 0x11, register 01.
    public struct DeviceName: Section {
        public static let title = "device name"
        public static let about = "The name that the board advertises; judged by its bytes."

        public static let keys = Keys(Self())
    }

    /// Module 0x12, register 01.
    public struct PressureValue: Section {
        public static let title = "air pressure"
        public static let about = "One measurement of the barometer."

        public static let keys = Keys(Self())
    }

    /// Module 0x16, register 01.
    public struct HumidityValue: Section {
        public static let title = "relative humidity"
        public static let about = "One measurement of the humidity sensor."

        public static let keys = Keys(Self())
    }

    /// Module 0x17, register 01.
    public struct Colour: Section {
        public static let title = "colour"
        public static let about =
            "The colour sensor's four counts; the value is the first of them, all light."

        public static let keys = Keys(Self())
    }

    /// Module 0x18, register 01.
    public struct Proximity: Section {
        public static let title = "proximity"
        public static let about = "The proximity sensor's count."

        public static let keys = Keys(Self())
    }

    /// Module 0x10, register 01.
    public struct Conductance: Section {
        public static let title = "skin conductance"
        public static let about = "A channel of the skin conductance module."

        public var channel = 0

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.channel, "channel", in: 0...7, principal: true, "From 0.")
        }
    }

    /// Module 0x03: the step counter.
    public struct Steps: Section {
        public static let title = "steps counted"
        public static let about = "The accelerometer's step counter."

        public static let keys = Keys(Self())
    }

    /// Module 0x19, register 0B.
    public struct Calibration: Section {
        public static let title = "calibration state"
        public static let about =
            "How well the fused sensors are calibrated, 0 to 3; the value is the least of them that"
            + " the mode uses."

        public static let keys = Keys(Self())
    }

    /// Module 0x19, registers 0C to 0E.
    public struct CalibrationData: Section {
        public static let title = "calibration data"
        public static let about =
            "What the fusion learned of one sensor; `write-calibration` writes back what was read."

        /// Of which sensor.
        public enum Sensor: String, Choice, CaseIterable {
            public static let title = "fused sensor"
            case accelerometer, gyroscope, magnetometer

            var register: UInt8 { 0x0C + UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        public var sensor = Sensor.accelerometer

        public static let keys = Keys(Self()) { keys in
            keys.required(\.sensor, "of", principal: true, "Of which sensor.")
        }
    }

    /// Module 0x09, register 04.
    public struct ProcessorState: Section {
        public static let title = "state of a processor"
        public static let about = "What a counter, sum, passthrough or buffer holds."

        public var name = SignalName("")
        public var stage: Int?

        public static let keys = Keys(Self()) { keys in
            keys.required(\.name, "of", principal: true, "Which chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last", "Which processor of it.")
        }
    }

    /// Module 0x0F, register 02.
    public struct MacroState: Section {
        public static let title = "state of a macro"
        public static let about =
            "Whether a macro runs at boot and how long it is; judged by its bytes."

        public var id = 0

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.id, "id", in: 0...255, principal: true, "The board's number.")
        }
    }
}
