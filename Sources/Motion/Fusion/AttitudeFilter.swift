/// An error-state Kalman filter for attitude and gyroscope offset, with the attitude error in
/// world axes.
///
/// The state equations are those of Solà, "Quaternion kinematics for the error-state Kalman
/// filter" (arXiv:1711.02508, section 7, global angular errors), which go back to Lefferts,
/// Markley and Shuster (J. Guidance 5, 1982). With the error in world axes gravity sees two of its
/// components directly and a compass the third, so that each correction is one of a single state;
/// accelerations average out in world axes while the body turns (Laidig and Seel, Information
/// Fusion 91, 2023). How much an accelerometer is believed follows how far it is from 1 g
/// (Sabatini, IEEE Trans. Biomed. Eng. 53, 2006) and how much it changed of late in world axes.
///
/// World axes: x east, y magnetic north, z up. Pure: it knows neither a clock nor a sensor.
public struct AttitudeFilter: Sendable {
    /// What is believed of the sensors and of the motion.
    public struct Tuning: Equatable, Sendable {
        /// White noise of the rate in rad/s/√Hz.
        public var rateNoise: Double
        /// Error of the rate as a part of it, taken as changing every `scaleTime` seconds.
        public var scaleError: Double
        /// Random walk of the offset in rad/s/√s.
        public var offsetWalk: Double
        /// Standard deviation of the offset at the start in rad/s.
        public var offsetSigma: Double
        /// Standard deviation of the vertical in rad while nothing but gravity is felt.
        public var tiltSigma: Double
        /// How often the variance of the acceleration of late counts: it is no white noise.
        public var motionWeight = 3.0
        /// Seconds in which an offset goes back to zero by itself; infinite for a gyroscope's.
        public var offsetTime = Double.infinity

        static let scaleTime = 0.3
        /// For how many seconds a motion is remembered.
        static let motionTime = 1.5
    }

    /// Body to world.
    public private(set) var attitude = Quaternion.identity
    /// Of the gyroscope, rad/s, body.
    public private(set) var offset = Vector3.zero
    private let tuning: Tuning
    /// Covariance: of the attitude error, of it with the offset's, of the offset's error.
    private var a: Matrix3
    private var c = Matrix3.zero
    private var b: Matrix3
    /// Mean of the specific force in world axes, in g, and its variance around it.
    private var meanForce = Vector3.zAxis
    private var motion = 0.0
    /// What the corrections since the last `apply` add up to.
    private var turn = Vector3.zero
    private var shift = Vector3.zero

    /// A filter that starts in an attitude.
    ///
    /// - Parameters:
    ///   - headingSigma: of the start's heading in rad; 0 where heading has no meaning.
    public init(_ tuning: Tuning, attitude: Quaternion, headingSigma: Double) {
        self.tuning = tuning
        self.attitude = attitude
        let tilt = tuning.tiltSigma * tuning.tiltSigma
        a = Matrix3(diagonal: Vector3(tilt, tilt, headingSigma * headingSigma))
        let variance = tuning.offsetSigma * tuning.offsetSigma
        b = Matrix3(diagonal: Vector3(variance, variance, variance))
    }

    /// Standard deviations of the three offsets in rad/s.
    public var offsetSigmas: Vector3 {
        Vector3(b.x.x.squareRoot(), b.y.y.squareRoot(), b.z.z.squareRoot())
    }
    /// Standard deviation of the heading in rad.
    public var headingSigma: Double { a.z.z.squareRoot() }

    /// Takes an offset that is known to a standard deviation, both in rad/s.
    public mutating func setOffset(_ offset: Vector3, sigma: Double) {
        self.offset = offset
        c = .zero
        b = Matrix3(diagonal: Vector3(sigma * sigma, sigma * sigma, sigma * sigma))
    }

