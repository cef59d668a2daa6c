public import Simulation

/// One rigid body and how it moves: the truth behind every sensor of a board.
///
/// A final class with a cursor, because instants are asked for mostly in order.
public protocol Body: AnyObject {
    /// The true state; any instant may be asked for, in any order.
    func kinematics(at time: Instant) -> Kinematics
    /// The highest frequency in the motion around `time`, in hertz: tells a sensor how finely it
    /// must look to filter as the chip does.
    func bandwidth(at time: Instant) -> Double

    /// `kinematics(at:).specificForce`, for a body that answers this faster.
    func specificForce(at time: Instant) -> Vector3
    /// `kinematics(at:).angularRate`, for a body that answers this faster.
    func angularRate(at time: Instant) -> Vector3
    /// `kinematics(at:).orientation`, for a body that answers this faster.
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

/// What surrounds a board: read by its sensors, set by the scenario.
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
    /// From the board's face to the nearest thing in front of it, in metres; infinite for nothing.
    func objectDistance(at time: Instant) -> Double
    /// Between the electrodes on the wearer's skin, in microsiemens; 0 for none.
    func skinConductance(at time: Instant) -> Double
}

extension Environment {
    /// 5500 K, daylight.
    public func lightColour(at time: Instant) -> Double { 5_500 }
    /// Nothing is near.
    public func objectDistance(at time: Instant) -> Double { .infinity }
    /// 5 µS, skin at rest.
    public func skinConductance(at time: Instant) -> Double { 5 }
}
