/// A throw straight up: a push, free flight without any force, a catch.
public struct Throw: MoveKind {
    static let name = "throw"

    /// m/s upwards at release.
    public var speed: Double
    /// rad/s in flight, right-handed.
    public var spin: Double
    /// Body axes at the start.
    public var axis: Vector3
    /// Seconds of the push.
    public var pushDuration: Double
    /// Seconds of the catch.
    public var catchDuration: Double

    /// A throw; by default 3 m/s without spin, a push and a catch of a quarter second.
    public init(
        speed: Double = 3, spin: Double = 0, axis: Vector3 = .xAxis, pushDuration: Double = 0.25,
        catchDuration: Double = 0.25
    ) {
        self.speed = speed
        self.spin = spin
        self.axis = axis
        self.pushDuration = pushDuration
        self.catchDuration = catchDuration
    }

    /// A throw by its height above the release in metres.
    public init(height: Double, spin: Double = 0, axis: Vector3 = .xAxis) {
        self.init(speed: (2 * standardGravity * height).squareRoot(), spin: spin, axis: axis)
    }

    var problem: String? {
        Check.first(
            Check.positive(speed, "speed"), Check.finite(spin, "spin"), Check.direction(axis),
            Check.positive(pushDuration, "pushDuration"),
            Check.positive(catchDuration, "catchDuration"),
            Check.duration(pushDuration + catchDuration + speed),
            catcher == nil
                ? """
                catchDuration is \(catchDuration) s, too long for so low a throw: \
                give less, or throw faster
                """ : nil)
    }

    fileprivate var push: Push { Push(duration: pushDuration, speed: speed) }

    /// The catch, which ends where the push began.
    fileprivate var catcher: Push? {
        Push(
            catchingFrom: push.rise + speed * speed / (2 * standardGravity),
            duration: catchDuration)
    }

    func segment(from start: Pose) -> Segment { ThrowSegment(start: start, self) }
}

private final class ThrowSegment: RotationSegment {
    private let push: Push
    private let land: Push
    private let flight: Double
    private let spin: Double

    init(start: Pose, _ move: Throw) {
        push = move.push
        land = move.catcher ?? Push(duration: move.catchDuration, speed: move.speed)
        flight = (move.speed + land.speed) / standardGravity
        spin = move.spin
        super.init(
            start: start, duration: move.pushDuration + flight + move.catchDuration,
            axis: move.axis.direction ?? .xAxis, arm: nil)
    }

    override func evaluate(_ t: Double, _ state: inout Kinematics) {
        turn(angle(t), &state)
        let up = way(t)
        state.position.z += up.value
        state.velocity = Vector3(0, 0, up.rate)
        state.acceleration = Vector3(0, 0, up.acceleration)
    }

    private func way(_ t: Double) -> Jet {
        let aloft = t - push.duration
        if aloft < 0 { return push.way(t) }
        let g = standardGravity
        if aloft <= flight {
            return Jet(
                value: push.rise + push.speed * aloft - 0.5 * g * aloft * aloft,
                rate: push.speed - g * aloft, acceleration: -g)
        }
        return land.landing(aloft - flight)
    }

    /// The spin grows during the push, is steady in flight and fades during the catch.
    private func angle(_ t: Double) -> Jet {
        if spin == 0 { return .zero }
        let (up, down) = (push.duration, land.duration)
        let steady = 0.5 * up
        if t < up {
            let share = Profile.minimumJerk(t, up)
            return Jet(
                value: spin * up * Profile.minimumJerkIntegrals(max(0, t / up)).first,
                rate: spin * share.value, acceleration: spin * share.rate)
        }
        if t <= up + flight {
            return Jet(value: spin * (steady + t - up), rate: spin, acceleration: 0)
        }
        let left = max(0, duration - t)
        let share = Profile.minimumJerk(left, down)
        let whole = steady + flight + 0.5 * down
        return Jet(
            value: spin * (whole - down * Profile.minimumJerkIntegrals(left / down).first),
            rate: spin * share.value, acceleration: -spin * share.rate)
    }

    override var bandwidth: Double { 4 / min(push.duration, land.duration) }
}
