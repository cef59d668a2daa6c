import Declaration
import MetaWearProtocol
import YAML

extension Step {
    package struct FusionConfiguration: UnitConfiguration {
        static let key = ("fusion", "Module 0x19, and the sensors that it needs.")
        static let unit = SensorUnit.fusion(0)
        package static let example =
            "- configure: {fusion: {mode: ndof, acceleration-range: 16 g}}"

        /// Which sensors are fused.
        package enum Mode: String, Choice {
            package static let title = "fusion mode"
            case sleep, ndof
            case imuPlus = "imu-plus"
            case compass, m4g

            package var about: String {
                switch self {
                case .sleep: "None."
                case .ndof: "Accelerometer, gyroscope and magnetometer at 100 Hz."
                case .imuPlus: "Accelerometer and gyroscope at 100 Hz; the heading is relative."
                case .compass: "Accelerometer and magnetometer at 25 Hz."
                case .m4g: "Accelerometer and magnetometer at 50 Hz."
                }
            }

            /// The protocol's.
            var mode: MWSensorFusionMode { counterpart() }
        }

        package var mode = Mode.ndof
        package var accelerationRange: Quantity<Acceleration> = .g(16)
        package var rotationRange: Quantity<AngularRate> = .degreesPerSecond(2000)

        package static let keys = Keys(Self(), "fusion") { keys in
            keys.about =
                "Mode and ranges of the sensor fusion (module 0x19), and the sensors that the"
                + " mode needs."
            keys.optional(\.mode, "mode", principal: true, "Which sensors are fused.")
            keys.optional(
                \.accelerationRange, "acceleration-range", in: .g(2)...(.g(16)),
                "The accelerometer's range: 2, 4, 8 or 16 g.")
            keys.optional(
                \.rotationRange, "rotation-range",
                in: .degreesPerSecond(250)...(.degreesPerSecond(2000)),
                "The gyroscope's range: 250, 500, 1000 or 2000 deg/s.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                knownAcceleration != nil, accelerationRange.text, isA: "accelerometer range",
                choices: "2 g, 4 g, 8 g or 16 g", at: mark)
            reader.expect(
                knownRotation != nil, rotationRange.text, isA: "gyroscope range for the fusion",
                choices: "250, 500, 1000 or 2000 deg/s", at: mark)
        }

        private var knownAcceleration: MWSensorFusionAccRange? {
            MWSensorFusionAccRange.allCases.first { $0.g == accelerationRange.g }
        }
        private var knownRotation: MWSensorFusionGyroRange? {
            MWSensorFusionGyroRange.allCases.first {
                $0.degreesPerSecond == rotationRange.degreesPerSecond
            }
        }

        /// The protocol's, on a board with this chip.
        func configuration(on chip: MWSensorFusionChip) -> MetaWearProtocol.FusionConfiguration {
            MetaWearProtocol.FusionConfiguration(
                mode: mode.mode, accelerationRange: knownAcceleration ?? .g16,
                rotationRange: knownRotation ?? .dps2000, chip: chip)
        }
    }

    package struct MagnetometerConfiguration: ModuleConfiguration {
        static let key = ("magnetometer", "Module 0x15.")
        static let module = MWModule.magnetometer

        /// As the chip's data sheet recommends.
        package enum Preset: String, Choice {
            package static let title = "magnetometer preset"
            case lowPower = "low-power"
            case regular
            case enhanced
            case highAccuracy = "high-accuracy"

            package var about: String {
                switch self {
                case .lowPower: "3 and 3 repetitions at 10 Hz."
                case .regular: "9 and 15 repetitions at 10 Hz."
                case .enhanced: "15 and 27 repetitions at 10 Hz."
                case .highAccuracy: "47 and 83 repetitions at 20 Hz."
                }
            }
        }

        package var preset = Preset.regular
        package var rate: Quantity<Frequency>?
        package var xy: Int?
        package var z: Int?

        package static let keys = Keys(Self(), "magnetometer") { keys in
            keys.about = "Repetitions and rate of the magnetometer (module 0x15)."
            let preset = "that of the preset"
            keys.optional(
                \.preset, "preset", principal: true, "Sets the defaults of the other keys.")
            keys.optional(
                \.rate, "rate", in: .hertz(2)...(.hertz(30)), otherwise: preset,
                "The output rate: 2, 6, 8, 10, 15, 20, 25 or 30 Hz.")
            keys.optional(\.xy, "xy", in: 1...511, otherwise: preset, "Repetitions of x and y.")
            keys.optional(\.z, "z", in: 1...256, otherwise: preset, "Repetitions of z.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                rate == nil || knownRate != nil, rate?.text ?? "", isA: "magnetometer rate",
                choices: "2, 6, 8, 10, 15, 20, 25 or 30 Hz", at: mark)
        }

        private var knownRate: MWMagnetometer.ODR? {
            MWMagnetometer.ODR.allCases.first { $0.hz == rate?.hertz }
        }
        private var values: (xyReps: UInt8, zReps: UInt8, odr: MWMagnetometer.ODR) {
            (preset.counterpart() as MWMagnetometer.Preset).values
        }

        private var odr: MWMagnetometer.ODR { knownRate ?? values.odr }

        func samplesPerSecond(_ sensors: SensorCommands) -> Double { odr.hz }

        func configurePackets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet] {
            MWMagnetometer.configurePackets(
                xyReps: xy ?? Int(values.xyReps), zReps: z ?? Int(values.zReps), odr: odr,
                revision: try sensors.revision(.magnetometer))
        }
    }
}
