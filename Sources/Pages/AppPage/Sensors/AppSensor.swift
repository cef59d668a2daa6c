/// A sensor as a person chooses it.
enum AppSensor: String, CaseIterable, Codable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, temperature, humidity, light
    case quaternion, euler, gravity, linearAcceleration
    case correctedAcceleration, correctedRotation, correctedMagneticField

    /// What a page and a session say about a sensor.
    struct Facts: Sendable {
        let title: String
        /// In names of files.
        let tag: String
        let unit: String
        let axes: [String]
    }

    /// Sensors that share chips: of these groups only one can run.
    enum Group: Sendable {
        /// The chips that the fusion drives by itself.
        case inertial
        /// One output at a time.
        case fusion
        case surroundings
    }

    private static let vector = ["x", "y", "z"]
    private static let corrected = ["x", "y", "z", "accuracy"]

    var facts: Facts {
        switch self {
        case .accelerometer:
            Facts(title: "Accelerometer", tag: "accel", unit: "g", axes: Self.vector)
        case .gyroscope: Facts(title: "Gyroscope", tag: "gyro", unit: "°/s", axes: Self.vector)
        case .magnetometer: Facts(title: "Magnetometer", tag: "mag", unit: "µT", axes: Self.vector)
        case .barometer: Facts(title: "Pressure", tag: "baro", unit: "Pa", axes: ["value"])
        case .temperature: Facts(title: "Temperature", tag: "temp", unit: "°C", axes: ["value"])
        case .humidity: Facts(title: "Humidity", tag: "humidity", unit: "%", axes: ["value"])
        case .light: Facts(title: "Ambient light", tag: "light", unit: "lx", axes: ["value"])
        case .quaternion:
            Facts(
                title: "Orientation (quaternion)", tag: "fusion-quat", unit: "",
                axes: ["w", "x", "y", "z"])
        case .euler:
            Facts(
                title: "Orientation (Euler angles)", tag: "fusion-euler", unit: "°",
                axes: ["heading", "pitch", "roll", "yaw"])
        case .gravity: Facts(title: "Gravity", tag: "fusion-gravity", unit: "g", axes: Self.vector)
        case .linearAcceleration:
            Facts(title: "Linear acceleration", tag: "fusion-linacc", unit: "g", axes: Self.vector)
        case .correctedAcceleration:
            Facts(
                title: "Corrected acceleration", tag: "fusion-cacc", unit: "g",
                axes: Self.corrected)
        case .correctedRotation:
            Facts(
                title: "Corrected rotation", tag: "fusion-cgyro", unit: "°/s", axes: Self.corrected)
        case .correctedMagneticField:
            Facts(
                title: "Corrected magnetic field", tag: "fusion-cmag", unit: "µT",
                axes: Self.corrected)
        }
    }

    var group: Group {
        switch self {
        case .accelerometer, .gyroscope, .magnetometer: .inertial
        case .barometer, .temperature, .humidity, .light: .surroundings
        default: .fusion
        }
    }

    /// Whether the host or a timer of the board asks for each value.
    var isPolled: Bool { self == .temperature || self == .humidity }

    /// Whether choosing one takes the other out of the choice.
    func excludes(_ other: AppSensor) -> Bool {
        guard self != other else { return false }
        return switch (group, other.group) {
        case (.fusion, .fusion), (.fusion, .inertial), (.inertial, .fusion): true
        default: false
        }
    }
}

/// How a sensor is set up.
struct SensorSetup: Codable, Equatable, Sendable {
    /// Samples per second.
    var rate: Double
    /// Full scale in the sensor's unit; nil where there is no choice.
    var range: Double?
    /// Of the thermometers.
    var channel: Int?
    /// Of the fusion: how it computes.
    var mode: String?
}
