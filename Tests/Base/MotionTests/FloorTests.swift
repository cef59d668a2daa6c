import Simulation
import Testing

@testable import Motion

@Suite struct FloorTests {
    private static func floor(seed: UInt64 = 1) -> Floor {
        Floor(random: RandomStream(seed: seed, purpose: "floor"))
    }

    private static func body(seed: UInt64 = 1, _ moves: [Move] = []) throws -> ScriptedBody {
        let body = try ScriptedBody(moves)
        body.floor = floor(seed: seed)
        return body
    }

    private static func time(_ milliseconds: Int) -> Instant {
        Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    @Test func `a board at rest is shaken as on an office table`() throws {
        let body = try Self.body()
        var sums = (square: Vector3.zero, fourth: Vector3.zero, rate: Vector3.zero)
        let count = 60_000
        for n in 0..<count {
            let force = body.specificForce(at: Self.time(10 * n)) * (1 / standardGravity)
            let a = Vector3(force.x, force.y, force.z - 1)
            let square = Vector3(a.x * a.x, a.y * a.y, a.z * a.z)
            sums.square += square
            sums.fourth += Vector3(
                square.x * square.x, square.y * square.y, square.z * square.z)
            let rate = body.angularRate(at: Self.time(10 * n)) * (180 / .pi)
            sums.rate += Vector3(rate.x * rate.x, rate.y * rate.y, rate.z * rate.z)
        }
        let n = Double(count)
        // Both lines together, in g; the axes of the board's noise are those of the table.
        for (sum, wanted) in [
            (sums.square.x, 2.87e-3), (sums.square.y, 2.29e-3), (sums.square.z, 2.06e-3),
        ] {
            #expect(abs((sum / n).squareRoot() / wanted - 1) < 0.2)
        }
        for (fourth, square) in [
            (sums.fourth.x, sums.square.x), (sums.fourth.y, sums.square.y),
            (sums.fourth.z, sums.square.z),
        ] {
            let kurtosis = fourth / n / (square / n * square / n)
            #expect(kurtosis > 3.8 && kurtosis < 9)
        }
        for rate in [sums.rate.x, sums.rate.y, sums.rate.z] {
            #expect((rate / n).squareRoot() > 0.03 && (rate / n).squareRoot() < 0.15)
        }
    }

    @Test func `velocity and acceleration are the derivatives of the position`() throws {
        let body = try Self.body()
        let step = 1e-4
        for n in 0..<200 {
            let middle = Self.time(17 * n + 100)
            let before = body.kinematics(at: middle - Nanoseconds(100_000))
            let after = body.kinematics(at: middle + Nanoseconds(100_000))
            let here = body.kinematics(at: middle)
            let velocity = (after.position - before.position) * (0.5 / step)
            let acceleration = (after.velocity - before.velocity) * (0.5 / step)
            #expect((velocity - here.velocity).length < 1e-6)
            #expect((acceleration - here.acceleration).length < 1e-3)
            let turn = (before.orientation.inverse * after.orientation).axisAndAngle
            #expect((turn.axis * (turn.angle * 0.5 / step) - here.angularRate).length < 1e-5)
        }
    }

    @Test func `sensors feel what the whole state says, in any order`() throws {
        let (one, other) = (try Self.body(), try Self.body())
        for n in [5_000, 3, 777_777, 778_000, 12, 5_000] {
            let state = one.kinematics(at: Self.time(n))
            #expect((other.specificForce(at: Self.time(n)) - state.specificForce).length < 1e-9)
            #expect((other.angularRate(at: Self.time(n)) - state.angularRate).length < 1e-12)
        }
    }

    @Test func `boards on the same floor are shaken together, on another one otherwise`() throws {
        let (one, same, other) = (try Self.body(), try Self.body(), try Self.body(seed: 2))
        let time = Self.time(4_321)
        #expect(one.specificForce(at: time) == same.specificForce(at: time))
        #expect(one.specificForce(at: time) != other.specificForce(at: time))
    }

    @Test func `a board that moves is in a hand`() throws {
        let moves: [Move] = [.pause(1), .spin(Spin(rate: 2, duration: 3)), .pause(1)]
        let (shaken, still) = (try Self.body(moves), try ScriptedBody(moves))
        #expect(shaken.bandwidth(at: Self.time(500)) == Floor.bandwidth)
        for milliseconds in [1_500, 2_500, 3_900] {
            #expect(
                shaken.specificForce(at: Self.time(milliseconds))
                    == still.specificForce(at: Self.time(milliseconds)))
        }
        // What is begun later begins where the board lies, and not where the floor has it.
        try shaken.begin([.spin(Spin(rate: 2, duration: 3))], from: Self.time(6_000))
        try still.begin([.spin(Spin(rate: 2, duration: 3))], from: Self.time(6_000))
        #expect(
            shaken.angularRate(at: Self.time(7_500)) == still.angularRate(at: Self.time(7_500)))
    }
}
