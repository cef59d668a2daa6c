import Simulation
import Testing

@testable import Motion

/// A body in a hand.
@Suite struct `Guided body` {
    /// A hand that changes its mind at random: its times and goals.
    private func wander(
        _ body: ScriptedBody, seed: UInt64, goals: Int
    ) -> (times: [Double], end: Double) {
        var random = RandomStream(seed: seed, purpose: "hand")
        func one() -> Double { 2 * random.uniform() - 1 }
        var (time, times) = (0.3, [Double]())
        for _ in 0..<goals {
            let place: Vector3? = random.below(4) == 0 ? nil : Vector3(one(), one(), one())
            let attitude: Quaternion? =
                random.below(4) == 0
                ? nil : Quaternion(angle: 3 * one(), axis: Vector3(one(), one(), 1).direction!)
            body.guide(to: place, attitude, from: .zero + .seconds(time))
            times.append(time)
            time += random.below(3) == 0 ? 0.5 * random.uniform() : 0.016
        }
        return (times, time + 6)
    }

    @Test(arguments: 1...8)
    func `has rates and accelerations that are derivatives of its pose`(seed: UInt64) throws {
        let body = try ScriptedBody(scripts[Int(seed)].moves)
        let (times, end) = wander(body, seed: seed, goals: 60)
        func state(_ t: Double) -> Kinematics { body.kinematics(at: Instant.zero + .seconds(t)) }
        let step = 0.000_01
        var random = RandomStream(seed: seed, purpose: "moments")
        for _ in 0..<2000 {
            let t = 0.31 + (end - 0.31) * random.uniform()
            if times.contains(where: { abs($0 - t) < 2 * step }) { continue }
            let (a, b, c) = (state(t - step), state(t), state(t + step))
            let velocity = (c.position - a.position) * (0.5 / step)
            let acceleration = (c.velocity - a.velocity) * (0.5 / step)
            let turn = a.orientation.inverse * c.orientation
            let rate = Vector3(turn.x, turn.y, turn.z) * ((turn.w < 0 ? -1 : 1) / step)
            #expect((velocity - b.velocity).length < 1e-4, "velocity at \(t)")
            #expect((acceleration - b.acceleration).length < 0.02, "acceleration at \(t)")
            #expect((rate - b.angularRate).length < 1e-3, "rate at \(t)")
        }
    }

    @Test(arguments: 1...8)
    func `moves as a hand can, without a jump of rate or acceleration`(seed: UInt64) throws {
        let body = ScriptedBody()
        let (times, end) = wander(body, seed: seed, goals: 80)
        var (acceleration, rate) = (0.0, 0.0)
        for ms in 0..<Int64(end * 1000) {
            let state = body.kinematics(at: .zero + .milliseconds(ms))
            acceleration = max(acceleration, state.acceleration.length)
            rate = max(rate, state.angularRate.length)
        }
        #expect(acceleration > 5 && acceleration < 1.5 * Approach.mostAcceleration)
        #expect(rate > 2 && rate < 1.5 * Approach.mostRate)
        for time in times {
            let join = Instant.zero + .seconds(time)
            let before = body.kinematics(at: join - .microseconds(1))
            let after = body.kinematics(at: join + .microseconds(1))
            #expect((before.position - after.position).length < 1e-4)
            #expect((before.velocity - after.velocity).length < 1e-3)
            #expect((before.acceleration - after.acceleration).length < 0.1)
            #expect((before.angularRate - after.angularRate).length < 2e-3)
        }
    }

    @Test func `comes to rest where the hand brings it`() {
        let body = ScriptedBody()
        let goal = Quaternion(angle: 2, axis: .xAxis)
        body.guide(to: Vector3(0.3, 0, 0.1), goal, from: .zero + .seconds(1))
        // The hand lets the attitude as it is, and goes elsewhere.
        body.guide(to: Vector3(-0.2, 0, 0), nil, from: .zero + .milliseconds(1_100))
        let end = body.kinematics(at: body.end + .seconds(1))
        #expect((end.position - Vector3(-0.2, 0, 0)).length < 1e-12)
        #expect((end.orientation.inverse * goal).axisAndAngle.angle < 1e-9)
        #expect(end.velocity == .zero && end.angularRate == .zero)
        #expect(body.end.seconds < 3)
    }

    @Test func `remembers how it moved before`() throws {
        let moves = scripts[0].moves
        let (body, other) = (try ScriptedBody(moves), try ScriptedBody(moves))
        body.guide(to: .zAxis, nil, from: .zero + .milliseconds(300))
        try body.begin([.tap(Tap())], from: .zero + .milliseconds(600))
        try body.perform([.pause(1)], from: .zero + .milliseconds(2_000))
        for ms in stride(from: Int64(0), to: 300, by: 7) {
            let time = Instant.zero + .milliseconds(ms)
            #expect(body.orientation(at: time) == other.orientation(at: time))
            #expect(body.bandwidth(at: time) == other.bandwidth(at: time))
        }
        #expect(body.kinematics(at: .zero + .milliseconds(400)).velocity.z > 0)
    }

    @Test func `is brought to rest before the moves that it begins in motion`() throws {
        let body = try ScriptedBody([.spin(Spin(rate: 9, duration: 10))])
        try body.begin([.tap(Tap(peak: 5))], from: .zero + .seconds(4))
        var last = body.kinematics(at: .zero + .seconds(4)).angularRate.length
        #expect(last > 8)
        for ms in Int64(4_001)...4_400 {
            let rate = body.kinematics(at: .zero + .milliseconds(ms)).angularRate.length
            #expect(abs(rate - last) < 1, "at \(ms) ms")
            last = rate
        }
        #expect(last == 0)
        // At rest, the moves begin at once.
        try body.begin([.tap(Tap(peak: 5))], from: .zero + .seconds(6))
        #expect(body.end < .zero + .milliseconds(6_020))
    }
}
