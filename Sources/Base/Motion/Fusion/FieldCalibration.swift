/// A magnetometer's offset from the board itself (hard iron), and the strength of the field around
/// it, learned from turning: with a gyroscope by a regression on the attitude, otherwise by fitting a
/// sphere. A board that lies still learns nothing.
struct FieldCalibration: Sendable {
    /// Standard deviations of the worst axis, in µT, below which the accuracy is 1, 2 and 3: 2 means
    /// that the field can be used: three of them are less than 10 µT.
    private static let limits = [8.0, 3.0, 2.0]
    /// What a restored accuracy stands for, in µT.
    private static let restored = [60.0, 8.0, 3.3, 1.0]
    /// Without a gyroscope a sample counts after a turn of this many radians: the attitude is as noisy
    /// as the field.
    private static let leastTurn = 20 * Double.pi / 180

    /// Turns are measured well enough once the gyroscope's offset is known so well, in rad/s: an unknown
    /// one looks like iron.
    private static let knownRate = 1 * Double.pi / 180

    private enum Method: Sendable {
        case regression(FieldRegression)
        case sphere(SphereFit, last: Quaternion?)
    }
    private var method: Method
    /// 0 unreliable, 1 low, 2 medium, 3 high.
    private(set) var accuracy: UInt8 = 0

    /// - Parameter known: what an earlier run has learned.
    init(hasGyroscope: Bool, known: FusionCalibration = .unknown) {
        let sigma = Self.restored[Int(min(known.accuracy, 3))]
        switch (hasGyroscope, known.accuracy > 0) {
        case (true, true):
            method = .regression(
                FieldRegression(offset: known.offset, radius: known.radius, sigma: sigma))
        case (true, false): method = .regression(FieldRegression())
        case (false, true):
            method = .sphere(
                SphereFit(offset: known.offset, radius: known.radius, sigma: sigma), last: nil)
        case (false, false): method = .sphere(SphereFit(), last: nil)
        }
        judge()
    }

    /// Hard iron in µT, body.
    var offset: Vector3 {
        switch method {
        case .regression(let fit): fit.offset
        case .sphere(let fit, _): fit.offset
        }
    }

    /// Strength of the field in µT.
    var radius: Double {
        switch method {
        case .regression(let fit): fit.radius
        case .sphere(let fit, _): fit.radius
        }
    }

    /// How far the field points below the horizon in radians, if that is known.
    var dip: Double? {
        switch method {
        case .regression(let fit): fit.dip
        case .sphere: nil
        }
    }

    /// Variance of the offset along a unit vector, in µT².
    func variance(along d: Vector3) -> Double {
        switch method {
        case .regression(let fit): fit.variance(along: d)
        case .sphere(let fit, _): fit.variance(along: d)
        }
    }

    /// Uses a sample in µT, body, if the body has turned since the last one.
    ///
    /// - Parameters:
    ///   - filter: the attitude at that time.
    ///   - interval: seconds since the last call.
    mutating func take(_ field: Vector3, _ filter: AttitudeFilter, interval: Double) {
        switch method {
        case .regression(var fit):
            let sigmas = filter.offsetSigmas
            let rateSigma = max(sigmas.x, sigmas.y, sigmas.z)
            if filter.isStarting || rateSigma > Self.knownRate {
                fit.loseWorld()
            } else {
                let withoutField =
                    Quaternion(angle: -filter.headingCorrection, axis: .zAxis) * filter.attitude
                fit.take(
                    field, attitude: withoutField, tiltVariance: filter.tiltVariance,
                    rateVariance: rateSigma * rateSigma, interval: interval)
            }
            method = .regression(fit)
        case .sphere(var fit, let last):
            let turned = last.map { ($0.inverse * filter.attitude).axisAndAngle.angle }
            if let turned, turned < Self.leastTurn { return }
            fit.take(field)
            method = .sphere(fit, last: filter.attitude)
        }
        judge()
    }

    private mutating func judge() {
        let sigma =
            switch method {
            case .regression(let fit): fit.sigma
            case .sphere(let fit, _): fit.sigma
            }
        accuracy = UInt8(Self.limits.count { sigma < $0 })
    }
}
