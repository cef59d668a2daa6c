import Checkout
import Simulation
import Testing

@testable import Motion

@Suite struct GuidedTurnTests {
    private static let start = Instant.zero + .seconds(1)

    /// A body that gets the orientations of a motion, and asks for nothing in between.
    private func guided(
        every interval: Nanoseconds, _ count: Int, _ orientation: (Double) -> Quaternion
    ) -> ScriptedBody {
        let body = ScriptedBody()
        for index in 0..<count {
            let time = Nanoseconds(interval.count * Int64(index))
            body.turn(towards: orientation(time.seconds), at: Self.start + time)
        }
        return body
    }

    @Test(arguments: [100, 60, 30, 10])
    func `a steady turn has its rate, a little late`(frequency: Int) {
        let rate = 1.5
        let interval = Nanoseconds(1_000_000_000 / Int64(frequency))
        let body = guided(every: interval, 4 * frequency) {
            Quaternion(angle: rate * $0, axis: .zAxis)
        }
        var worst = 0.0
        for step in 0..<1000 {
            let time = Self.start + .seconds(2.5) + .milliseconds(Int64(step))
            let state = body.kinematics(at: time)
            worst = max(worst, (state.angularRate - Vector3(0, 0, rate)).length)
            let late = state.orientation.headingError(
                to: Quaternion(angle: rate * (time - Self.start).seconds, axis: .zAxis))
            #expect(late < 0 && late > -0.4 * rate, "\(late)")
            #expect(abs(state.specificForce.length - standardGravity) < 1e-9)
        }
        #expect(worst < (frequency < 30 ? 0.1 : 0.05) * rate, "\(worst)")
    }

    @Test func `nothing jumps, whatever arrives and whenever`() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = RandomStream(seed: seed, purpose: "guided")
            let body = ScriptedBody()
            var time = Self.start
            var arrivals: [Instant] = []
            for _ in 0..<50 {
                let axis = Vector3(
                    random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5)
                body.turn(towards: Quaternion(rotationVector: axis * 6), at: time)
                arrivals.append(time)
                time = time + .microseconds(Int64(random.below(60_000)))
            }
            for arrival in arrivals.dropFirst() {
                let before = body.kinematics(at: arrival - .microseconds(1))
                let now = body.kinematics(at: arrival)
                let next = body.kinematics(at: arrival + .microseconds(1))
                let turned = (before.orientation.inverse * next.orientation).axisAndAngle.angle
                #expect(turned < 1e-3)
                // No faster than 1,000 rad/s² and the like: neither rate nor acceleration jumps.
                #expect((next.angularRate - now.angularRate).length < 0.05, "seed \(seed)")
                #expect((now.angularRate - before.angularRate).length < 0.05, "seed \(seed)")
                let change =
                    (next.angularRate - now.angularRate)
                    - (now.angularRate - before.angularRate)
                #expect(change.length < 1e-3, "seed \(seed): \(change.length)")
            }
        }
    }

    @Test func `the rate is the derivative of the orientation`() {
        let body = guided(every: .milliseconds(20), 50) { time in
            Quaternion(heading: 2 * time, pitch: time, roll: -1.5 * time)
        }
        let step = Nanoseconds.microseconds(10)
        for index in 0..<2000 {
            let time = Self.start + .microseconds(Int64(index) * 517)
            let turn =
                body.orientation(at: time - step).inverse * body.orientation(at: time + step)
            let (axis, angle) = turn.axisAndAngle
            let rate = axis * (angle / (2 * step.seconds))
            #expect((rate - body.angularRate(at: time)).length < 1e-3, "\(time)")
        }
    }

    @Test func `without orientations the body comes to rest in the last one`() {
        let goal = Quaternion(heading: 0.5, pitch: 0.2, roll: -0.3)
        let body = guided(every: .milliseconds(16), 60) { time in
            time < 0.9 ? Quaternion(angle: 3 * time, axis: .xAxis) : goal
        }
        let rest = body.kinematics(at: Self.start + .seconds(3))
        #expect(rest.angularRate == .zero)
        #expect((rest.orientation.inverse * goal).axisAndAngle.angle < 1e-7)
        let before = body.bandwidth(at: Self.start + .milliseconds(500))
        #expect(before > 1 && body.bandwidth(at: Self.start + .seconds(3)) == 0)
        // A sensor sees less than its noise long before the stream counts as stale for good.
        let soon = body.kinematics(at: Self.start + .milliseconds(16 * 60 + 350))
        #expect(soon.angularRate.length < 1e-3)
    }

    @Test func `a moving body is taken over without a jump of its rate`() throws {
        let body = try ScriptedBody([.spin(Spin(rate: 2, axis: .zAxis, duration: 10))])
        body.turn(towards: .identity, at: Self.start + .seconds(2))
        let before = body.kinematics(at: Self.start + .milliseconds(1999))
        let after = body.kinematics(at: Self.start + .milliseconds(2001))
        #expect((before.angularRate - after.angularRate).length < 0.5)
        #expect(before.angularRate.z > 1)
        // And its script can go on from there.
        try body.perform(
            [.turn(Turn(angle: 1, axis: .zAxis, duration: 1))], from: Self.start + .seconds(5))
        let turned = body.orientation(at: Self.start + .seconds(7))
        #expect(abs(turned.headingError(to: Quaternion(angle: 1, axis: .zAxis))) < 1e-6)
    }

    @Test(.slow) func `an hour of orientations stays within bounds`() {
        let body = guided(every: .milliseconds(16), 225_000) {
            Quaternion(angle: 0.001 * $0, axis: .yAxis)
        }
        #expect(body.angularRate(at: Self.start + .seconds(3599)).y > 0.0009)
    }
}
