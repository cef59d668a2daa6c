/// What a client can stream from a board.
public enum Signal: String, Choice {
    public static let title = "signal"
    /// Module 0x03, one sample a packet.
    case acceleration
    /// Module 0x13, one sample a packet.
    case rotation
    /// Module 0x03, three samples a packet.
    case accelerationPacked = "acceleration-packed"
    /// Module 0x13, three samples a packet.
    case rotationPacked = "rotation-packed"
    /// Module 0x01.
    case `switch`
    /// Battery state of module 0x11.
    case battery
    /// Charger state of module 0x11.
    case charger

    public var about: String {
        switch self {
        case .acceleration: "Accelerometer, one sample a notification."
        case .rotation: "Gyroscope, one sample a notification."
        case .accelerationPacked: "Accelerometer, three samples a notification."
        case .rotationPacked: "Gyroscope, three samples a notification."
        case .switch: "The button: 1 when pressed, 0 when released."
        case .battery: "Battery voltage and charge, when the board sends them by itself."
        case .charger: "1 when the charger is connected, 0 when not."
        }
    }

    /// What its samples measure, if an error against the truth can be told.
    public var dimension: (any Dimension.Type)? {
        switch self {
        case .acceleration, .accelerationPacked: Acceleration.self
        case .rotation, .rotationPacked: AngularRate.self
        case .switch, .battery, .charger: nil
        }
    }
}

/// What a client can log and download.
public enum LoggedSignal: String, Choice {
    public static let title = "logged signal"
    /// Module 0x03.
    case acceleration
    /// Module 0x13.
    case rotation
    /// Module 0x01.
    case `switch`

    /// What its samples measure, if an error against the truth can be told.
    public var dimension: (any Dimension.Type)? {
        switch self {
        case .acceleration: Acceleration.self
        case .rotation: AngularRate.self
        case .switch: nil
        }
    }
}
