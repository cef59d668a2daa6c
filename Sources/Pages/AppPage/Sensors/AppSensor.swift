internal import MetaWearTables

/// A sensor as a person chooses it.
enum AppSensor: String, CaseIterable, Codable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, temperature, humidity, light
    case quaternion, euler, gravity, linearAcceleration
    case correctedAcceleration, correctedRotation, correctedMagneticField

    /// Sensors that share chips: of these groups only one can run.
    enum Group: Sendable {
        /// The chips that the fusion drives by itself.
        case inertial
        /// One output at a time.
        case fusion
        case surroundings
    }

    /// Its row in the hosts' table.
    private var row: SignalDescription {
        let signal: Signal =
            switch self {
            case .accelerometer: .acceleration
            case .gyroscope: .rotation
            case .magnetometer: .magneticField
            case .barometer: .pressure
            case .temperature: .temperature0
            case .humidity: .humidity
            case .light: .light
            case .quaternion: .quaternion
            case .euler: .euler
            case .gravity: .gravity
            case .linearAcceleration: .linearAcceleration
            case .correctedAcceleration: .correctedAcceleration
            case .correctedRotation: .correctedRotation
            case .correctedMagneticField: .correctedMagneticField
            }
        return signal.row
    }

    /// What a page and a session call it.
    var title: String { row.title }
    /// In names of files.
    var tag: String { row.tag }
    /// As a person reads it.
    var unit: String { row.measures?.symbol ?? "" }
    /// The names of its numbers.
    var axes: [String] { row.fields.count == 1 ? ["value"] : row.allFields.map(\.axis) }

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
