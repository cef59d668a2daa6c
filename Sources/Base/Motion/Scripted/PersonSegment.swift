import Simulation

/// Moves that a person makes, one after the other.
///
/// They begin and end in the poses and at the times in which a machine would have them: what is added fades in and out.
final class PersonSegment: Segment {
    private let track: Track
    /// The same moves, for the effort ahead of the time.
    private let scout: Track
    private var noise: PersonNoise
    /// How far they are ahead of their time.
    private var haste: SmoothNoise
    /// Seconds, at most one.
    private let ramp: Double
    private let highest: Double
    /// The effort every 50 ms, as far as it was wanted; rad/s.
    private var efforts: [Double] = []

    /// Seconds between two numbers of haste, which changes from one cycle to the next.
    private static let pace = 1.5
    /// Of the speed, as a part: periods of one to three seconds vary by 4 to 7 %.
    private static let variation = 0.07
    /// m/s² that are as much effort as 1 rad/s.
    private static let pull = 6.0
    private static let grid = 0.05

    init(start: Pose, _ moves: [Move], _ person: Person) {
        track = Track(moves, from: start, start: 0)
        scout = Track(moves, from: start, start: 0)
        highest = scout.highestBandwidth
        noise = PersonNoise(person)
        var random = RandomStream(seed: person.seed, purpose: "a person's pace")
        haste = SmoothNoise(&random, step: Self.pace)
        let duration = Double(scout.end) * 1e-9
        ramp = min(1, 0.5 * duration)
        super.init(start: start, duration: duration)
    }

    override func evaluate(_ t: Double, _ state: inout Kinematics) {
        let share = Profile.envelope(t, ramp: ramp, duration: duration)
        var ahead = haste.jet(t) * share
        // Of a short move less, so that its time does not run backwards.
        ahead = ahead * (Self.variation * Self.pace * ramp / PersonNoise.slope)
        let time = Jet(
            value: t + ahead.value, rate: 1 + ahead.rate, acceleration: ahead.acceleration)
        let made = track.state(at: Int64((max(0, time.value) * 1e9).rounded()))
        // By the chain rule.
        state = made
        state.velocity = made.velocity * time.rate
        state.acceleration =
            made.acceleration * (time.rate * time.rate) + made.velocity * time.acceleration
        state.angularRate = made.angularRate * time.rate

        let own = noise.state(t) { [self] in effort($0) }
        var part = Kinematics(restingAt: Pose())
        let way = own.way
        let axes = start.orientation
        part.position = axes.rotate(way.value * share.value)
        part.velocity = axes.rotate(way.first * share.value + way.value * share.rate)
        part.acceleration = axes.rotate(
            way.second * share.value + way.first * (2 * share.rate) + way.value * share.acceleration
        )
        let turn = own.turn
        let relative = GuidedTurn.State(
            Quaternion.identity, rotation: turn.value * share.value,
            first: turn.first * share.value + turn.value * share.rate,
            second: turn.second * share.value + turn.first * (2 * share.rate)
                + turn.value * share.acceleration)
        part.orientation = relative.orientation
        part.angularRate = relative.rate
        state = part.carried(by: state)
    }

    /// Where the moves themselves end.
    override var end: Pose {
        let state = scout.state(at: Int64((duration * 1e9).rounded()))
        return Pose(position: state.position, orientation: state.orientation.normalized)
    }

    /// How much effort the moves take at a time.
    private func effort(_ t: Double) -> Double {
        let place = max(0, min(t, duration)) / Self.grid
        let before = Int(place)
        while efforts.count < before + 2 {
            let time = min(Double(efforts.count) * Self.grid, duration)
            let state = scout.state(at: Int64((time * 1e9).rounded()))
            efforts.append(
                max(state.angularRate.length, state.acceleration.length / Self.pull))
        }
        let share = place - Double(before)
        return efforts[before] * (1 - share) + efforts[before + 1] * share
    }

    override var bandwidth: Double { max(highest, PersonNoise.bandwidth) }
}
