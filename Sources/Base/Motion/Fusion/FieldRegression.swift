/// A magnetometer's offset from the board itself (hard iron), and the field around the board, learned
/// from turns that a gyroscope has measured.
///
/// A sample is m = c + Rᵀ B: the iron c turns with the body, the field B does not. That is linear in
/// both, and the attitude R that multiplies B is free of the magnetometer's noise, so that neither
/// noise nor a small turn shrinks the estimate. Recursive least squares with a prior, the update of
/// a Kalman filter with six states.
///
/// Its world axes are those of gyroscope and gravity, whose heading walks.
struct FieldRegression: Sendable {
    /// What the samples' errors are taken for.
    private enum Noise {
        /// µT: noise of a sample, and errors of scale and alignment, which last longer than one.
        static let sample = 4.0
        /// Samples closer together in seconds have the same errors and count less.
        static let memory = 0.2
        /// Seconds by which a sample may be older than its attitude.
        static let lag = 0.04
        /// The gyroscope's error of scale: how far the heading walks during a turn.
        static let scale = 0.02
        /// Seconds for which an offset of the gyroscope that is not known yet turns the heading.
        static let offsetTime = 30.0
        /// Random walks of field and iron in µT/√s.
        static let (fieldWalk, ironWalk) = (0.05, 0.02)
    }

    /// Offsets are below about this, in µT.
    private static let prior = 60.0
    /// Without a turn of this many radians a sample says nothing new.
    private static let leastTurn = 5 * Double.pi / 180

    /// Hard iron in µT, body.
    private(set) var offset = Vector3.zero
    /// Strength of the field in µT.
    private(set) var radius = 0.0
    /// The field in µT, world.
    private var field = Vector3.zero
    /// Covariance: of the iron, of it with the field's, of the field.
    private var a: Matrix3
    private var c = Matrix3.zero
    private var b = Matrix3.zero
    /// The attitude of the last sample used, and the seconds since; nil: the world is not known.
    private var last: Quaternion?
    private var age = 0.0

    /// Nothing is known.
    init() { self.init(offset: .zero, radius: 0, sigma: Self.prior) }

    /// Learned by an earlier run; standard deviation in µT.
    init(offset: Vector3, radius: Double, sigma: Double) {
        self.offset = offset
        self.radius = radius
        let variance = sigma * sigma
        a = Matrix3(diagonal: Vector3(variance, variance, variance))
    }

    /// How far the field points below the horizon in radians; nil before it is known.
    var dip: Double? {
        guard last != nil else { return nil }
        let level = (field.x * field.x + field.y * field.y).squareRoot()
        return Elementary.arcTangent(-field.z, level)
    }

    /// Standard deviation of the offset's worst axis in µT.
    var sigma: Double { max(a.x.x, a.y.y, a.z.z).squareRoot() }

    /// Variance of the offset along a unit vector, in µT².
    func variance(along d: Vector3) -> Double { d.dot(a * d) }

    /// The attitude was lost: the world's axes are no longer those of the field that is known.
    mutating func loseWorld() { last = nil }

    /// Uses a sample if the body has turned since the last one.
    ///
    /// - Parameters:
    ///   - measured: µT, body.
    ///   - attitude: body to the axes of gyroscope and gravity.
    ///   - tiltVariance: of the attitude's vertical, rad².
    ///   - rateVariance: of the gyroscope's offset, (rad/s)².
    ///   - interval: seconds since the last call.
    mutating func take(
        _ measured: Vector3, attitude: Quaternion, tiltVariance: Double, rateVariance: Double,
        interval: Double
    ) {
        age += interval
        let rotation = Matrix3(rotation: attitude)
        guard let last else { return begin(measured, attitude, rotation) }
        let turned = (last.inverse * attitude).axisAndAngle.angle
        guard turned > Self.leastTurn else { return }
        walk(turned, rateVariance: rateVariance)
        let lag = Noise.lag * turned / age
        let persistent =
            Noise.sample * Noise.sample + (lag * lag + tiltVariance) * field.squaredLength
        let variance = persistent * max(1, Noise.memory / age)
        let r = rotation.transposed
        correct(.xAxis, r.x, measured.x, variance)
        correct(.yAxis, r.y, measured.y, variance)
        correct(.zAxis, r.z, measured.z, variance)
        radius = field.length
        self.last = attitude
        age = 0
    }

    /// The field is what is not the iron.
    private mutating func begin(
        _ measured: Vector3, _ attitude: Quaternion, _ rotation: Matrix3
    ) {
        field = rotation * (measured - offset)
        c = (a * rotation.transposed) * -1
        b = rotation * a * rotation.transposed
        b.addToDiagonal(Noise.sample * Noise.sample)
        if radius == 0 { radius = field.length }
        last = attitude
        age = 0
    }

    private mutating func walk(_ turned: Double, rateVariance: Double) {
        let scale = Noise.scale * turned
        let heading = (scale * scale + rateVariance * age * Noise.offsetTime).squareRoot()
        let around = Vector3(-field.y, field.x, 0) * heading
        b.subtractOuter(-around, around)
        b.addToDiagonal(Noise.fieldWalk * Noise.fieldWalk * age)
        a.addToDiagonal(Noise.ironWalk * Noise.ironWalk * age)
    }

    /// Along the body's axis `e`, which is `r` in the world, `seen` was measured.
    private mutating func correct(
        _ e: Vector3, _ r: Vector3, _ seen: Double, _ variance: Double
    ) {
        let (p, q) = (a * e + c * r, c.transposed * e + b * r)
        let scale = 1 / (p.dot(e) + q.dot(r) + variance)
        let innovation = seen - offset.dot(e) - field.dot(r)
        let (ps, qs) = (p * scale, q * scale)
        offset += ps * innovation
        field += qs * innovation
        a.subtractOuter(ps, p)
        c.subtractOuter(ps, q)
        b.subtractOuter(qs, q)
    }
}
