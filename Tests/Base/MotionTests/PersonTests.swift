import Simulation
import Testing

@testable import Motion

@Suite struct PersonTests {
    private static let swing = Swing(
        amplitude: 0.8, frequency: 0.5, axis: .yAxis, cycles: 20, radius: 0.3)
    private static let tilted = Pose(
        position: Vector3(1, 2, 0.5), orientation: Quaternion(angle: 0.7, axis: .xAxis))

    private static func segment(
        _ moves: [Move], seed: UInt64 = 3, unsteadiness: Double = 1
    ) -> PersonSegment {
        PersonSegment(start: tilted, moves, Person(seed: seed, unsteadiness: unsteadiness))
    }

    private static func state(_ segment: Segment, _ t: Double) -> Kinematics {
        segment.state(at: Int64(t * 1e9), since: 0)
    }

    @Test func `place, speed and acceleration are derivatives of each other, turns as well`() {
        let segment = Self.segment([.swing(Self.swing), .pause(2), .walk(Walk(steps: 8))])
        let h = 1e-4
        for n in 0..<400 {
            let t = 0.113 * Double(n) + 0.01
            guard t + h < segment.duration else { break }
            let (before, here, after) = (
                Self.state(segment, t - h), Self.state(segment, t), Self.state(segment, t + h)
            )
            let velocity = (after.position - before.position) * (0.5 / h)
            #expect((velocity - here.velocity).length < 1e-4, "\(t)")
            let acceleration = (after.velocity - before.velocity) * (0.5 / h)
            #expect((acceleration - here.acceleration).length < 0.02, "\(t)")
            let turn = (before.orientation.inverse * after.orientation).axisAndAngle
            #expect((turn.axis * (turn.angle * 0.5 / h) - here.angularRate).length < 2e-4, "\(t)")
        }
    }

    @Test func `moves begin and end as those of a machine`() {
        let moves: [Move] = [.swing(Self.swing), .turn(Turn(angle: 1, duration: 1))]
        let person = Self.segment(moves)
        let track = Track(moves, from: Self.tilted, start: 0)
        #expect(person.duration == Double(track.end) * 1e-9)
        let end = track.state(at: track.end)
        #expect((person.end.position - end.position).length < 1e-12)
        for t in [0.0, person.duration] {
            let state = Self.state(person, t)
            let machine = track.state(at: Int64(t * 1e9))
            #expect((state.position - machine.position).length < 1e-9)
            #expect(state.velocity.length < 1e-9 && state.angularRate.length < 1e-9)
        }
    }

    @Test func `no two persons are alike, and each is always the same`() {
        let moves: [Move] = [.swing(Self.swing)]
        let (one, same, other) = (
            Self.segment(moves), Self.segment(moves), Self.segment(moves, seed: 4)
        )
        // In any order.
        _ = Self.state(same, 30)
        for t in [7.3, 1.1, 25, 7.31] {
            #expect(Self.state(one, t).specificForce == Self.state(same, t).specificForce)
            let apart = Self.state(one, t).angularRate - Self.state(other, t).angularRate
            #expect(apart.length > 0.01)
        }
        let steady = Self.segment(moves, unsteadiness: 0)
        let machine = Track(moves, from: Self.tilted, start: 0)
        // In another rhythm, but about one axis.
        #expect(abs(Self.state(steady, 12).angularRate.x) < 1e-9)
        #expect(Self.state(steady, 12).angularRate != machine.state(at: 12_000_000_000).angularRate)
    }

    @Test func `what is added grows with the effort, and has the colour of a forearm's`() {
        func rms(_ segment: Segment, _ axis: (Vector3) -> Double) -> Double {
            var sum = 0.0
            let count = 4_000
            for n in 0..<count {
                // The swing is about y.
                let rate = axis(Self.state(segment, 2 + 0.009 * Double(n)).angularRate)
                sum += rate * rate
            }
            return (sum / Double(count)).squareRoot()
        }
        func mean(_ moves: [Move], _ axis: (Vector3) -> Double) -> Double {
            let all = (1...10 as ClosedRange<UInt64>).map {
                rms(Self.segment(moves, seed: $0), axis)
            }
            return all.reduce(0, +) / 10
        }
        let moving = mean([.swing(Self.swing)]) { $0.x }
        let still = mean([.pause(40)]) { $0.x }
        // The swing itself: 0.8 rad × 2π × 0.5 Hz.
        let share = moving / (0.8 * .pi / 2.0.squareRoot())
        #expect(share > 0.2 && share < 0.35, "\(share)")
        #expect(still > 0.005 && still < 0.05)
        #expect(mean([.swing(Self.swing)]) { $0.z } < 0.8 * moving)
    }

    @Test func `periods vary by some percent`() {
        var periods: [Double] = []
        let segment = Self.segment([.swing(Self.swing)], unsteadiness: 0)
        var last: Double?
        var before = Self.state(segment, 1).angularRate.y
        for n in 1..<38_000 {
            let t = 1 + 0.001 * Double(n)
            let rate = Self.state(segment, t).angularRate.y
            if before < 0, rate >= 0 {
                if let last { periods.append(t - last) }
                last = t
            }
            before = rate
        }
        let mean = periods.reduce(0, +) / Double(periods.count)
        let spread =
            (periods.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(periods.count))
            .squareRoot() / mean
        #expect(periods.count >= 16 && abs(mean - 2) < 0.05)
        #expect(spread > 0.03 && spread < 0.1, "\(spread)")
    }

    @Test func `a recording, and what is no number, are refused`() throws {
        let recording = Playback(
            Recording(rate: 50, specificForce: [.zero, .zero], angularRate: [.zero, .zero]))
        let error = #expect(throws: MoveError.self) {
            try ScriptedBody([.person(Person(), [.repeat(2, [.recording(recording)])])])
        }
        #expect(error?.place == "[0].person" && error?.problem.contains("vary") == true)
        #expect(throws: MoveError.self) {
            try ScriptedBody([.person(Person(seed: 1, unsteadiness: -1), [.pause(1)])])
        }
        #expect(throws: MoveError.self) {
            try ScriptedBody([.person(Person(), [.swing(Swing(frequency: 0))])])
        }
    }

    @Test func `a body goes on from where a person leaves it`() throws {
        let body = try ScriptedBody([
            .person(Person(), [.turn(Turn(angle: 1, duration: 2)), .pause(3)]), .pause(1),
        ])
        let still = try ScriptedBody([.turn(Turn(angle: 1, duration: 2)), .pause(4)])
        let late = Instant(nanoseconds: 5_500_000_000)
        #expect((body.specificForce(at: late) - still.specificForce(at: late)).length < 1e-12)
        #expect(body.end == still.end)
    }
}
