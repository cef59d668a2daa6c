import Declaration
import MetaWearProtocol

/// A part of a board that a client configures, starts and stops.
enum SensorUnit: Hashable {
    case accelerometer, gyroscope, magnetometer, barometer, light
    /// An output of the sensor fusion, by its bit in the mask.
    case fusion(UInt8)
    case feature(AccelerometerFeature)

    var isFusion: Bool { if case .fusion = self { true } else { false } }
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

    /// Modules that must be known before its packets are.
    var modules: [MWModule] {
        isFusion ? [.accelerometer, .gyro, .magnetometer, .sensorFusion] : [module]
    }
}

/// How a client wants the sensors; what a script leaves out is as the SDKs have it.
struct SensorConfigurations {
    private var parts: [ObjectIdentifier: any PartConfiguration] = [:]

    subscript<Part: PartConfiguration>(_: Part.Type) -> Part {
        get { parts[ObjectIdentifier(Part.self)] as? Part ?? Part.keys.defaults }
        set { parts[ObjectIdentifier(Part.self)] = newValue }
    }

    /// Remembers what a step configures.
    mutating func take(_ configured: [any PartConfiguration]) {
        for part in configured { parts[ObjectIdentifier(type(of: part))] = part }
    }
}

extension SensorConfigurations {
    var magnetometer: Step.MagnetometerConfiguration { self[Step.MagnetometerConfiguration.self] }
    var barometer: MWBarometer { self[Step.BarometerConfiguration.self].sensor }
    var light: Step.LightConfiguration { self[Step.LightConfiguration.self] }
    var fusion: Step.FusionConfiguration { self[Step.FusionConfiguration.self] }
    var motion: Step.MotionConfiguration { self[Step.MotionConfiguration.self] }
    var tap: Step.TapConfiguration { self[Step.TapConfiguration.self] }
    var gesture: Step.GestureConfiguration { self[Step.GestureConfiguration.self] }
}
