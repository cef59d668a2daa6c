import Declaration

/// What a client can stream or log from a board, or bind an event to, by one word.
package enum Signal: String, Choice {
    package static let title = "signal"
    /// Module 0x03, one sample a packet.
    case acceleration
    /// Module 0x13, one sample a packet.
    case rotation
    /// Module 0x03, three samples a packet.
    case accelerationPacked = "acceleration-packed"
    /// Module 0x13, three samples a packet.
    case rotationPacked = "rotation-packed"
    /// Module 0x15, one sample a packet.
    case magneticField = "magnetic-field"
    /// Module 0x15, three samples a packet.
    case magneticFieldPacked = "magnetic-field-packed"
    /// Module 0x12.
    case pressure
    /// Module 0x12.
    case altitude
    /// Module 0x14.
    case light
    /// Module 0x19.
    case quaternion
    /// Module 0x19.
    case euler
    /// Module 0x19.
    case gravity
    /// Module 0x19.
    case linearAcceleration = "linear-acceleration"
    /// Module 0x19.
    case correctedAcceleration = "corrected-acceleration"
    /// Module 0x19.
    case correctedRotation = "corrected-rotation"
    /// Module 0x19.
    case correctedMagneticField = "corrected-magnetic-field"
    /// Module 0x03.
    case steps
    /// Module 0x03.
    case stepDetector = "step-detector"
    /// Module 0x03.
    case motion
    /// Module 0x03, not on a BMI270.
    case tap
    /// Module 0x03, not on a BMI270.
    case orientation
    /// Module 0x03, not on a BMI270.
    case flat
    /// Module 0x03, not on a BMI270.
    case freeFall = "free-fall"
    /// Module 0x03, not on a BMI270.
    case highG = "high-g"
    /// Module 0x03, only on a BMI270.
    case activity
    /// Module 0x03, only on a BMI270.
    case gesture
    /// Module 0x01.
    case `switch`
    /// Battery state of module 0x11.
    case battery
    /// Charger state of module 0x11.
    case charger
    /// Charge state of module 0x11.
    case charging
    /// The end of a link, by module 0x11.
    case disconnect
    /// Channel 0 of module 0x04.
    case temperature0 = "temperature-0"
    /// Channel 1.
    case temperature1 = "temperature-1"
    /// Channel 2.
    case temperature2 = "temperature-2"
    /// Channel 3.
    case temperature3 = "temperature-3"
    /// Module 0x16.
    case humidity

    package var about: String {
        switch self {
        case .acceleration: "Accelerometer, one sample a notification."
        case .rotation: "Gyroscope, one sample a notification."
        case .accelerationPacked: "Accelerometer, three samples a notification."
        case .rotationPacked: "Gyroscope, three samples a notification."
        case .magneticField: "Magnetometer, one sample a notification."
        case .magneticFieldPacked: "Magnetometer, three samples a notification."
        case .pressure: "Barometer: air pressure."
        case .altitude: "Barometer: height above the level of 1013.25 hPa."
        case .light: "Ambient light sensor."
        case .quaternion: "Sensor fusion: orientation as w, x, y, z."
        case .euler: "Sensor fusion: heading, pitch, roll and yaw."
        case .gravity: "Sensor fusion: which way is down, as the accelerometer feels it."
        case .linearAcceleration: "Sensor fusion: acceleration without gravity."
        case .correctedAcceleration: "Sensor fusion: acceleration with its errors corrected."
        case .correctedRotation: "Sensor fusion: rotation with its errors corrected."
        case .correctedMagneticField: "Sensor fusion: field with its errors corrected."
        case .steps: "Steps counted; told every 20 × `watermark` steps on a MetaMotion S."
        case .stepDetector: "1 at each step."
        case .motion: "Any, no, slow or significant motion, as configured: the chip's bits."
        case .tap: "A tap or a double tap, its axis and sign: the chip's bits."
        case .orientation: "Portrait or landscape, face up or down: the chip's bits."
        case .flat: "Lies flat, or no more: the chip's bits."
        case .freeFall: "Low-g interrupt: the chip's bits."
        case .highG: "High-g interrupt: the chip's bits."
        case .activity: "Still, walking or running: the chip's bits."
        case .gesture: "Wrist gestures and wake-up: the chip's bits."
        case .switch: "The button: 1 when pressed, 0 when released."
        case .battery: "Battery voltage and charge, when the board sends them by itself."
        case .charger: "1 when the charger is connected, 0 when not."
        case .charging: "1 when the battery is being charged, 0 when not."
        case .disconnect: "The end of a link; only for events."
        case .temperature0: "Channel 0 of the temperature module, whenever it is read."
        case .temperature1: "Channel 1 of the temperature module, whenever it is read."
        case .temperature2: "Channel 2 of the temperature module, whenever it is read."
        case .temperature3: "Channel 3 of the temperature module, whenever it is read."
        case .humidity: "Relative humidity, whenever it is read."
        }
    }

    /// What its samples measure, if an error against the truth can be told.
    package var dimension: (any Dimension.Type)? {
        switch self {
        case .acceleration, .accelerationPacked, .gravity, .linearAcceleration,
            .correctedAcceleration:
            Acceleration.self
        case .rotation, .rotationPacked, .correctedRotation: AngularRate.self
        case .magneticField, .magneticFieldPacked, .correctedMagneticField: MagneticField.self
        case .pressure: Pressure.self
        case .altitude: Length.self
        case .light: Illuminance.self
        case .quaternion, .euler: Angle.self
        case .temperature0, .temperature1, .temperature2, .temperature3: Temperature.self
        case .humidity: Ratio.self
        case .steps, .stepDetector, .motion, .tap, .orientation, .flat, .freeFall, .highG,
            .activity, .gesture, .switch, .battery, .charger, .charging, .disconnect:
            nil
        }
    }

    /// Whether it comes only when somebody reads it: nothing to subscribe to.
    package var isRead: Bool {
        switch self {
        case .temperature0, .temperature1, .temperature2, .temperature3, .humidity: true
        default: false
        }
    }
}
