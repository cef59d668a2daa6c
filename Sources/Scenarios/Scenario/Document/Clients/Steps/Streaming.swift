import Declaration
import MetaWearTables
import Simulation
import YAML

extension Step {
    package struct Configure: Section {
        package static let title = "configure"
        package static let about =
            "Writes the configuration of sensors; streams and logs begin with the last one."
        package static let example =
            "- configure: {accelerometer: {rate: 100 Hz, range: 8 g}, gyroscope: {rate: 100 Hz}}"

        package var accelerometer: AccelerometerConfiguration?
        package var gyroscope: GyroscopeConfiguration?
        package var magnetometer: MagnetometerConfiguration?
        package var barometer: BarometerConfiguration?
        package var light: LightConfiguration?
        package var humidity: HumidityConfiguration?
        package var colour: ColourConfiguration?
        package var proximity: ProximityConfiguration?
        package var fusion: FusionConfiguration?
        package var steps: StepsConfiguration?
        package var motion: MotionConfiguration?
        package var tap: TapConfiguration?
        package var orientation: OrientationConfiguration?
        package var flat: FlatConfiguration?
        package var shock: ShockConfiguration?
        package var gesture: GestureConfiguration?

        package static let keys = Keys(Self()) { keys in
            let alone = "left alone"
            keys.optional(\.accelerometer, "accelerometer", otherwise: alone, "Module 0x03.")
            keys.optional(\.gyroscope, "gyroscope", otherwise: alone, "Module 0x13.")
            keys.optional(\.magnetometer, "magnetometer", otherwise: alone, "Module 0x15.")
            keys.optional(\.barometer, "barometer", otherwise: alone, "Module 0x12.")
            keys.optional(\.light, "light", otherwise: alone, "Module 0x14.")
            keys.optional(\.humidity, "humidity", otherwise: alone, "Module 0x16.")
            keys.optional(\.colour, "colour", otherwise: alone, "Module 0x17.")
            keys.optional(\.proximity, "proximity", otherwise: alone, "Module 0x18.")
            keys.optional(
                \.fusion, "fusion", otherwise: alone, "Module 0x19, and the sensors that it needs.")
            keys.optional(\.steps, "steps", otherwise: alone, "Steps, by module 0x03.")
            keys.optional(\.motion, "motion", otherwise: alone, "Motion, by module 0x03.")
            keys.optional(\.tap, "tap", otherwise: alone, "Taps, by module 0x03.")
            keys.optional(
                \.orientation, "orientation", otherwise: alone,
                "Portrait and landscape, by module 0x03.")
            keys.optional(\.flat, "flat", otherwise: alone, "Lying flat, by module 0x03.")
            keys.optional(
                \.shock, "shock", otherwise: alone, "Free fall and blows, by module 0x03.")
            keys.optional(
                \.gesture, "gesture", otherwise: alone, "Gestures of the wrist, by module 0x03.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            let parts: [(any Section)?] = [
                accelerometer, gyroscope, magnetometer, barometer, light, humidity, colour,
                proximity, fusion, steps, motion, tap, orientation, flat, shock, gesture,
            ]
            guard parts.allSatisfy({ $0 == nil }) else { return }
            reader.fail(
                "nothing is configured", at: mark,
                mend: "add `accelerometer: {rate: 50 Hz}` or `gyroscope: {rate: 50 Hz}`")
        }
    }

    package struct AccelerometerConfiguration: Section {
        package static let title = "accelerometer"
        package static let about = "Output rate and range; the nearest that the chip has are used."

        package var rate: Quantity<Frequency> = .hertz(50)
        package var range: Quantity<Acceleration> = .g(8)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.rate, "rate", in: .hertz(0.78125)...(.hertz(1600)), principal: true,
                "Samples per second: 0.78125, 1.5625, 3.125, 6.25, 12.5, 25, 50, 100, 200, 400, 800"
                    + " or 1600 Hz.")
            keys.optional(
                \.range, "range", in: .g(2)...(.g(16)), "To either side of zero: 2, 4, 8 or 16 g.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if ![2, 4, 8, 16].contains(range.g) {
                reader.fail(
                    "no accelerometer has the range \(range.text)", at: mark,
                    mend: "choose 2 g, 4 g, 8 g or 16 g")
            }
            if !(0..<12).contains(where: { rate.hertz == 1600 / Double(1 << $0) }) {
                reader.fail(
                    "no accelerometer has the rate \(rate.text)", at: mark,
                    mend: "choose 12.5, 25, 50, 100, 200, 400, 800 or 1600 Hz")
            }
        }
    }

    package struct GyroscopeConfiguration: Section {
        package static let title = "gyroscope"
        package static let about = "Output rate and range; the nearest that the chip has are used."

        package var rate: Quantity<Frequency> = .hertz(50)
        package var range: Quantity<AngularRate> = .degreesPerSecond(2000)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.rate, "rate", in: .hertz(25)...(.hertz(3200)), principal: true,
                "Samples per second: 25, 50, 100, 200, 400, 800, 1600 or 3200 Hz.")
            keys.optional(
                \.range, "range", in: .degreesPerSecond(125)...(.degreesPerSecond(2000)),
                "To either side of zero: 125, 250, 500, 1000 or 2000 deg/s.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if ![125, 250, 500, 1000, 2000].contains(range.degreesPerSecond) {
                reader.fail(
                    "no gyroscope has the range \(range.text)", at: mark,
                    mend: "choose 125, 250, 500, 1000 or 2000 deg/s")
            }
            if !(0..<8).contains(where: { rate.hertz == 3200 / Double(1 << $0) }) {
                reader.fail(
                    "no gyroscope has the rate \(rate.text)", at: mark,
                    mend: "choose 25, 50, 100, 200, 400, 800, 1600 or 3200 Hz")
            }
        }
    }

    package struct Stream: Section {
        package static let title = "stream"
        package static let about =
            "Subscribes to signals and starts their sensors; with `for`, stops them afterwards. What"
            + " an earlier step streams of the same sensors ends, in either form."

        package var signals: [SignalName] = []
        package var rate: Quantity<Frequency>?
        package var duration: Nanoseconds?

        package static let keys = Keys(Self()) { keys in
            keys.list(\.signals, "signals", count: 1...28, principal: true, "Which.")
            keys.optional(
                \.rate, "rate", in: .hertz(12)...(.hertz(416)), otherwise: "104 Hz",
                "Of a Triki cap: 12 (which is the sensor's 12.5), 26, 52, 104, 208 or 416 Hz. Other boards"
                    + " are told by `configure`.")
            keys.optional(
                \.duration, "for", in: Step.waits, otherwise: "until a `stop-stream`",
                "How long; the script waits for it.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for signal in signals
            where signal.builtIn?.facts.isRead == true || signal.builtIn == .disconnect {
                reader.fail(
                    "`\(signal.text)` is no stream", at: signal.mark,
                    mend: signal.builtIn == .disconnect
                        ? "use it with `on`" : "use `read`, or a timer whose event reads it")
            }
        }
    }

    /// Stops streams.
    package struct StopStream: Section {
        package static let title = "stop-stream"
        package static let about = "Stops sensors and unsubscribes."

        package var signals: [SignalName] = []

        package static let keys = Keys(Self()) { keys in
            keys.list(
                \.signals, "signals", count: 0...28, principal: true, otherwise: "all that run",
                "Which.")
        }
    }
}
