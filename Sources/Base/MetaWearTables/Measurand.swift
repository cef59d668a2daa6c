/// What a signal measures.
public enum Measurand: Hashable, Sendable {
    case specificForce, angularRate, magneticField
    case pressure, altitude, illuminance, temperature, humidity
    /// The orientation of the fused sensors, and what follows from it.
    case quaternion, euler, gravity, linearAcceleration

    /// The unit of its values; empty for the components of a quaternion.
    public var unit: String {
        switch self {
        case .specificForce, .gravity, .linearAcceleration: "g"
        case .angularRate: "deg/s"
        case .magneticField: "uT"
        case .pressure: "hPa"
        case .altitude: "m"
        case .illuminance: "lx"
        case .temperature: "degC"
        case .humidity: "%"
        case .quaternion: ""
        case .euler: "deg"
        }
    }

    /// The unit of its errors: of a quaternion, the angle between two orientations.
    public var errorUnit: String { self == .quaternion ? "deg" : unit }
}
