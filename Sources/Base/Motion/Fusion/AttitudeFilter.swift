/// An error-state Kalman filter for attitude and gyroscope offset, with the attitude error in world
/// axes.
///
/// The state equations are those of Solà, "Quaternion kinematics for the error-state Kalman filter"
/// (arXiv:1711.02508, section 7, global angular errors), which go back to Lefferts, Markley and
/// Shuster (J. Guidance 5, 1982). With the error in world axes gravity observes two of its
/// components directly and a compass the third, so that each correction changes a single state;
/// accelerations average out in world axes while the body turns (Laidig and Seel, Information
/// Fusion 91, 2023). The weight of an accelerometer depends on how far it is from 1 g (Sabatini,
/// IEEE Trans. Biomed. Eng. 53, 2006) and how much it has changed recently in world axes.
///
/// World axes: x east, y magnetic north, z up. It uses neither a clock nor a sensor.
package struct AttitudeFilter: Sendable {
    /// Assumptions about the sensors and the motion.
    package struct Tuning: Equatable, Sendable {
        /// White noise of the rate in rad/s/√Hz.
        package var rateNoise: Double
        /// Relative error of the rate, taken as changing every `scaleTime` seconds.
        package var scaleError: Double
        /// Random walk of the offset in rad/s/√s.
        package var offsetWalk: Double
        /// Standard deviation of the offset at the start in rad/s.
        package var offsetSigma: Double
        /// Standard deviation of the vertical in rad while only gravity is measured.
        package var tiltSigma: Double
        /// Weight of the recent variance of the acceleration, which is not white noise.
        package var motionWeight = 12.0
        /// Added to `rateNoise` while the body is known to turn.
        package var turnNoise = 0.0
        /// Added to `offsetWalk` while the body is known to turn.
        package var turnWalk = 0.0
        /// Seconds in which an offset decays to zero; infinite for a gyroscope's.
        package var offsetTime = Double.infinity

        static let scaleTime = 0.3
        /// Seconds for which a motion, and a force that is not 1 g, are remembered.
        static let (motionTime, excessTime) = (1.0, 0.1)
        /// The variance of the acceleration until one is measured.
        static let unknownMotion = 0.3
        /// Standard deviation of the tilt in rad while it is the mean of all forces so far, and the
        /// length of that time in seconds.
        static let (startSigma, startTime) = (40 * Double.pi / 180, 1.0)
    }

    /// Body to world.
    package private(set) var attitude = Quaternion.identity
    /// Of the gyroscope, rad/s, body.
    package private(set) var offset = Vector3.zero
    private let tuning: Tuning
    /// Covariance: of the attitude error, of it with the offset's, of the offset's error.
    private var a: Matrix3
    private var c = Matrix3.zero
    private var b: Matrix3
    /// The mean specific force in world axes, in g, and its variance.
    private var meanForce = Vector3.zAxis
    private var motion = Tuning.unknownMotion
    /// The recent squared difference of the force from 1 g.
    private var excess = 0.0
    /// The tilt is unknown: up is the mean of all forces since.
    private(set) var isStarting = true
    /// Sum of these forces in world axes times seconds, and the seconds.
    private var gathered = Vector3.zero
    private var gatherTime = 0.0
    /// Seconds for which the mean force has pointed down.
    private var farTime = 0.0
    /// The sum of the corrections since the last `apply`.
    private var turn = Vector3.zero
    private var shift = Vector3.zero

    /// A filter that starts in an attitude.
    ///
    /// - Parameters:
    ///   - headingSigma: of the start's heading in rad; 0 where heading has no meaning.
    package init(_ tuning: Tuning, attitude: Quaternion, headingSigma: Double) {
        self.tuning = tuning
        self.attitude = attitude
        let tilt = Tuning.startSigma * Tuning.startSigma
        a = Matrix3(diagonal: Vector3(tilt, tilt, headingSigma * headingSigma))
        let variance = tuning.offsetSigma * tuning.offsetSigma
        b = Matrix3(diagonal: Vector3(variance, variance, variance))
    }

    /// Standard deviations of the three offsets in rad/s.
    package var offsetSigmas: Vector3 {
        Vector3(b.x.x.squareRoot(), b.y.y.squareRoot(), b.z.z.squareRoot())
    }
    /// Variance of the vertical in rad², mean of its two components.
    var tiltVariance: Double { (a.x.x + a.y.y) / 2 }
    /// The sum of all corrections of the heading so far, in rad: without them the attitude is that of
    /// gyroscope and gravity alone.
    private(set) var headingCorrection = 0.0
    /// Standard deviation of the heading in rad.
    package var headingSigma: Double { a.z.z.squareRoot() }

    /// Sets an offset with its standard deviation, both in rad/s.
    package mutating func setOffset(_ offset: Vector3, sigma: Double) {
        self.offset = offset
        c = .zero
        b = Matrix3(diagonal: Vector3(sigma * sigma, sigma * sigma, sigma * sigma))
    }

    /// Advances by `interval` seconds with a measured rate in rad/s, body.
    ///
    /// - Parameters:
    ///   - turning: 0 to 1: how much a turn is seen that the rate does not tell of.
    ///   - isClipped: the rate was more than the gyroscope measures.
    package mutating func predict(
        rate: Vector3, interval: Double, turning: Double = 0, isClipped: Bool = false
    ) {
        let turned = rate - offset
        attitude = (attitude * Quaternion(smallRotation: turned * interval)).normalized
        let m = Matrix3(rotation: attitude) * interval
        // θ' = θ - M β for the attitude's error θ and the offset's error β.
        let mc = m * c.transposed
        let mb = m * b
        let scaled = tuning.scaleError * tuning.scaleError * turned.squaredLength
        let rateNoise = tuning.rateNoise + tuning.turnNoise * turning
        let noise = (rateNoise * rateNoise + scaled * Tuning.scaleTime) * interval
        a = a - mc - mc.transposed + mb * m.transposed
        a.addToDiagonal(noise)
        c = c - mb
        let walk = tuning.offsetWalk + tuning.turnWalk * turning
        b.addToDiagonal(walk * walk * interval)
        if tuning.offsetTime < .infinity { decay(max(0, 1 - interval / tuning.offsetTime)) }
        if isClipped { loseAttitude() }
    }

    private mutating func decay(_ share: Double) {
        offset = offset * share
        c = c * share
        b = b * (share * share)
    }

    /// Corrects the vertical with an accelerometer's measurement, in g, body.
    ///
    /// - Parameters:
    ///   - interval: seconds since the last call.
    ///   - turning: 0 to 1: how much a turn is seen that the rate does not tell of; a force that
    ///     changes with it is gravity.
    ///   - isClipped: the force was more than the accelerometer measures.
    package mutating func correctTilt(
        specificForce: Vector3, interval: Double, turning: Double = 0, isClipped: Bool = false
    ) {
        let force = attitude.rotate(specificForce)
        let length = force.length
        let share = min(1, interval * (1 / Tuning.motionTime))
        let change = force - meanForce
        meanForce += change * share
        motion += (min(change.squaredLength, 100) * (1 - turning) - motion) * share
        let off = isClipped ? 4 : (length - 1) * (length - 1)
        excess = max(off, excess - excess * min(1, interval * (1 / Tuning.excessTime)))
        if isStarting { return gather(force, interval: interval, turning: turning) }
        farTime = meanForce.z > 0 ? 0 : farTime + interval
        guard farTime < Tuning.startTime else { return loseAttitude() }
        // The turn from the measured "up" to the world's, about x and about y: linear in the force,
        // so that shaking averages out.
        let sigma2 =
            tuning.tiltSigma * tuning.tiltSigma + excess
            + tuning.motionWeight * motion * (1 - turning)
        correct(a.x, c.x, scale: 1 / (a.x.x + sigma2), by: force.y - turn.x)
        correct(a.y, c.y, scale: 1 / (a.y.y + sigma2), by: -force.x - turn.y)
    }

    /// During the start: turns the mean of all forces up.
    private mutating func gather(_ force: Vector3, interval: Double, turning: Double) {
        gathered += force * interval
        gatherTime += interval
        if gathered.length > 0.02 * gatherTime {
            let tilt = Self.uprighting(gathered)
            attitude = (tilt * attitude).normalized
            gathered = tilt.rotate(gathered)
            meanForce = tilt.rotate(meanForce)
        }
        // The heading's corrections so far say nothing about the offset.
        c = .zero
        // The error of the mean of an oscillation decreases; a slow part of it remains.
        if gatherTime >= Tuning.startTime || turning > 0.5 {
            knowTilt(variance: 0.03 * motion + 0.002)
        }
    }

    private mutating func knowTilt(variance: Double) {
        a.x = Vector3(variance, 0, 0)
        a.y = Vector3(0, variance, 0)
        (a.z.x, a.z.y) = (0, 0)
        (c.x, c.y) = (.zero, .zero)
        isStarting = false
        farTime = 0
    }

    /// The shortest turn that takes a force in world axes up.
    private static func uprighting(_ force: Vector3) -> Quaternion {
        let up = force * (1 / force.length)
        guard up.z > -0.999_999 else { return Quaternion(0, 1, 0, 0) }
        return Quaternion(1 + up.z, up.y, -up.x, 0).normalized
    }

    /// Marks the attitude as unknown.
    private mutating func loseAttitude() {
        let variance = Tuning.startSigma * Tuning.startSigma
        a = Matrix3(diagonal: Vector3(variance, variance, 3))
        c = .zero
        gathered = .zero
        gatherTime = 0
        isStarting = true
    }

    /// The body is still, and `specificForce` (its mean, in g, body) is gravity.
    ///
    /// - Parameter isSure: true also where that contradicts what was believed so far.
    package mutating func settle(on specificForce: Vector3, isSure: Bool) {
        let force = attitude.rotate(specificForce)
        guard force.length > 0.05 else { return }
        let level = (force.x * force.x + force.y * force.y).squareRoot()
        let tilt = Elementary.arcTangent(level, force.z)
        let believed = 3 * (a.x.x + a.y.y).squareRoot() + 0.1
        let isFar = tilt > believed ? isSure : tilt > 0.2
        if isStarting || isFar {
            attitude = (Self.uprighting(force) * attitude).normalized
            knowTilt(variance: tuning.tiltSigma * tuning.tiltSigma)
        } else if tilt > believed {
            return
        }
        meanForce = attitude.rotate(specificForce)
        motion = min(motion, 0.001)
        excess = 0
        // A rate of turn can then only be one about the vertical.
        if tuning.offsetTime < .infinity {
            let up = attitude.unrotate(.zAxis)
            offset = up * up.dot(offset)
        }
    }

    /// Corrects the heading: `angle` is the turn of the estimate, in rad about the vertical, that
    /// aligns the measured field with magnetic north.
    package mutating func correctHeading(by angle: Double, variance: Double) {
        correct(a.z, c.z, scale: 1 / (a.z.z + variance), by: angle - turn.z)
    }

    /// Turns the heading by an angle in rad that says nothing about how well it is known.
    mutating func turnHeading(by angle: Double) { turn.z += angle }

    /// The body is known not to turn: the measured rate (rad/s) is the offset.
    package mutating func correctOffset(rate: Vector3, sigma: Double) {
        let variance = sigma * sigma
        let error = rate - offset
        correct(
            Vector3(c.x.x, c.y.x, c.z.x), b.x, scale: 1 / (b.x.x + variance), by: error.x - shift.x)
        correct(
            Vector3(c.x.y, c.y.y, c.z.y), b.y, scale: 1 / (b.y.y + variance), by: error.y - shift.y)
        correct(
            Vector3(c.x.z, c.y.z, c.z.z), b.z, scale: 1 / (b.z.z + variance), by: error.z - shift.z)
    }

    /// Applies the corrections to attitude and offset.
    package mutating func apply() {
        attitude = (Quaternion(smallRotation: turn) * attitude).normalized
        offset += shift
        headingCorrection += turn.z
        turn = .zero
        shift = .zero
    }

    /// Whether every number of the state is finite.
    package var isFinite: Bool {
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
