import Simulation
import Testing

@testable import Motion

/// A body that goes back to its script after a hand has had it.
@Suite struct `A body that rejoins its script` {
    private static func state(_ body: ScriptedBody, _ t: Double) -> Kinematics {
        body.kinematics(at: .zero + .seconds(t))
    }

    private static func swinging() throws -> ScriptedBody {
        try ScriptedBody([
            .swing(
                Swing(
                    amplitude: 0.7, frequency: 1, axis: Vector3(1, 0, 0), cycles: 60, radius: 0.6))
        ])
    }

    @Test(arguments: [1.0, 1.13, 1.25, 1.4, 1.77])
    func `is where it would be, and has come there smoothly`(left: Double) throws {
        let (body, other) = (try Self.swinging(), try Self.swinging())
        body.guide(
            to: Vector3(0.3, -0.2, 0.4), Quaternion(angle: 2.5, axis: Vector3(0.6, 0, 0.8)),
            from: .zero + .seconds(left))
        #expect(!body.followsScript(at: .zero + .seconds(left + 0.1)))
        // At rest in the hand, and still on its way to it.
        for back in [left + 4, left + 0.2] {
            body.rejoin(from: .zero + .seconds(back))
            #expect(body.followsScript(at: .zero + .seconds(back)))
            let step = 0.000_01
            for count in 1..<3000 {
                let t = back + Double(count) * 0.001
                let (a, b, c) = (
                    Self.state(body, t - step), Self.state(body, t), Self.state(body, t + step)
                )
                let velocity = (c.position - a.position) * (0.5 / step)
                let acceleration = (c.velocity - a.velocity) * (0.5 / step)
                let turn = a.orientation.inverse * c.orientation
                let rate = Vector3(turn.x, turn.y, turn.z) * ((turn.w < 0 ? -1 : 1) / step)
                #expect((velocity - b.velocity).length < 1e-4, "velocity at \(t)")
                #expect((acceleration - b.acceleration).length < 0.05, "acceleration at \(t)")
                #expect((rate - b.angularRate).length < 1e-3, "rate at \(t)")
            }
            // No jump where it begins.
            let (before, after) = (Self.state(body, back - 1e-9), Self.state(body, back + 1e-9))
            #expect((before.position - after.position).length < 1e-6)
            #expect((before.velocity - after.velocity).length < 1e-5)
            #expect((before.angularRate - after.angularRate).length < 1e-4)
            #expect(body.bandwidth(at: .zero + .seconds(back + 0.05)) > 1)
            for t in [back + 5, back + 7.3] {
                #expect(Self.state(body, t).position == Self.state(other, t).position)
                #expect(Self.state(body, t).orientation == Self.state(other, t).orientation)
            }
            #expect(body.end == other.end)
        }
    }

    @Test func `that was never left goes on as if nothing was asked`() throws {
        let (body, other) = (try Self.swinging(), try Self.swinging())
        body.rejoin(from: .zero + .seconds(1))
        for count in 0..<300 {
            let t = 0.9 + Double(count) * 0.01
            #expect(Self.state(body, t).position == Self.state(other, t).position)
        }
        // Nor does a second wish disturb the first.
        body.guide(to: .zero, nil, from: .zero + .seconds(5))
        body.rejoin(from: .zero + .seconds(6))
        let place = Self.state(body, 6.2).position
        body.rejoin(from: .zero + .seconds(6.1))
        #expect(Self.state(body, 6.2).position == place)
    }

    @Test func `whose script is over goes to its end`() throws {
        let body = try ScriptedBody([.lift(Lift(height: 0.5, duration: 1))])
        body.turn(towards: Quaternion(angle: 1, axis: .zAxis), at: .zero + .seconds(2))
        body.rejoin(from: .zero + .seconds(3))
        let end = Self.state(body, 6)
        #expect((end.position - Vector3(0, 0, 0.5)).length < 1e-9)
        #expect(end.velocity == .zero && end.angularRate == .zero)
    }
}
