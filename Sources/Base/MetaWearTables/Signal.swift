/// What a client can stream or log from a board, or bind an event to, by the word that scenarios and reports use.
public enum Signal: String, CaseIterable, Sendable {
    case acceleration
    case rotation
    case accelerationPacked = "acceleration-packed"
    case rotationPacked = "rotation-packed"
    case magneticField = "magnetic-field"
    case magneticFieldPacked = "magnetic-field-packed"
    case pressure
    case altitude
    case light
    case quaternion
    case euler
    case gravity
    case linearAcceleration = "linear-acceleration"
    case correctedAcceleration = "corrected-acceleration"
    case correctedRotation = "corrected-rotation"
    case correctedMagneticField = "corrected-magnetic-field"
    case steps
    case stepDetector = "step-detector"
    case motion
    case tap
    case orientation
    case flat
    case freeFall = "free-fall"
    case highG = "high-g"
    case activity
    case gesture
    case `switch`
    case battery
    case charger
    case charging
    case disconnect
    case temperature0 = "temperature-0"
    case temperature1 = "temperature-1"
    case temperature2 = "temperature-2"
    case temperature3 = "temperature-3"
    case humidity

    /// What hosts know of it without asking a board (protocol, sensors 1.10).
    public var facts: SignalFacts {
        switch self {
        case .acceleration:
            .inertial(.accelerometer, "Accelerometer, one sample a notification.")
        case .rotation: .inertial(.gyroscope, "Gyroscope, one sample a notification.")
        case .accelerationPacked:
            .inertial(
                .accelerometer, perPacket: 3, "Accelerometer, three samples a notification.")
        case .rotationPacked:
            .inertial(.gyroscope, perPacket: 3, "Gyroscope, three samples a notification.")
        case .magneticField: .magneticField(0x05, "Magnetometer, one sample a notification.")
        case .magneticFieldPacked:
            .magneticField(0x09, perPacket: 3, "Magnetometer, three samples a notification.")
        case .pressure:
            .number(
                .barometer, 0x01, "pressure", .unsigned, 4, 256, .pressure,
                "Barometer: air pressure.")
        case .altitude:
            .number(
                .barometer, 0x02, "altitude", .signed, 4, 256, .altitude,
                "Barometer: height above the level of 1013.25 hPa.")
        case .light:
            .number(
                .ambientLight, 0x03, "light", .unsigned, 4, 1000, .illuminance,
                "Ambient light sensor.", inRecordings: "Ambient-Light")
        case .quaternion:
            .fused(0x07, ["w", "x", "y", "z"], .quaternion, "orientation as w, x, y, z.")
        case .euler:
            .fused(
                0x08, ["heading", "pitch", "roll", "yaw"], .euler,
                "heading, pitch, roll and yaw.", inRecordings: "Euler-Angles")
        // In m/s².
        case .gravity:
            .fused(
                0x09, 9.80665, .gravity, "which way is down, as the accelerometer feels it.")
        case .linearAcceleration:
            .fused(
                0x0A, 9.80665, .linearAcceleration, "acceleration without gravity.",
                inRecordings: "Linear-Acceleration")
        // In mg.
        case .correctedAcceleration:
            .fused(
                0x04, 1000, isCorrected: true, .specificForce,
                "acceleration with its errors corrected.")
        case .correctedRotation:
            .fused(0x05, 1, isCorrected: true, .angularRate, "rotation with its errors corrected.")
        case .correctedMagneticField:
            .fused(0x06, 1, isCorrected: true, .magneticField, "field with its errors corrected.")
        case .steps:
            .interrupt(
                axis: "steps", size: 2,
                "Steps counted; reported every 20 × `watermark` steps on a MetaMotion S.")
        case .stepDetector: .interrupt("1 at each step.")
        case .motion:
            .interrupt("Any, no, slow or significant motion, as configured: the chip's bits.")
        case .tap: .interrupt("A tap or a double tap, its axis and sign: the chip's bits.")
        case .orientation:
            .interrupt("Portrait or landscape, face up or down: the chip's bits.")
        case .flat: .interrupt("Starts or stops lying flat: the chip's bits.")
        case .freeFall: .interrupt("Low-g interrupt: the chip's bits.")
        case .highG: .interrupt("High-g interrupt: the chip's bits.")
        case .activity: .interrupt("Still, walking or running: the chip's bits.")
        case .gesture: .interrupt("Wrist gestures and wake-up: the chip's bits.")
        case .switch: .flag(.switch, 0x01, "The button: 1 when pressed, 0 when released.")
        case .battery:
            SignalFacts(
                "Battery voltage and charge, when the board sends them by itself.",
                module: .settings, register: 0x0C,
                fields: [
                    SampleField(axis: "charge", number: .unsigned, size: 1, unit: "%"),
                    SampleField(
                        axis: "voltage", number: .unsigned, size: 2, countsPerUnit: 1000, unit: "V"),
                ])
        case .charger:
            .flag(.settings, 0x11, "1 when the charger is connected, 0 when not.")
        case .charging:
            .flag(.settings, 0x12, "1 when the battery is being charged, 0 when not.")
        case .disconnect:
            SignalFacts(
                "The end of a link; only for events.", module: .settings, register: 0x0A, fields: []
            )
        case .temperature0: .temperature(0)
        case .temperature1: .temperature(1)
        case .temperature2: .temperature(2)
        case .temperature3: .temperature(3)
        case .humidity:
            .number(
                .humidity, 0xC1, "humidity", .unsigned, 4, 1024, .humidity,
                "Relative humidity, whenever it is read.")
        }
    }
}

