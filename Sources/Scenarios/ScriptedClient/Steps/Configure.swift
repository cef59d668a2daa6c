import Declaration
import MetaWearProtocol
import Simulation
import YAML

extension Step {
    package struct Configure: CommandStep {
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

        package static let keys = Keys(Self(), "configure") { keys in
            keys.about = "Configures sensors. Streams and logs use the latest configuration."
            let alone = "unchanged"
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
                \.shock, "shock", otherwise: alone, "Free fall and shocks, by module 0x03.")
            keys.optional(
                \.gesture, "gesture", otherwise: alone, "Gestures of the wrist, by module 0x03.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard parts.allSatisfy({ $0 == nil }) else { return }
            reader.fail(
                "nothing is configured", at: mark,
                fix: "add `accelerometer: {rate: 50 Hz}` or `gyroscope: {rate: 50 Hz}`")
        }

        private var parts: [(any Section)?] {
            [
                accelerometer, gyroscope, magnetometer, barometer, light, humidity, colour,
                proximity, fusion, steps, motion, tap, orientation, flat, shock, gesture,
            ]
        }

        func modules(_ session: HostSession) -> [MWModule] { modules }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            inTurn(InertialWish.list(accelerometer, gyroscope), else: done) { wish, next in
                session.chip(wish.module) { next($0.map { session.set($0, wish.setting) }) }
            } then: {
                session.fetch(
                    modules,
                    onSuccess(else: done) {
                        session.state.configurations.take(self)
                        if fusion != nil { session.state.followFusion() }
                        session.send(try restOfCommands(session.sensors))
                        session.settle(done)
                    })
            }
        }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            var sensors = session.sensors
            sensors.configurations.take(self)
            var packets: [Packet] = []
            if let wish = accelerometer?.wish {
                sensors.accelerometer = wish.setting
                packets += try sensors.configure(.accelerometer)
            }
            if let wish = gyroscope?.wish {
                sensors.gyroscope = wish.setting
                packets += try sensors.configure(.gyroscope)
            }
            return try packets + restOfCommands(sensors)
        }

        /// All that it configures but accelerometer and gyroscope.
        private func restOfCommands(
            _ sensors: SensorCommands
        ) throws(StepFailure) -> [Packet] {
            var packets: [Packet] = []
            if magnetometer != nil { packets += try sensors.configure(.magnetometer) }
            if barometer != nil { packets += try sensors.configure(.barometer) }
            if light != nil { packets += try sensors.configure(.light) }
            if fusion != nil { packets += try sensors.configure(.fusion(0)) }
            for feature in features { packets += try sensors.features().configure(feature) }
            return packets + parts.compactMap { ($0 as? any OnDemandConfiguration)?.packet }
        }

        /// Features of the accelerometer that it configures.
        private var features: [AccelerometerFeature] {
            (steps == nil ? [] : [.steps]) + (motion == nil ? [] : [.motion])
                + (tap == nil ? [] : [.tap]) + (orientation == nil ? [] : [.orientation])
                + (flat == nil ? [] : [.flat]) + (shock == nil ? [] : [.lowG])
                + (gesture == nil ? [] : [.gesture])
        }

        /// Modules that must be known before its bytes are.
        private var modules: [MWModule] {
            let isAccelerometerUsed = accelerometer != nil || !features.isEmpty
            let uses: [(MWModule, Bool)] = [
                (.accelerometer, isAccelerometerUsed || fusion != nil),
                (.gyro, gyroscope != nil || fusion != nil),
                (.magnetometer, magnetometer != nil || fusion != nil),
                (.barometer, barometer != nil), (.ambientLight, light != nil),
                (.sensorFusion, fusion != nil),
            ]
            return uses.filter(\.1).map(\.0)
        }
    }
}
