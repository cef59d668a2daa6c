/// A magnetometer's offset from the board itself (hard iron), and the strength of the field around
/// it, learned from turns without a gyroscope.
///
/// Every sample lies on a sphere about the offset: |m|² = 2 c·m + (r² - |c|²), which is linear in
/// the offset c and the bracket. Recursive least squares with a prior, the linear sphere fit of
/// Alonso and Shuster's TWOSTEP (J. Astronautical Sciences 50, 2002) one sample at a time. A sample's
/// noise is in both sides of the equation, which shrinks the sphere, so samples must be far apart.
struct SphereFit: Sendable {
    /// µT; the unit of the fit, so that its numbers are about one.
    private static let unit = 50.0
    /// Standard deviation of |m|² in units: noise, and deviation from a sphere.
    private static let noise = 0.2

    /// With this standard deviation in µT a sample that does not fit is refused.
    private static let trusted = 3.3

    /// Offset in units, and the bracket.
    private var state = SIMD4<Double>(0, 0, 0, 1)
    private var covariance: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
    private var refused = 0

    /// Unknown, except that offsets are below about 100 µT.
    init() {
        covariance = Self.prior(1.2)
    }

    /// Learned by an earlier run; standard deviation in µT.
    init(offset: Vector3, radius: Double, sigma: Double) {
        let c = offset * (1 / Self.unit)
        let r = radius / Self.unit
        state = SIMD4(c.x, c.y, c.z, r * r - c.squaredLength)
        covariance = Self.prior(sigma / Self.unit)
    }

    private static func prior(
        _ sigma: Double
    ) -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
        let v = sigma * sigma
        return (
            SIMD4(v, 0, 0, 0), SIMD4(0, v, 0, 0), SIMD4(0, 0, v, 0), SIMD4(0, 0, 0, 10 * v)
        )
    }

    /// Hard iron in µT, body.
    var offset: Vector3 { Vector3(state.x, state.y, state.z) * Self.unit }
    /// Strength of the field in µT.
    var radius: Double {
        max(0, state.w + state.x * state.x + state.y * state.y + state.z * state.z).squareRoot()
            * Self.unit
    }

    /// Standard deviation of the offset's worst axis in µT.
    var sigma: Double {
        max(covariance.0.x, covariance.1.y, covariance.2.z).squareRoot() * Self.unit
    }

    /// Variance of the offset along a unit vector, in µT².
    func variance(along d: Vector3) -> Double {
        let v = SIMD4(d.x, d.y, d.z, 0)
        let (rows, p) = (covariance, Self.dot)
        let sum = d.x * p(rows.0, v) + d.y * p(rows.1, v) + d.z * p(rows.2, v)
        return sum * Self.unit * Self.unit
    }

    /// Uses a sample in µT.
    mutating func take(_ field: Vector3) {
        let m = field * (1 / Self.unit)
        let h = SIMD4(2 * m.x, 2 * m.y, 2 * m.z, 1)
        let p = SIMD4(
            Self.dot(covariance.0, h), Self.dot(covariance.1, h), Self.dot(covariance.2, h),
            Self.dot(covariance.3, h))
        let variance = Self.dot(h, p) + Self.noise * Self.noise
        let error = m.squaredLength - Self.dot(h, state)
        // A sample that does not fit a good calibration is blamed on the surroundings, for a while.
        if sigma < Self.trusted, error * error > 25 * variance {
            refused += 1
            if refused < 100 { return }
            self = Self()
            return
        }
        refused = 0
        let gain = p / variance
        state += gain * error
        covariance.0 -= p * gain.x
        covariance.1 -= p * gain.y
        covariance.2 -= p * gain.z
        covariance.3 -= p * gain.w
        // Confidence decreases slowly: hard iron changes.
        let walk = 1e-6
        covariance.0.x += walk
        covariance.1.y += walk
        covariance.2.z += walk
        covariance.3.w += walk
    }

    /// In the same order on every machine.
    @inline(__always) private static func dot(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double {
        let c = a * b
        return c.x + c.y + c.z + c.w
    }
}
