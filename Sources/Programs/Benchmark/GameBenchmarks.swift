import Bluetooth
import CommandLineTool
import Motion
import Simulation
import TrikiCap
import TrikiGames
import VeltoKit
import VeltoRadio
import VirtualRadio

/// Games of the Triki cap, through body, firmware, air and engine.
enum GameBenchmarks {
    static func all(_ console: Console) -> [Measurement] { [hour()] }

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
}
