import Central
import EventLoop
import MetaWearBoard
import MetaWearScenario
import MetaWearSimulator
import Motion
import Simulation

/// The simulated boards of `boardsim app --demo`.
enum DemoBoards {
    private static let boards: [(BoardProfile, name: String, [Move])] = [
        (
            .metaMotionS, "swing",
            [.swing(Swing(amplitude: 0.7, frequency: 0.4, cycles: 1_000_000, radius: 0.2))]
        ),
        (
            .metaMotionRL, "tilt",
            [.swing(Swing(amplitude: 0.3, frequency: 0.1, cycles: 1_000_000, radius: 0))]
        ), (.metaEnvironment, "desk", []),
    ]

    /// A radio that knows them, at the pace of the clock.
    static func port(on loop: EventLoop) throws -> PacedPort {
        let desk = SimulatedDesk(seed: 1)
        let port = AirPort(desk.air, name: "app")
        for (profile, name, moves) in boards {
            let board = try desk.add(profile, name: name, moving: moves)
            board.setDeviceName("MetaWear \(name)")
            port.know(board.address)
        }
        return PacedPort(port, on: loop) { desk.simulation.run(until: $0) }
    }
}