    /// Goes on by `interval` seconds with a measured rate in rad/s, body.
    public mutating func predict(rate: Vector3, interval: Double) {
        let turned = rate - offset
        attitude = (attitude * Quaternion(smallRotation: turned * interval)).normalized
        let m = Matrix3(rotation: attitude) * interval
        // θ' = θ - M β for the attitude's error θ and the offset's error β.
        let mc = m * c.transposed
        let mb = m * b
        let scaled = tuning.scaleError * tuning.scaleError * turned.squaredLength
        let noise = (tuning.rateNoise * tuning.rateNoise + scaled * Tuning.scaleTime) * interval
        a = a - mc - mc.transposed + mb * m.transposed
        a.addToDiagonal(noise)
        c = c - mb
        b.addToDiagonal(tuning.offsetWalk * tuning.offsetWalk * interval)
        if tuning.offsetTime < .infinity { decay(max(0, 1 - interval / tuning.offsetTime)) }
    }

    private mutating func decay(_ share: Double) {
        offset = offset * share
        c = c * share
        b = b * (share * share)
    }

    /// Looks for the vertical in what an accelerometer feels, in g, body.
    ///
    /// - Parameter interval: seconds since the last call.
    public mutating func correctTilt(specificForce: Vector3, interval: Double) {
        let force = attitude.rotate(specificForce)
        let length = force.length
        let share = min(1, interval * (1 / Tuning.motionTime))
        let change = force - meanForce
        meanForce += change * share
        motion += (min(change.squaredLength, 100) - motion) * share
        guard length > 0.05 else { return }
        let up = force * (1 / length)
        // The turn that takes what is felt as "up" to the world's, about x and about y.
        let (x, y) = up.z > 0 ? (up.y, -up.x) : Self.farTilt(up)
        let excess = length - 1
        let sigma2 =
            tuning.tiltSigma * tuning.tiltSigma + excess * excess + tuning.motionWeight * motion
        correct(a.x, c.x, scale: 1 / (a.x.x + sigma2), by: x - turn.x)
        correct(a.y, c.y, scale: 1 / (a.y.y + sigma2), by: y - turn.y)
    }

    /// More than a quarter turn off: a radian in the right direction.
    private static func farTilt(_ up: Vector3) -> (x: Double, y: Double) {
        let length = (up.x * up.x + up.y * up.y).squareRoot()
        return length > 1e-6 ? (up.y / length, -up.x / length) : (1, 0)
    }

    /// Where magnetic north is seen: `angle` is the turn of the estimate, in rad about the
    /// vertical, that would bring the measured field to it.
    public mutating func correctHeading(by angle: Double, variance: Double) {
        correct(a.z, c.z, scale: 1 / (a.z.z + variance), by: angle - turn.z)
    }

    /// The body is known not to turn: the measured rate (rad/s) is the offset.
    public mutating func correctOffset(rate: Vector3, sigma: Double) {
        let variance = sigma * sigma
        let error = rate - offset
        correct(
            Vector3(c.x.x, c.y.x, c.z.x), b.x, scale: 1 / (b.x.x + variance), by: error.x - shift.x)
        correct(
            Vector3(c.x.y, c.y.y, c.z.y), b.y, scale: 1 / (b.y.y + variance), by: error.y - shift.y)
        correct(
            Vector3(c.x.z, c.y.z, c.z.z), b.z, scale: 1 / (b.z.z + variance), by: error.z - shift.z)
    }

    /// Takes what the corrections found into attitude and offset.
    public mutating func apply() {
        attitude = (Quaternion(smallRotation: turn) * attitude).normalized
        offset += shift
        turn = .zero
        shift = .zero
    }

    /// If every number of the state is one.
    public var isFinite: Bool {
        attitude.w.isFinite && attitude.x.isFinite && attitude.y.isFinite && attitude.z.isFinite
            && offset.isFinite && a.x.x.isFinite && a.z.z.isFinite && b.x.x.isFinite
    }

    /// With p the covariance of state and measurement: x += p s ν, P -= p s pᵀ.
    @inline(__always) private mutating func correct(
        _ p: Vector3, _ q: Vector3, scale: Double, by innovation: Double
    ) {
        let (ps, qs) = (p * scale, q * scale)
        turn += ps * innovation
        shift += qs * innovation
        a.subtractOuter(ps, p)
        c.subtractOuter(ps, q)
        b.subtractOuter(qs, q)
    }
}
