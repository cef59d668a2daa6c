import Bluetooth
import CommandLineProgram
import Motion
import Simulation
import TrikiCap
import TrikiGames
import VeltoKit
import VeltoRadio
import VirtualRadio

/// Games of the Triki cap, through body, firmware, air and engine.
enum GameBenchmarks {
    static func all(_ console: Console) -> [Measurement] { [hour()] + throwing() }

    /// A cap that turns to and fro, played at 60 frames a second.
    private static func hour() -> Measurement {
        var returned = 0
        let seconds = leastProcessorSeconds(of: 2) {
            let simulation = Simulation(seed: 1)
            let air = Air(simulation)
            let environment = SimpleEnvironment()
            var switches = TrikiSwitches()
            switches.chunking = .frames(1)
            let turns = [0.4, -0.4].map {
                Move.spin(Spin(rate: $0, axis: Vector3(1, 0, 0), duration: 1.5, ramp: 0.2))
            }
            let body = try? ScriptedBody([.rest(Rest(duration: 3)), .repeat(1300, turns)])
            let cap = TrikiCap(
                name: "cap", address: Address(0xC000_0000_0001), switches: switches,
                body: body ?? ScriptedBody(), environment: environment, in: simulation)
            air.add(cap)
            let radio = AirRadio(air)
            let session = MotionSession(on: radio)
            session.connect()
            simulation.run(for: .seconds(1))
            radio.start(hertz: 104)
            simulation.run(for: .seconds(1))
            session.calibrateNeutralPose()
            var game = Pong(.endless)
            for _ in 0..<3600 * 60 {
                simulation.run(for: .seconds(1.0 / 60))
                game.tick(session.pollInput(deltaTime: 1.0 / 60), deltaTime: 1.0 / 60)
            }
            precondition(session.isReceiving && game.time > 3_500, "the cap fell silent")
            returned = game.returned
        }
        precondition(returned > 0, "the paddle never met the ball")
        return Measurement(
            name: "an hour of Pong: body, cap, air, engine and game", value: seconds, unit: "s",
            bound: .atMost(0.5))
    }

    /// A thousand throws of fifty people of known speed, each with a cap of another specimen that
    /// streams at the rate that the engine asks for.
    private static func throwing() -> [Measurement] {
        var truth: [Double] = []
        var measured: [Double] = []
        var wrong = 0
        for player in 1...50 as ClosedRange<UInt64> {
            var random = RandomStream(seed: player, purpose: "throws")
            var throwing = (0..<20).map { _ in ArmThrow(&random) }
            throwing[0].rest += 3
            let arm = ThrowingArm(throwing, &random)
            let speeds = play(arm, count: throwing.count, seed: player)
            for (index, found) in speeds.enumerated() {
                truth.append(arm.topSpeed(ofThrow: index))
                measured.append(found.first ?? 0)
                if found.count != 1 { wrong += 1 }
            }
        }
        return [
            Measurement(
                name: "speed of 1,000 throws, rank correlation with the truth",
                value: rankCorrelation(truth, measured), unit: "", bound: .atLeast(0.95)),
            Measurement(
                name: "throws of 1,000 that are missed or measured twice", value: Double(wrong),
                unit: "", bound: .atMost(0)),
        ]
    }

    /// The measured speeds of each throw of an arm, until the next one begins.
    private static func play(_ arm: ThrowingArm, count: Int, seed: UInt64) -> [[Double]] {
        let simulation = Simulation(seed: seed)
        let air = Air(simulation)
        let environment = SimpleEnvironment()
        let cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0001), body: arm,
            environment: environment, in: simulation)
        air.add(cap)
        let session = MotionSession(on: AirRadio(air))
        session.config = .preset(for: .gesture)
        session.connect()
        var speeds = [[Double]](repeating: [], count: count)
        var index = 0
        while simulation.now.seconds < arm.duration {
            simulation.run(for: .seconds(1.0 / 60))
            let speed = session.pollInput(deltaTime: 1.0 / 60).throwSpeed
            if index + 1 < count, simulation.now.seconds >= arm.pullStart(ofThrow: index + 1) {
                index += 1
            }
            if speed > 0 { speeds[index].append(speed) }
        }
        return speeds
    }

    /// Spearman's coefficient: 1 if both have the same order.
    private static func rankCorrelation(_ a: [Double], _ b: [Double]) -> Double {
        func ranks(_ values: [Double]) -> [Double] {
            let order = values.indices.sorted { values[$0] < values[$1] }
            var ranks = [Double](repeating: 0, count: values.count)
            var first = 0
            while first < order.count {
                // Equal values share their mean rank.
                let value = values[order[first]]
                let last = order[first...].lastIndex { values[$0] == value } ?? first
                for place in first...last { ranks[order[place]] = Double(first + last) / 2 }
                first = last + 1
            }
            return ranks
        }
        let (x, y) = (ranks(a), ranks(b))
        let middle = Double(a.count - 1) / 2
        func sum(_ p: [Double], _ q: [Double]) -> Double {
            zip(p, q).reduce(0) { $0 + ($1.0 - middle) * ($1.1 - middle) }
        }
        return sum(x, y) / (sum(x, x) * sum(y, y)).squareRoot()
    }
}
