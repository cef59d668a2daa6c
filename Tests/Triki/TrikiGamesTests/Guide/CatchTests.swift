import Bluetooth
import Motion
import Simulation
import Testing
import TrikiCap
import VeltoKit
import VeltoRadio
import VirtualRadio

@Suite struct CatchTests {
    /// Plays three apples while a hand makes these moves.
    private func play(_ moves: [Move]) throws -> Catch {
        let simulation = Simulation(seed: 1)
        let air = Air(simulation)
        var switches = TrikiSwitches()
        switches.chunking = .frames(1)
        let cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0001), switches: switches,
            body: try ScriptedBody(moves), environment: SimpleEnvironment(), in: simulation)
        air.add(cap)
        let session = MotionSession(on: CapPort(air))
        session.connect()

        // A frame of the display: the world moves on, then the game.
        func frame() -> GameInput {
            simulation.run(for: .seconds(1.0 / 60))
            return session.pollInput(deltaTime: 1.0 / 60)
        }
        // The cap is found and held still for two and a half seconds.
        for _ in 0..<150 { _ = frame() }
        #expect(session.isConnected && session.isReceiving)
        session.calibrateNeutralPose()

        var game = Catch([1, -1, 0])
        for _ in 0..<600 where !game.isOver { game.tick(frame(), deltaTime: 1.0 / 60) }
        return game
    }

    /// Turns about the cap's x axis: 29 degrees a second one way, then the other.
    private let turns: [Move] = [
        .rest(Rest(duration: 3)),
        .spin(Spin(rate: 0.5, axis: Vector3(1, 0, 0), duration: 2, ramp: 0.2)),
        .spin(Spin(rate: -0.5, axis: Vector3(1, 0, 0), duration: 2, ramp: 0.2)),
    ]

    @Test func `right, left and still catches the apples on the right, the left and in the middle`()
        throws
    {
        let game = try play(turns)
        #expect(game.isWon, "\(game.standing)")
    }

    @Test func `a hand that rests catches the one in the middle`() throws {
        #expect(try play([.rest(Rest(duration: 1))]).standing == "caught 1 of 3")
    }
}
