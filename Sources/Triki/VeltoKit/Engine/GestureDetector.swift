/// Finds throws: back arms, forward fires (protocol, triki-motion 3.9).
public struct GestureDetector: Sendable, Equatable {
    /// What one frame brought.
    public struct Result: Sendable, Equatable {
        /// Whether a throw was fired in this frame.
        public var shot = false
        /// How hard, 0 to 1; 0 without a throw.
        public var power = 0.0
    }

    /// Whether the pull was far or fast enough: a thrust will fire.
    public private(set) var isPrimed = false
    private var last = 0.0
    private var peak = 0.0
    private var lastShot = -Double.infinity

    /// A detector at rest.
    public init() {}

    /// Takes the relative position of a frame.
    ///
    /// - Parameters:
    ///   - y: forward is positive.
    ///   - scale: how many frames of 60 Hz the frame lasted.
    ///   - now: in seconds, for the time between two throws.
    public mutating func update(
        y: Double, scale: Double, now: Double, _ config: MotionConfig
    ) -> Result {
        let y = y.finite
        let speed = (y - last) / max(scale.finite, 0.01)
        last = y
        let delta = config.gesturePullbackDelta
        guard isPrimed else {
            peak = max(peak, y)
            let pull = peak - y
            if pull >= delta || pull >= 0.55 * delta && speed <= -config.gesturePullSpeed {
                isPrimed = true
                peak = y
            }
            return Result()
        }
        let thrust = config.gestureMinThrustSpeed
        let way = y - peak
        let isForward =
            speed >= thrust && way >= 0.55 * delta || speed >= 1.35 * thrust || way >= 0.9 * delta
        guard isForward, now - lastShot >= config.gestureCooldown else { return Result() }
        isPrimed = false
        peak = y
        lastShot = now
        let power = max(speed / max(thrust, 0.001), 0.9 * way / max(delta, 0.001))
        return Result(shot: true, power: MotionMath.clamp(power, 0, 1))
    }

    /// Forgets the pull and the last throw.
    public mutating func reset() { self = GestureDetector() }
}
