import Motion

/// Measures the speed of throws from the acceleration and the rotation of a physical cap's frames.
///
/// The published power of a throw is a number of the moment in which the throw is recognised, and
/// nearly always close to 1. This is the speed of the cap itself: it keeps track of the attitude from
/// the last time that the cap was still, removes gravity, and integrates what remains. A throw ends
/// when the cap slows down after a forward turn, which is when a hand lets go.
public struct ThrowMeter: Sendable, Equatable {
    /// Least speed of a throw, in m/s.
    public static let slowest = 0.5
    /// Least time between two throws, in seconds.
    public static let cooldown = 0.45

    /// Frames a second.
    public var hertz: Double
    /// Speed of the cap now, in m/s; 0 until it was still for a moment.
    public var speed: Double { velocity.length }

    private var attitude = Quaternion.identity
    private var gravity = Vector3.zero
    private var bias = Vector3.zero
    private var velocity = Vector3.zero
    private var lastForce = Vector3.zero
    private var isSet = false
    private var still = Still()
    private var thrust = Thrust()
    private var sinceThrow = Double.infinity

    /// What was measured while the cap has been still.
    private struct Still: Sendable, Equatable {
        var frames = 0
        var rate = Vector3.zero
        var force = Vector3.zero
    }

    /// A forward turn that goes on.
    private struct Thrust: Sendable, Equatable {
        var isOn = false
        var peak = 0.0
    }

    /// Below these a cap in a hand counts as still: rad/s, and m/s² from gravity.
    static let stillRate = 0.3
    static let stillForce = 0.8
    /// How long it must be, in seconds.
    static let stillTime = 0.12
    /// Rate of turn that begins a thrust, in rad/s.
    static let forwardRate = 1.0
    /// Share of the highest speed below which the throw is over.
    static let released = 0.8

    /// A meter of a stream with so many frames a second.
    public init(hertz: Double) { self.hertz = hertz }

    /// Takes a frame's rotation in rad/s and force in m/s², both in the chip's axes.
    ///
    /// - Parameter forward: rate of turn in the direction of a throw, in rad/s.
    /// - Returns: the speed of the throw that ends with this frame, in m/s.
    public mutating func process(rotation: Vector3, force: Vector3, forward: Double) -> Double? {
        let dt = 1 / max(hertz, 1)
        sinceThrow += dt
        if rest(rotation, force, dt) { return nil }
        guard isSet else { return nil }
        attitude = (attitude * Quaternion(rotationVector: (rotation - bias) * dt)).normalized
        let now = attitude.rotate(force) - gravity
        velocity += (now + lastForce) * (dt / 2)
        lastForce = now
        return end(forward)
    }

    /// True while the cap is still: where it points and that it does not move are known then.
    private mutating func rest(_ rotation: Vector3, _ force: Vector3, _ dt: Double) -> Bool {
        let isStill =
            (rotation - bias).length < Self.stillRate
            && abs(force.length - standardGravity) < Self.stillForce
        guard isStill else {
            still = Still()
            return false
        }
        still.frames += 1
        let share = 1 / Double(min(still.frames, 32))
        still.rate += (rotation - still.rate) * share
        still.force += (force - still.force) * share
        guard Double(still.frames) * dt >= Self.stillTime else { return false }
        bias = still.rate
        gravity = still.force
        attitude = .identity
        velocity = .zero
        lastForce = .zero
        isSet = true
        thrust = Thrust()
        return true
    }

    private mutating func end(_ forward: Double) -> Double? {
        if !thrust.isOn {
            guard forward >= Self.forwardRate else { return nil }
            thrust = Thrust(isOn: true)
        }
        thrust.peak = max(thrust.peak, speed)
        guard speed < Self.released * thrust.peak || forward < 0.3 * Self.forwardRate else {
            return nil
        }
        let peak = thrust.peak
        thrust = Thrust()
        guard peak >= Self.slowest, sinceThrow >= Self.cooldown else { return nil }
        sinceThrow = 0
        return peak
    }
}
