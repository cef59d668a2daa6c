import Motion
import Simulation
import Testing
import TrikiCap
import TrikiGames
import VeltoKit

@Suite struct ThrowTests {
    /// The measured speeds of each of an arm's throws.
    private func play(_ arm: ThrowingArm, count: Int, road: CapRoad) -> [[Double]] {
        var speeds = [[Double]](repeating: [], count: count)
        var index = 0
        while road.simulation.now.seconds < arm.duration {
            let speed = road.frame().throwSpeed
            let now = road.simulation.now.seconds
            if index + 1 < count, now >= arm.pullStart(ofThrow: index + 1) { index += 1 }
            if speed > 0 { speeds[index].append(speed) }
        }
        return speeds
    }

    @Test(
        arguments: [
            (52, TrikiSwitches.Chunking.frames(1)), (104, .frames(1)),
            (104, TrikiSwitches().chunking),
        ] as [(UInt16, TrikiSwitches.Chunking)])
    func `each throw is measured once, and close to its true speed`(
        rate: UInt16, chunking: TrikiSwitches.Chunking
    ) throws {
        var random = RandomStream(seed: UInt64(rate), purpose: "throws")
        var throwing = (0..<8).map { _ in ArmThrow(&random) }
        // The cap is found, and the noise of its first frames is over.
        throwing[0].rest += 3
        let arm = ThrowingArm(throwing, &random)
        let road = CapRoad(arm, .gesture, rate: rate, chunking: chunking)
        let speeds = play(arm, count: throwing.count, road: road)
        for (index, measured) in speeds.enumerated() {
            let truth = arm.topSpeed(ofThrow: index)
            #expect(measured.count == 1, "throw \(index) of \(truth) m/s: \(measured)")
            let ratio = (measured.first ?? 0) / truth
            #expect(abs(ratio - 1) < 0.25, "throw \(index) of \(truth) m/s: \(measured)")
        }
    }

    @Test func `a turn of the wrist that goes nowhere is no throw`() throws {
        let body = try ScriptedBody([
            .rest(Rest(duration: 3)),
            .spin(Spin(rate: 3.5, axis: .xAxis, duration: 0.3, ramp: 0.05)),
            .spin(Spin(rate: -7, axis: .xAxis, duration: 0.3, ramp: 0.05)),
            .rest(Rest(duration: 1)),
        ])
        let road = CapRoad(body, .gesture)
        var speeds: [Double] = []
        for _ in 0..<300 { speeds.append(road.frame().throwSpeed) }
        #expect(speeds.allSatisfy { $0 == 0 }, "\(speeds.filter { $0 > 0 })")
    }

    @Test func `the other modes measure no throws`() {
        let arm = ThrowingArm([ArmThrow()])
        let road = CapRoad(arm, .pointer)
        while road.simulation.now.seconds < arm.duration { #expect(road.frame().throwSpeed == 0) }
    }

    @Test func `darts of an arm fly as far as they are thrown hard`() {
        var gentle = ArmThrow()
        (gentle.thrustDuration, gentle.flexion) = (0.32, 0.2)
        var hard = ArmThrow()
        (hard.thrustDuration, hard.flexion) = (0.16, 0.5)
        gentle.rest += 3
        let arm = ThrowingArm([gentle, ArmThrow(), hard])
        let road = CapRoad(arm, .gesture)
        road.session.config = Dart.config
        var game = Dart()
        while road.simulation.now.seconds < arm.duration + 2 {
            game.tick(road.frame(), deltaTime: 1.0 / 60)
        }
        #expect(game.hits.count == 3, "\(game.standing)")
        let heights = game.places.map(\.y)
        #expect(heights == heights.sorted(), "\(heights)")
    }
}
