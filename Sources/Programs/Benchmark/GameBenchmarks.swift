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
    static func all(_ console: Console) -> [Measurement] { [hour(), caps()] + throwing() }

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
            let radio = CapPort(air)
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

    /// A thousand caps that turn to and fro, each with a session that plays at 60 frames a second.
    /// They are far from one another: each has air of its own, as the worlds of a divided run have.
    private static func caps() -> Measurement {
        let worlds = (1...1000 as ClosedRange<UInt64>).map { CapWorld(seed: $0) }
        let virtual = 5
        let seconds = leastProcessorSeconds(of: 2) {
            for _ in 0..<virtual {
                for world in worlds { world.playSecond() }
            }
        }
        precondition(worlds.allSatisfy(\.session.isReceiving), "a cap fell silent")
        return Measurement(
            name: "1,000 Triki caps at 104 Hz: body, firmware, air, engine, against real time",
            value: Double(virtual) / seconds, unit: "x", bound: .atLeast(10))
    }

    /// A cap in a moving hand, on the air with a session in gesture mode.
    private final class CapWorld {
        let session: MotionSession
        private let simulation: Simulation
        private let cap: TrikiCap
        private let radio: CapPort

        /// A cap that streams at 104 Hz.
        init(seed: UInt64) {
            simulation = Simulation(seed: seed)
            let air = Air(simulation)
            let turns = [0.4, -0.4].map {
                Move.spin(Spin(rate: $0, axis: Vector3(1, 0, 0), duration: 1.5, ramp: 0.2))
            }
            let body = try? ScriptedBody([.rest(Rest(duration: 3)), .repeat(1300, turns)])
            cap = TrikiCap(
                name: "cap", address: Address(0xC000_0000_0000 + seed),
                body: body ?? ScriptedBody(), environment: SimpleEnvironment(), in: simulation)
            air.add(cap)
            radio = CapPort(air)
            session = MotionSession(on: radio)
            session.config = .preset(for: .gesture)
            session.connect()
            simulation.run(for: .seconds(2))
            radio.start(hertz: 104)
            playSecond()
            precondition(session.isReceiving, "a cap was not found")
        }

        func playSecond() {
            for _ in 0..<60 {
                simulation.run(for: .seconds(1.0 / 60))
                session.pollInput(deltaTime: 1.0 / 60)
            }
        }
    }

    /// A thousand throws of fifty people of known speed, each with a cap of another specimen that
    /// streams at the rate that the engine asks for. The speed is measured whatever the tuning.
    private static func throwing() -> [Measurement] {
        var truth: [Double] = []
        var measured: [Double] = []
        var wrong = 0
        var darts = ThrowCount()
        var balls = ThrowCount()
        for player in 1...50 as ClosedRange<UInt64> {
            var random = RandomStream(seed: player, purpose: "throws")
            var throwing = (0..<20).map { _ in ArmThrow(&random) }
            throwing[0].rest += 3
            let arm = ThrowingArm(throwing, &random)
            let thrown = play(arm, throwing.count, seed: player, Dart(), thrown: \.thrown)
            for (index, found) in thrown.enumerated() {
                truth.append(arm.topSpeed(ofThrow: index))
                measured.append(found.speeds.first ?? 0)
                if found.speeds.count != 1 { wrong += 1 }
            }
            darts.add(thrown)
            balls.add(
                play(arm, throwing.count, seed: player, Bowling(), thrown: \.thrown))
        }
        func double(_ name: String, _ count: Int) -> Measurement {
            Measurement(
                name: "throws of 1,000 that are two \(name)",
                value: Double(count), unit: "", bound: .atMost(0))
        }
        return [
            Measurement(
                name: "throwSpeed of 1,000 throws, rank correlation with the truth",
                value: rankCorrelation(truth, measured), unit: "", bound: .atLeast(0.95)),
            Measurement(
                name: "throws of 1,000 whose throwSpeed is missed or reported twice",
                value: Double(wrong), unit: "", bound: .atMost(0)),
            double("darts", darts.doubles), double("bowls", balls.doubles),
        ]
    }

    /// What a session and a game made of one throw of an arm, until the next one begins.
    private struct Thrown {
        var speeds: [Double] = []
        /// How often the game threw.
        var count = 0
    }

    private struct ThrowCount {
        private(set) var doubles = 0

        mutating func add(_ thrown: [Thrown]) { doubles += thrown.count { $0.count > 1 } }
    }

    /// The throws of an arm, each with a new game, played as the game is tuned.
    private static func play<Game: TrikiGame>(
        _ arm: ThrowingArm, _ count: Int, seed: UInt64, _ new: Game, thrown: (Game) -> Int
    ) -> [Thrown] {
        let simulation = Simulation(seed: seed)
        let air = Air(simulation)
        let environment = SimpleEnvironment()
        let cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0001), body: arm,
            environment: environment, in: simulation)
        air.add(cap)
        let session = MotionSession(on: CapPort(air))
        session.config = Game.config
        session.connect()
        var throwsOfArm = [Thrown](repeating: Thrown(), count: count)
        var game = new
        // Nothing is thrown while the cap is found and held still.
        var index = -1
        while simulation.now.seconds < arm.duration {
            simulation.run(for: .seconds(1.0 / 60))
            let input = session.pollInput(deltaTime: 1.0 / 60)
            if index + 1 < count, simulation.now.seconds >= arm.pullStart(ofThrow: index + 1) {
                index += 1
                game = new
            }
            guard index >= 0 else { continue }
            game.tick(input, deltaTime: 1.0 / 60)
            throwsOfArm[index].count = thrown(game)
            if input.throwSpeed > 0 { throwsOfArm[index].speeds.append(input.throwSpeed) }
        }
        return throwsOfArm
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

extension Dart {
    /// Darts that left the hand.
    fileprivate var thrown: Int { hits.count + (flight == nil ? 0 : 1) }
}

extension Bowling {
    /// Balls that left the hand.
    fileprivate var thrown: Int { sheet.rolls.count + (isRolling ? 1 : 0) }
}
