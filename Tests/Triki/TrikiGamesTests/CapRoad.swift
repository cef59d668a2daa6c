import Bluetooth
import Motion
import Simulation
import TrikiCap
import TrikiGames
import VeltoKit
import VeltoRadio
import VirtualRadio

/// The whole way of a game's input: a body moves a cap, its firmware streams through the air, the
/// engine polls 60 times a second.
final class CapRoad {
    let simulation: Simulation
    let session: MotionSession
    let radio: CapPort
    let cap: TrikiCap
    private let environment = SimpleEnvironment()

    init(
        _ body: any Body, _ mode: MotionMode, seed: UInt64 = 1, rate: UInt16 = 104,
        chunking: TrikiSwitches.Chunking = .frames(1)
    ) {
        simulation = Simulation(seed: seed)
        let air = Air(simulation)
        var switches = TrikiSwitches()
        switches.chunking = chunking
        cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0001), switches: switches, body: body,
            environment: environment, in: simulation)
        air.add(cap)
        radio = CapPort(air)
        session = MotionSession(on: radio)
        session.config = .preset(for: mode)
        session.connect()
        while !session.isConnected, simulation.now.seconds < 5 {
            simulation.run(for: .milliseconds(10))
        }
        radio.start(hertz: rate)
        // The first frames are noise (protocol, triki-motion 1.5).
        simulation.run(for: .seconds(1))
        session.pollInput(deltaTime: 1.0 / 60)
        session.calibrateNeutralPose()
    }

    /// One frame of a display: what the player does in it.
    func frame() -> GameInput {
        simulation.run(for: Nanoseconds(16_666_667))
        return session.pollInput(deltaTime: 1.0 / 60)
    }
}

/// A cap in a hand that turns it about x, as fast as it is told to, and never stops dead.
final class Hand: Body {
    /// Wanted, in degrees a second.
    var rate = 0.0
    private var angle = 0.0
    private var now = 0.0
    private var last = Instant.zero

    /// Of the muscles, in seconds.
    private static let lag = 0.03

    func kinematics(at time: Instant) -> Kinematics {
        let elapsed = (time - last).seconds
        if elapsed > 0 {
            now += (rate / 180 * .pi - now) * min(1, elapsed / Self.lag)
            angle += now * elapsed
            last = time
        }
        let half = Elementary.sineAndCosine(angle / 2)
        var state = Kinematics(
            restingAt: Pose(
                position: .zero, orientation: Quaternion(half.cosine, half.sine, 0, 0)))
        state.angularRate = Vector3(now, 0, 0)
        return state
    }

    func bandwidth(at time: Instant) -> Double { 0 }
}
