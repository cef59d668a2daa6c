public import Motion
public import Simulation

/// One throw of a forearm and its wrist: a pull back, a thrust and a return.
public struct ArmThrow: Sendable, Equatable {
    /// Still before the pull, in seconds.
    public var rest = 2.0
    /// From the rest position back, in radians.
    public var pull = 0.6
    /// In seconds.
    public var pullDuration = 0.35
    /// Still between pull and thrust, in seconds.
    public var hold = 0.1
    /// From the pulled position forward, in radians.
    public var thrust = 1.2
    /// In seconds.
    public var thrustDuration = 0.25
    /// Flexion of the wrist, which starts in the middle of the thrust and ends with it, in radians.
    public var flexion = 0.4
    /// Still after the thrust, in seconds.
    public var followThrough = 0.15
    /// Back to the rest position, in seconds.
    public var returnDuration = 0.8

    /// A throw of medium speed.
    public init() {}

    /// Any throw of a person: from a lob of about 1 m/s to a hard dart of about 7 m/s.
    public init(_ random: inout RandomStream) {
        func between(_ low: Double, _ high: Double) -> Double {
            low + (high - low) * random.uniform()
        }
        rest = between(1.2, 2.5)
        pull = between(0.35, 0.9)
        pullDuration = between(0.25, 0.6)
        hold = between(0, 0.4)
        thrust = pull + between(0.3, 0.9)
        // The wanted peak rate of the elbow; a least-jerk turn peaks at 15/8 of its mean rate.
        let peak = between(3, 14)
        thrustDuration = max(0.1, 1.875 * thrust / peak)
        flexion = between(0.1, 0.7)
        followThrough = between(0.05, 0.4)
        returnDuration = between(0.6, 1.4)
    }

    /// From the beginning of the rest to the end of the return, in seconds.
    public var duration: Double {
        rest + pullDuration + hold + thrustDuration + followThrough + returnDuration
    }

    /// Elbow and wrist so many seconds after the beginning, in radians forward of the rest position.
    func angles(_ time: Double) -> (elbow: Double, wrist: Double) {
        func share(_ start: Double, _ duration: Double) -> Double {
            let u = min(max((time - start) / max(duration, 1e-3), 0), 1)
            return u * u * u * (10 + u * (6 * u - 15))
        }
        let thrustStart = rest + pullDuration + hold
        let returnStart = thrustStart + thrustDuration + followThrough
        let back = 1 - share(returnStart, returnDuration)
        let elbow = -pull * share(rest, pullDuration) + thrust * share(thrustStart, thrustDuration)
        let wrist = flexion * share(thrustStart + thrustDuration / 2, thrustDuration / 2)
        return (elbow * back, wrist * back)
    }
}

/// An arm that throws with a cap in its hand: the elbow stays where it is, forearm and wrist turn
/// in one plane, and the hand trembles.
///
/// The cap's face is up at rest and its far edge in the direction of the throw.
public final class ThrowingArm: Body {
    /// Its throws, one after the other; it then rests.
    let throwing: [ArmThrow]
    private let starts: [Double]
    /// In metres.
    private let forearm: Double
    private let hand: Double
    /// How the cap lies in the hand.
    private let grip: Quaternion
    /// The axis about which elbow and wrist turn, in the world.
    private let axis: Vector3
    private let tremor: (angle: Double, way: Double, frequency: Double)

    /// An arm of average size that holds the cap straight and does not tremble.
    public init(_ throwing: [ArmThrow]) {
        self.throwing = throwing
        starts = Self.starts(throwing)
        (forearm, hand) = (0.27, 0.1)
        grip = .identity
        axis = -.xAxis
        tremor = (0, 0, 9)
    }

    /// The arm of any person who makes these throws.
    public init(_ throwing: [ArmThrow], _ random: inout RandomStream) {
        func between(_ low: Double, _ high: Double) -> Double {
            low + (high - low) * random.uniform()
        }
        self.throwing = throwing
        starts = Self.starts(throwing)
        forearm = between(0.22, 0.32)
        hand = between(0.06, 0.12)
        grip = Quaternion(
            heading: between(-0.3, 0.3), pitch: between(-0.3, 0.3), roll: between(-0.3, 0.3))
        axis = Vector3(-1, between(-0.2, 0.2), between(-0.2, 0.2)).direction ?? -.xAxis
        tremor = (between(0.00005, 0.0003), between(0.00001, 0.00005), between(8, 11))
    }

    private static func starts(_ throwing: [ArmThrow]) -> [Double] {
        var sum = 0.0
        return throwing.map { each in
            defer { sum += each.duration }
            return sum
        }
    }

    /// The highest speed of the cap's centre in the thrust of a throw, in m/s.
    public func topSpeed(ofThrow index: Int) -> Double {
        let each = throwing[index]
        let start = pullStart(ofThrow: index) + each.pullDuration + each.hold
        return stride(from: start, through: start + each.thrustDuration, by: 0.001)
            .reduce(0) { max($0, state(at: $1).velocity.length) }
    }

    /// When the arm begins to move for a throw, in seconds.
    public func pullStart(ofThrow index: Int) -> Double { starts[index] + throwing[index].rest }

    /// When everything is over, in seconds.
    public var duration: Double { (starts.last ?? 0) + (throwing.last?.duration ?? 0) }

    private func place(at time: Double) -> (position: Vector3, angle: Double) {
        let index = max(0, (starts.lastIndex { $0 <= time }) ?? 0)
        let (elbow, wrist) =
            throwing.isEmpty ? (0, 0) : throwing[index].angles(time - starts[index])
        let shiver = Elementary.sine(2 * .pi * tremor.frequency * time)
        let first = Quaternion(angle: elbow + tremor.angle * shiver, axis: axis)
        let second = Quaternion(angle: elbow + wrist + tremor.angle * shiver, axis: axis)
        // The forearm stands upright at rest.
        let way = first.rotate(Vector3(0, 0, forearm)) + second.rotate(Vector3(0, 0, hand))
        let angle = elbow + wrist + tremor.angle * shiver
        return (way + Vector3(0, tremor.way * shiver, 0), angle)
    }

    private func state(at time: Double) -> Kinematics {
        // Central differences; the path is smooth to the second derivative.
        let step = 1e-4
        let (before, now, after) = (place(at: time - step), place(at: time), place(at: time + step))
        var state = Kinematics(
            restingAt: Pose(
                position: now.position,
                orientation: Quaternion(angle: now.angle, axis: axis) * grip))
        state.velocity = (after.position - before.position) * (0.5 / step)
        state.acceleration =
            (after.position - now.position - (now.position - before.position)) * (1 / step / step)
        state.angularRate = state.orientation.unrotate(
            axis * ((after.angle - before.angle) * (0.5 / step)))
        let force = state.acceleration + Vector3(0, 0, standardGravity)
        state.specificForce = state.orientation.unrotate(force)
        return state
    }

    /// The true state at any instant.
    public func kinematics(at time: Instant) -> Kinematics { state(at: time.seconds) }

    /// Of a fast thrust.
    public func bandwidth(at time: Instant) -> Double { 40 }
}
