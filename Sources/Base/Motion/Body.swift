public import Simulation

/// The motion of one rigid body: the truth behind every sensor of a board.
///
/// Classes may keep a cursor, because instants are mostly requested in order.
public protocol Body: AnyObject {
    /// The true state at any instant, in any order.
    func kinematics(at time: Instant) -> Kinematics
    /// The highest frequency in the motion around `time`, in hertz: a sensor samples finely enough
    /// for it, to filter as the chip does.
    func bandwidth(at time: Instant) -> Double

    /// `kinematics(at:).specificForce`, for a body that computes it faster.
    func specificForce(at time: Instant) -> Vector3
    /// `kinematics(at:).angularRate`, for a body that computes it faster.
    func angularRate(at time: Instant) -> Vector3
    /// `kinematics(at:).orientation`, for a body that computes it faster.
    func orientation(at time: Instant) -> Quaternion
}

extension Body {
    /// m/s², body.
    public func specificForce(at time: Instant) -> Vector3 { kinematics(at: time).specificForce }
    /// rad/s, body.
    public func angularRate(at time: Instant) -> Vector3 { kinematics(at: time).angularRate }
    /// Body to world.
    public func orientation(at time: Instant) -> Quaternion { kinematics(at: time).orientation }
}

/// A board's surroundings: read by its sensors, set by the scenario.
public protocol Environment: AnyObject {
    /// °C.
    func temperature(at time: Instant) -> Double
    /// Pascal.
    func pressure(at time: Instant) -> Double
    /// Lux.
    func illuminance(at time: Instant) -> Double
    /// Percent, 0 to 100.
    func humidity(at time: Instant) -> Double
    /// Tesla·10⁻⁶ (µT), world axes.
    func magneticField(at time: Instant) -> Vector3
    /// The light's correlated colour temperature in kelvin.
    func lightColour(at time: Instant) -> Double
    /// From the board's face to the nearest object in front of it, in metres; infinite for none.
    func objectDistance(at time: Instant) -> Double
    /// Between the electrodes on the wearer's skin, in microsiemens; 0 for none.
    func skinConductance(at time: Instant) -> Double
}

/// What a sensor can measure of the surroundings as one number.
public enum Surrounding: String, CaseIterable, Sendable {
    case temperature, pressure, illuminance, humidity, objectDistance
}

extension Environment {
    /// °C, Pa, lux, percent or metres.
    public func value(of quantity: Surrounding, at time: Instant) -> Double {
        switch quantity {
        case .temperature: temperature(at: time)
        case .pressure: pressure(at: time)
        case .illuminance: illuminance(at: time)
        case .humidity: humidity(at: time)
        case .objectDistance: objectDistance(at: time)
        }
    }

    /// 5500 K, daylight.
    public func lightColour(at time: Instant) -> Double { 5_500 }
    /// No object is near.
    public func objectDistance(at time: Instant) -> Double { .infinity }
    /// 5 µS, skin at rest.
    public func skinConductance(at time: Instant) -> Double { 5 }
}
