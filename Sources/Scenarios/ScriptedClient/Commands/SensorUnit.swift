import MetaWearProtocol

/// A part of a board that a client configures, starts and stops.
enum SensorUnit: Hashable {
    case accelerometer, gyroscope, magnetometer, barometer, light
    /// An output of the sensor fusion, by its bit in the mask.
    case fusion(UInt8)
    case feature(AccelerometerFeature)

    var isFusion: Bool { if case .fusion = self { true } else { false } }
    var isFeature: Bool { if case .feature = self { true } else { false } }
    /// Whether its samples come by the clock of the inertial chip.
    var isInertial: Bool { self == .accelerometer || self == .gyroscope || isFusion }

    /// The module whose chip decides about the packets.
    var module: MWModule {
        switch self {
        case .accelerometer, .feature: .accelerometer
        case .gyroscope: .gyro
        case .magnetometer: .magnetometer
        case .barometer: .barometer
        case .light: .ambientLight
        case .fusion: .sensorFusion
        }
    }
}

/// How a client wants the sensors; what a script leaves out is as the SDKs have it.
struct SensorConfigurations {
    var magnetometer = Step.MagnetometerConfiguration()
    var barometer = Step.BarometerConfiguration()
    var light = Step.LightConfiguration()
    var fusion = Step.FusionConfiguration()
    var steps = Step.StepsConfiguration()
    var motion = Step.MotionConfiguration()
    var tap = Step.TapConfiguration()
    var orientation = Step.OrientationConfiguration()
    var flat = Step.FlatConfiguration()
    var shock = Step.ShockConfiguration()
    var gesture = Step.GestureConfiguration()

    /// Remembers what a step configures.
    mutating func take(_ step: Step.Configure) {
        magnetometer = step.magnetometer ?? magnetometer
        barometer = step.barometer ?? barometer
        light = step.light ?? light
        fusion = step.fusion ?? fusion
        steps = step.steps ?? steps
        motion = step.motion ?? motion
        tap = step.tap ?? tap
        orientation = step.orientation ?? orientation
        flat = step.flat ?? flat
        shock = step.shock ?? shock
        gesture = step.gesture ?? gesture
    }
}