extension Signal {
    /// As SDKs name it when they find it among a board's loggers (protocol, core 11).
    public var nameInSDKs: String {
        switch self {
        case .rotation: "angular-velocity"
        case .light: "illuminance"
        case .euler: "euler-angles"
        case .correctedRotation: "corrected-angular-velocity"
        case .temperature0, .temperature1, .temperature2, .temperature3:
            "temperature[\(facts.index)]"
        case .humidity: "relative-humidity"
        default: rawValue
        }
    }
}

extension SignalFacts {
    private static func vector(
        _ number: SampleField.Number, _ size: Int, _ countsPerUnit: Double, _ measurand: Measurand
    ) -> [SampleField] {
        ["x", "y", "z"].map {
            SampleField(
                axis: $0, number: number, size: size, countsPerUnit: countsPerUnit,
                unit: measurand.unit)
        }
    }

    /// The chip decides about the register, its range about the scale.
    fileprivate static func inertial(
        _ module: BoardModule, perPacket: Int = 1, _ about: String
    ) -> SignalFacts {
        let isAcceleration = module == .accelerometer
        let measurand: Measurand = isAcceleration ? .specificForce : .angularRate
        return SignalFacts(
            about, module: module, register: nil, fields: vector(.signed, 2, 1, measurand),
            perPacket: perPacket, measures: measurand,
            inRecordings: isAcceleration ? "Accelerometer" : "Gyroscope")
    }

    fileprivate static func magneticField(
        _ register: UInt8, perPacket: Int = 1, _ about: String
    ) -> SignalFacts {
        SignalFacts(
            about, module: .magnetometer, register: register,
            fields: vector(.signed, 2, 16, .magneticField), perPacket: perPacket,
            measures: .magneticField, inRecordings: "Magnetometer")
    }

    fileprivate static func number(
        _ module: BoardModule, _ register: UInt8, _ axis: String, _ number: SampleField.Number,
        _ size: Int, _ countsPerUnit: Double, _ measurand: Measurand, _ about: String,
        index: UInt8 = 0xFF, inRecordings: String? = nil
    ) -> SignalFacts {
        let field = SampleField(
            axis: axis, number: number, size: size, countsPerUnit: countsPerUnit,
            unit: measurand.unit)
        return SignalFacts(
            about, module: module, register: register, index: index, fields: [field],
            measures: measurand, inRecordings: inRecordings)
    }

    fileprivate static func temperature(_ channel: UInt8) -> SignalFacts {
        number(
            .temperature, 0xC1, "temperature", .signed, 2, 8, .temperature,
            "Channel \(channel) of the temperature module, whenever it is read.", index: channel)
    }

    /// Floats (protocol, sensors 20), in the unit that `countsPerUnit` turns into the measurand's; behind corrected
    /// ones stands the sensor's accuracy.
    fileprivate static func fused(
        _ register: UInt8, _ countsPerUnit: Double, isCorrected: Bool = false,
        _ measurand: Measurand,
        _ about: String, inRecordings: String? = nil
    ) -> SignalFacts {
        SignalFacts(
            "Sensor fusion: " + about, module: .sensorFusion, register: register,
            fields: vector(.float, 4, countsPerUnit, measurand),
            trailingFields: isCorrected
                ? [SampleField(axis: "accuracy", number: .unsigned, size: 1)] : [],
            measures: measurand, inRecordings: inRecordings)
    }

    fileprivate static func fused(
        _ register: UInt8, _ axes: [String], _ measurand: Measurand, _ about: String,
        inRecordings: String? = nil
    ) -> SignalFacts {
        SignalFacts(
            "Sensor fusion: " + about, module: .sensorFusion, register: register,
            fields: axes.map {
                SampleField(axis: $0, number: .float, size: 4, unit: measurand.unit)
            }, measures: measurand, inRecordings: inRecordings)
    }

    /// A feature of the accelerometer's chip, which decides about the register.
    fileprivate static func interrupt(
        axis: String = "value", size: Int = 1, _ about: String
    ) -> SignalFacts {
        SignalFacts(
            about, module: .accelerometer, register: nil,
            fields: [SampleField(axis: axis, number: .unsigned, size: size)])
    }

    fileprivate static func flag(
        _ module: BoardModule, _ register: UInt8, _ about: String
    ) -> SignalFacts {
        SignalFacts(
            about, module: module, register: register,
            fields: [SampleField(axis: "value", number: .unsigned, size: 1)])
    }
}

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
