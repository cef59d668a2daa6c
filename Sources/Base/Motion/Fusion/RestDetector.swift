/// Detects when a body lies still: rate and specific force stay near their own slow means (Laidig
/// and Seel, Information Fusion 91, 2023, section 3.4).
struct RestDetector: Sendable {
    /// Time constant of the means in seconds.
    static let meanTime = 0.25
    /// The limits of stillness, in rad/s and g: well above the sensors' noise.
    static let (rateLimit, forceLimit) = (1.0 * .pi / 180, 0.03)
    /// Seconds without movement until it counts as rest.
    static let patience = 1.0
    /// Seconds without movement until the force is taken for gravity, and until that is done
    /// against the current estimate: such a steady acceleration does not last.
    static let (quietPatience, surePatience) = (0.35, 0.5)

    /// Mean rate in rad/s.
    private(set) var rate = Vector3.zero
    /// Mean specific force in g.
    private(set) var force = Vector3.zero
    /// Seconds since the last movement.
    private(set) var stillTime = 0.0
    /// Seconds for which rate and force have stayed near their means, whatever the rate.
    private(set) var quietTime = 0.0
    private var isPrimed = false

    var isAtRest: Bool { stillTime >= Self.patience }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - offset: what the gyroscope's offset is held for, in rad/s.
    ///   - certainty: how far off that may be; a steady turn beyond it is no rest.
    mutating func take(
        rate sample: Vector3, force felt: Vector3, offset: Vector3, certainty: Double,
        interval: Double
    ) {
        guard isPrimed else {
            (rate, force, isPrimed) = (sample, felt, true)
            return
        }
        let isQuiet =
            (sample - rate).squaredLength < Self.rateLimit * Self.rateLimit
            && (felt - force).squaredLength < Self.forceLimit * Self.forceLimit
        guard isQuiet else {
            (rate, force) = (sample, felt)
            (quietTime, stillTime) = (0, 0)
            return
        }
        quietTime += interval
        let share = min(1, interval / min(quietTime, Self.meanTime))
        rate += (sample - rate) * share
        force += (felt - force) * share
        let isStill = (rate - offset).squaredLength < certainty * certainty
        stillTime = isStill ? stillTime + interval : 0
    }
}
