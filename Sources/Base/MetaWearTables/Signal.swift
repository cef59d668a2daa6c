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

    /// Its row in the hosts' table (protocol, sensors 1.10).
    public var row: SignalDescription { SignalDescription.all[Self.places[self] ?? 0] }

    private static let places = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// As a page shows it: `acceleration packed`.
    public var words: String { rawValue.split(separator: "-").joined(separator: " ") }
}
