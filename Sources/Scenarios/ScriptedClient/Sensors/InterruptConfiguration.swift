import Declaration
import MetaWearProtocol
import Simulation
import YAML

extension Step {
    /// Features of the accelerometer, as `configure` lists them.
    static let features: [any PartConfiguration.Type] = [
        StepsConfiguration.self, MotionConfiguration.self, TapConfiguration.self,
        OrientationConfiguration.self, FlatConfiguration.self, ShockConfiguration.self,
        GestureConfiguration.self,
    ]

    package struct StepsConfiguration: FeatureConfiguration {
        static let key = ("steps", "Steps, by module 0x03.")
        static let feature = AccelerometerFeature.steps

        /// Presets of a BMI160.
        package enum Mode: String, Choice {
            package static let title = "step mode"
            case normal, sensitive, robust
        }

        package var mode = Mode.normal
        package var watermark = 1

        package static let keys = Keys(Self(), "step counter") { keys in
            keys.about = "How steps are detected, and how often the count is reported."
            keys.optional(\.mode, "mode", principal: true, "How steps are detected on a BMI160.")
            keys.optional(
                \.watermark, "watermark", in: 1...1023,
                "How often a BMI270 reports its count, in multiples of 20 steps.")
        }
    }

    /// Any, no, slow or significant motion.
    package struct MotionConfiguration: FeatureConfiguration {
        static let key = ("motion", "Motion, by module 0x03.")
        static let feature = AccelerometerFeature.motion

        package enum Kind: String, Choice {
            package static let title = "kind of motion"
            case any, none, slow, significant
        }

        package var kind = Kind.any
        package var threshold: Quantity<Acceleration> = .g(0.3125)
        package var count = 1
        package var duration = Nanoseconds.seconds(10)

        package static let keys = Keys(Self(), "motion detector") { keys in
            keys.about = "What the chip detects as motion or as no motion."
            keys.optional(
                \.kind, "kind", principal: true,
                "The kind of motion to detect; `slow` is not available on a BMI270.")
            keys.optional(
                \.threshold, "threshold", in: .g(0)...(.g(8)),
                "The threshold for a change of acceleration; at most 1 g on a BMI270.")
            keys.optional(
                \.count, "samples", in: 1...64, "Consecutive samples, for any and slow motion.")
            keys.optional(
                \.duration, "for", in: .milliseconds(20)...(.seconds(160)),
                "How long the board must be still, for `none`.")
        }
    }

    package struct TapConfiguration: FeatureConfiguration {
        static let key = ("tap", "Taps, by module 0x03.")
        static let feature = AccelerometerFeature.tap

        /// The taps to report.
        package enum Kind: String, Choice {
            package static let title = "kind of tap"
            case single, double, both
        }

        package var kind = Kind.both
        package var threshold: Quantity<Acceleration> = .g(2)
        package var window = Nanoseconds.milliseconds(250)
        package var shock = Nanoseconds.milliseconds(50)
        package var quiet = Nanoseconds.milliseconds(30)

        /// In milliseconds, by their code (protocol, sensors 5.3.3).
        static let windows: [Int64] = [50, 100, 150, 200, 250, 375, 500, 700]

        package static let keys = Keys(Self(), "tap detector") { keys in
            keys.about = "What the chip detects as a tap; not on a BMI270."
            keys.optional(\.kind, "kind", principal: true, "The taps to report.")
            keys.optional(\.threshold, "threshold", in: .g(0)...(.g(16)), "The threshold.")
            keys.optional(
                \.window, "window", in: .milliseconds(50)...(.milliseconds(700)),
                "The time within which the second tap must come: 50, 100, 150, 200, 250, 375, 500"
                    + " or 700 ms."
            )
            keys.optional(
                \.shock, "shock", in: .milliseconds(50)...(.milliseconds(75)),
                "The shock time: 50 or 75 ms.")
            keys.optional(
                \.quiet, "quiet", in: .milliseconds(20)...(.milliseconds(30)),
                "The quiet time: 20 or 30 ms.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                Self.windows.contains { .milliseconds($0) == window }, window.text,
                isA: "tap window", choices: "50, 100, 150, 200, 250, 375, 500 or 700 ms", at: mark)
            reader.expect(
                [50, 75].contains(shock.count / 1_000_000), shock.text, isA: "shock time",
                choices: "50 or 75 ms", at: mark)
            reader.expect(
                [20, 30].contains(quiet.count / 1_000_000), quiet.text, isA: "quiet time",
                choices: "20 or 30 ms", at: mark)
        }
    }

