/// Steps: forward motion, the trunk's bounce and sway, the knock of each heel, and the arm's
/// swing for a board on the wrist.
public struct Walk: MoveKind {
    static let name = "walk"

    /// Steps a second.
    public var cadence: Double
    /// The number of steps.
    public var steps: Int
    /// Metres a step, in the direction of the body's y axis over ground.
    public var stepLength: Double
    /// Metres from the lowest to the highest point of a step.
    public var bounce: Double
    /// Metres from side to side, once in two steps.
    public var sway: Double
    /// Peak of the heel's knock, in g upwards.
    public var impact: Double
    /// Radians to either side, once in two steps, about the body's x; 0 for a board on the hip.
    public var armSwing: Double
    /// Metres from the shoulder.
    public var armLength: Double

    /// A walk; by default twenty steps at 1.9 a second with a board on the wrist.
    public init(
        cadence: Double = 1.9, steps: Int = 20, stepLength: Double = 0.7, bounce: Double = 0.045,
        sway: Double = 0.03, impact: Double = 0.5, armSwing: Double = 0.35, armLength: Double = 0.6
    ) {
        self.cadence = cadence
        self.steps = steps
        self.stepLength = stepLength
        self.bounce = bounce
        self.sway = sway
        self.impact = impact
        self.armSwing = armSwing
        self.armLength = armLength
    }

    var problem: String? {
        Check.first(
            Check.positive(cadence, "cadence"),
            steps >= 1 ? nil : "steps is \(steps): give 1 or more",
            Check.finite(stepLength, "stepLength"), Check.finite(bounce, "bounce"),
            Check.finite(sway, "sway"), Check.finite(impact, "impact"),
            Check.finite(armSwing, "armSwing"), Check.notNegative(armLength, "armLength"),
            Check.duration(Double(steps) / cadence))
    }

    func segment(from start: Pose) -> Segment { WalkSegment(start: start, self) }
}

private final class WalkSegment: RotationSegment {
    private let walk: Walk
    private let ramp: Double
    private let knock: Double
    private let forward: Vector3
    private let left: Vector3

    init(start: Pose, _ walk: Walk) {
        self.walk = walk
        let duration = Double(walk.steps) / walk.cadence
        ramp = min(1 / walk.cadence, 0.5 * duration)
        // A heel's knock lasts a twentieth of a second, less when running.
        knock = Profile.pulseHalfWidth * min(0.05, 0.25 / walk.cadence)
        let heading = Quaternion(angle: start.orientation.heading, axis: .zAxis)
        forward = heading.rotate(.yAxis)
        left = heading.rotate(Vector3(-1, 0, 0))
        super.init(
            start: start, duration: duration, axis: .xAxis,
            arm: walk.armSwing == 0 ? nil : Swing.arm(radius: walk.armLength, axis: .xAxis))
    }

    override func evaluate(_ t: Double, _ state: inout Kinematics) {
        let share = Profile.envelope(t, ramp: ramp, duration: duration)
        let stride = Profile.sine(t, frequency: 0.5 * walk.cadence)
        turn(stride * share * walk.armSwing, &state)

        let speed = walk.stepLength * walk.cadence
        let way = Jet(
            value: speed * Profile.envelopeIntegral(t, ramp: ramp, duration: duration),
            rate: speed * share.value, acceleration: speed * share.rate)
        // Highest at the start of a step, lowest at its heel strike in the middle.
        let phase = Profile.sine(t + 0.25 / walk.cadence, frequency: walk.cadence)
        let bounce = phase * share * (0.5 * walk.bounce)
        let sway = stride * share * (0.5 * walk.sway)
        let step = max(0, min(Double(walk.steps - 1), (t * walk.cadence).rounded(.down)))
        let heel = (step + 0.5) / walk.cadence
        let weight = Profile.envelope(heel, ramp: ramp, duration: duration).value
        let impact =
            Profile.pulse(t - heel, halfWidth: knock) * (walk.impact * standardGravity * weight)

        state.position +=
            forward * way.value + left * sway.value
            + Vector3(0, 0, bounce.value + impact.value)
        state.velocity +=
            forward * way.rate + left * sway.rate + Vector3(0, 0, bounce.rate + impact.rate)
        state.acceleration +=
            forward * way.acceleration + left * sway.acceleration
            + Vector3(0, 0, bounce.acceleration + impact.acceleration)
    }

    override var bandwidth: Double { max(50, 10 * walk.cadence) }
}
