import Declaration
import YAML

extension Step {
    package struct FusionConfiguration: Section {
        package static let title = "fusion"
        package static let about =
            "Mode and ranges of the sensor fusion (module 0x19), and the sensors that the mode"
            + " needs."
        package static let example =
            "- configure: {fusion: {mode: ndof, acceleration-range: 16 g}}"

        /// Which sensors are fused.
        package enum Mode: String, Choice, CaseIterable {
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

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
            var usesAccelerometer: Bool { self != .sleep }
            var usesGyroscope: Bool { self == .ndof || self == .imuPlus }
            var usesMagnetometer: Bool { self == .ndof || self == .compass || self == .m4g }

            /// Of the accelerometer, and of the fusion.
            var rate: Double {
                switch self {
                case .sleep: 0
                case .ndof, .imuPlus: 100
                case .compass: 25
                case .m4g: 50
                }
            }
        }

        package var mode = Mode.ndof
        package var accelerationRange: Quantity<Acceleration> = .g(16)
        package var rotationRange: Quantity<AngularRate> = .degreesPerSecond(2000)

        package static let keys = Keys(Self()) { keys in
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
            if ![2, 4, 8, 16].contains(accelerationRange.g) {
                reader.fail(
                    "\(accelerationRange.text) is not a valid accelerometer range", at: mark,
                    fix: "choose 2 g, 4 g, 8 g or 16 g")
            }
            if ![250, 500, 1000, 2000].contains(rotationRange.degreesPerSecond) {
                reader.fail(
                    "\(rotationRange.text) is not a valid gyroscope range for the fusion", at: mark,
                    fix: "choose 250, 500, 1000 or 2000 deg/s")
            }
        }
    }

    package struct MagnetometerConfiguration: Section {
        package static let title = "magnetometer"
        package static let about = "Repetitions and rate of the magnetometer (module 0x15)."

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

            /// In the plane, along z, hertz (protocol, sensors 16).
            var values: (xy: Int, z: Int, rate: Double) {
                switch self {
                case .lowPower: (3, 3, 10)
                case .regular: (9, 15, 10)
                case .enhanced: (15, 27, 10)
                case .highAccuracy: (47, 83, 20)
                }
            }
        }

        package var preset = Preset.regular
        package var rate: Quantity<Frequency>?
        package var xy: Int?
        package var z: Int?

        package static let keys = Keys(Self()) { keys in
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
            if let rate, Self.rates.firstIndex(of: rate.hertz) == nil {
                reader.fail(
                    "\(rate.text) is not a valid magnetometer rate", at: mark,
                    fix: "choose 2, 6, 8, 10, 15, 20, 25 or 30 Hz")
            }
        }

        /// By their code (protocol, sensors 16).
        static let rates: [Double] = [10, 2, 6, 8, 15, 20, 25, 30]
    }
}
