import Declaration
import MetaWearProtocol
import MetaWearTables

/// A part of a board that a client configures, starts and stops.
enum SensorUnit: Hashable {
    case module(MWModule)
    /// An output of the sensor fusion, by its bit in the mask.
    case fusion(UInt8)
    case feature(AccelerometerFeature)

    static let accelerometer = SensorUnit.module(.accelerometer)
    static let gyroscope = SensorUnit.module(.gyro)

    var isFusion: Bool { if case .fusion = self { true } else { false } }
    /// Whether its samples come by the clock of the inertial chip.
    var isInertial: Bool { self == .accelerometer || self == .gyroscope || isFusion }

    /// The module whose chip decides about the packets.
    var module: MWModule {
        switch self {
        case .module(let module): module
        case .feature: .accelerometer
        case .fusion: .sensorFusion
        }
    }

    /// Modules that must be known before its packets are.
    var modules: [MWModule] { isFusion ? Signal.quaternion.row.decidedBy : [module] }
}

/// How a client wants the sensors; what a script leaves out is as the SDKs have it.
struct SensorConfigurations {
    private var parts: [ObjectIdentifier: any PartConfiguration] = [:]

    subscript<Part: PartConfiguration>(_: Part.Type) -> Part {
        get { parts[ObjectIdentifier(Part.self)] as? Part ?? Part.keys.defaults }
        set { parts[ObjectIdentifier(Part.self)] = newValue }
    }

    /// The configuration of a module that is started and stopped; nil for one that has none.
    func module(_ module: MWModule) -> (any ModuleConfiguration)? {
        func value<Part: ModuleConfiguration>(_: Part.Type) -> any ModuleConfiguration {
            self[Part.self]
        }
        for kind in Step.Configure.kinds {
            guard let kind = kind as? any ModuleConfiguration.Type, kind.module == module else {
                continue
            }
            return value(kind)
        }
        return nil
    }

    /// Remembers what a step configures.
    mutating func take(_ configured: [any PartConfiguration]) {
        for part in configured { parts[ObjectIdentifier(type(of: part))] = part }
    }
}

extension SensorConfigurations {
    var fusion: Step.FusionConfiguration { self[Step.FusionConfiguration.self] }
    var motion: Step.MotionConfiguration { self[Step.MotionConfiguration.self] }
    var tap: Step.TapConfiguration { self[Step.TapConfiguration.self] }
    var gesture: Step.GestureConfiguration { self[Step.GestureConfiguration.self] }
}
