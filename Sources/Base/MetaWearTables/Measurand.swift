/// What a signal measures.
public enum Measurand: Hashable, Sendable {
    case specificForce, angularRate, magneticField
    case pressure, altitude, illuminance, temperature, humidity, objectDistance
    /// The orientation of the fused sensors, and what follows from it.
    case quaternion, euler, gravity, linearAcceleration

    /// The unit of its values, which is the SDKs'; empty for the components of a quaternion.
    public var unit: String {
        switch self {
        case .specificForce, .gravity, .linearAcceleration: "g"
        case .angularRate: "deg/s"
        case .magneticField: "uT"
        case .pressure: "Pa"
        case .altitude, .objectDistance: "m"
        case .illuminance: "lx"
        case .temperature: "degC"
        case .humidity: "%"
        case .quaternion: ""
        case .euler: "deg"
        }
    }

    /// The unit as a person reads it: `°/s`.
    public var symbol: String {
        switch unit {
        case "deg/s": "°/s"
        case "uT": "µT"
        case "degC": "°C"
        case "deg": "°"
        default: unit
        }
    }

    /// Quantities of a board's surroundings, in the order of their documentation.
    public static let surroundings: [Measurand] = [
        .temperature, .pressure, .illuminance, .humidity, .objectDistance,
    ]

    /// In the surroundings that a scenario describes: `nearest-object`.
    public var scenarioName: String {
        switch self {
        case .illuminance: "light"
        case .objectDistance: "nearest-object"
        default: "\(self)"
        }
    }

    /// The unit in which scenarios and reports show it, and how many of its own that is.
    public var shown: (unit: String, factor: Double) {
        self == .pressure ? ("hPa", 100) : (unit, 1)
    }

    /// The unit of its errors: of a quaternion, the angle between two orientations.
    public var errorUnit: String { self == .quaternion ? "deg" : shown.unit }
}

extension Measurand: CustomStringConvertible {
    /// The case's name.
    public var description: String {
        switch self {
        case .specificForce: "specificForce"
        case .angularRate: "angularRate"
        case .magneticField: "magneticField"
        case .pressure: "pressure"
        case .altitude: "altitude"
        case .illuminance: "illuminance"
        case .temperature: "temperature"
        case .humidity: "humidity"
        case .objectDistance: "objectDistance"
        case .quaternion: "quaternion"
        case .euler: "euler"
        case .gravity: "gravity"
        case .linearAcceleration: "linearAcceleration"
        }
    }
}
