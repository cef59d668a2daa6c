/// The offset of an accelerometer, learned from attitudes in which the board lies still: the
/// measurement must be 1 g in each (Tedaldi, Pretto and Menegatti, ICRA 2014).
struct ForceCalibration: Sendable {
    /// Errors of scale and alignment, in g, which are not offset.
    private static let noise = 0.006
    /// An offset counts as known with this standard deviation in g.
    private static let known = 0.012
    /// Attitudes closer than this to an earlier one are ignored: the cosine of 25°.
    private static let nearness = 0.906

    /// In g, body.
    private(set) var offset = Vector3.zero
    private var covariance: Matrix3
    private var seen: [Vector3] = []

    /// Unknown, except that offsets are below about 0.1 g.
    init() { covariance = Matrix3(diagonal: Vector3(0.0025, 0.0025, 0.0025)) }

    /// Learned by an earlier run.
    init(offset: Vector3, accuracy: UInt8) {
        self.offset = offset
        let sigma = [0.05, 0.03, 0.02, 0.008][Int(min(accuracy, 3))]
        covariance = Matrix3(diagonal: Vector3(sigma * sigma, sigma * sigma, sigma * sigma))
    }

    /// The number of axes with a known offset: 0 to 3.
    var accuracy: UInt8 {
        let limit = Self.known * Self.known
        return (covariance.x.x < limit ? 1 : 0) + (covariance.y.y < limit ? 1 : 0)
            + (covariance.z.z < limit ? 1 : 0)
    }

    /// Takes the mean measurement in g while the board lay still.
    mutating func take(_ felt: Vector3) {
        let upright = felt - offset
        let length = upright.length
        guard length > 0.8, length < 1.2 else { return }
        let direction = upright * (1 / length)
        guard !seen.contains(where: { $0.dot(direction) > Self.nearness }) else { return }
        // Twenty attitudes of this distance cover the sphere.
        if seen.count >= 32 { seen.removeFirst() }
        seen.append(direction)
        let p = covariance * direction
        let gain = p * (1 / (direction.dot(p) + Self.noise * Self.noise))
        offset += gain * (length - 1)
        covariance.subtractOuter(gain, p)
    }
}