    package struct OrientationConfiguration: FeatureConfiguration {
        static let key = ("orientation", "Portrait and landscape, by module 0x03.")
        static let feature = AccelerometerFeature.orientation

        /// Where one ends and the other begins.
        package enum Mode: String, Choice {
            package static let title = "orientation mode"
            case symmetrical
            case highAsymmetrical = "high-asymmetrical"
            case lowAsymmetrical = "low-asymmetrical"
        }

        package var mode = Mode.symmetrical
        package var hysteresis: Quantity<Acceleration> = .g(0.0625)

        package static let keys = Keys(Self(), "orientation detector") { keys in
            keys.about = "How portrait and landscape are distinguished; not on a BMI270."
            keys.optional(
                \.mode, "mode", principal: true, "Where one orientation ends and the next begins.")
            keys.optional(
                \.hysteresis, "hysteresis", in: .g(0)...(.g(0.9375)),
                "The hysteresis, in steps of 62.5 mg.")
        }
    }

    package struct FlatConfiguration: FeatureConfiguration {
        static let key = ("flat", "Lying flat, by module 0x03.")
        static let feature = AccelerometerFeature.flat

        package var angle: Quantity<Angle> = .degrees(5.6889)

        package static let keys = Keys(Self(), "flat detector") { keys in
            keys.about = "What the chip detects as flat; not on a BMI270."
            keys.optional(
                \.angle, "angle", in: .degrees(0)...(.degrees(44.8)), principal: true,
                "The largest angle from the horizontal, in steps of 0.71 deg.")
        }
    }

    /// Low and high acceleration.
    package struct ShockConfiguration: FeatureConfiguration {
        static let key = ("shock", "Free fall and shocks, by module 0x03.")
        static let feature = AccelerometerFeature.lowG

        package var low: Quantity<Acceleration> = .g(0.375)
        package var lowDuration = Nanoseconds.milliseconds(20)
        package var high: Quantity<Acceleration> = .g(2)
        package var highDuration = Nanoseconds.milliseconds(30)
        package var isSum = false

        package static let keys = Keys(Self(), "low and high g detector") { keys in
            keys.about = "What the chip detects as free fall and as a shock; not on a BMI270."
            keys.optional(
                \.low, "low", in: .g(0)...(.g(1.99)),
                "The acceleration below which free fall is detected.")
            keys.optional(
                \.lowDuration, "low-for", in: .microseconds(2_500)...(.milliseconds(640)),
                "How long the acceleration must stay below `low`.")
            keys.optional(
                \.high, "high", in: .g(0)...(.g(16)),
                "The acceleration above which a shock is detected.")
            keys.optional(
                \.highDuration, "high-for", in: .microseconds(2_500)...(.milliseconds(640)),
                "How long the acceleration must stay above `high`.")
            keys.optional(
                \.isSum, "sum", "Whether free fall is detected from the sum of all axes.")
        }
    }

    /// Gestures of the wrist.
    package struct GestureConfiguration: FeatureConfiguration {
        static let key = ("gesture", "Gestures of the wrist, by module 0x03.")
        static let feature = AccelerometerFeature.gesture

        package enum Arm: String, Choice {
            package static let title = "arm"
            case left, right
        }

        package var arm = Arm.left
        package var isWakeUpTold = true

        package static let keys = Keys(Self(), "gesture detector") { keys in
            keys.about = "Settings of a BMI270's wrist gestures."
            keys.optional(\.arm, "arm", principal: true, "The arm that wears the board.")
            keys.optional(\.isWakeUpTold, "wake-up", "Whether lifting the wrist is also reported.")
        }
    }
}
