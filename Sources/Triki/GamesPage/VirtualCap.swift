import Bluetooth
import Motion
internal import ScenarioRun
import Simulation
import TrikiCap
import TrikiGames
import VeltoKit
import VeltoRadio
import VirtualRadio

/// A simulated cap: a body moves its firmware, which streams through the air. A hand in the browser
/// moves the body, or a scenario.
final class VirtualCap: PlayersCap {
    let session: MotionSession
    let kind: String
    /// Nil while a scenario moves the cap.
    var hand: VirtualCap? { run == nil ? self : nil }
    private(set) var firstUnshown: Double?

    private let simulation: Simulation
    private let radio: CapPort
    private let cap: TrikiCap
    private let body: ScriptedBody
    private let held: HeldBody
    private let environment = SimpleEnvironment()
    /// Of a scripted cap.
    private let run: ScenarioRun?

    /// How fast the hand turns the cap about its x and y axes, in rad/s.
    private var rate = Vector3.zero
    private var orientation = Quaternion.identity
    private var isTurning = false

    /// Frames a second of the stream: a cap in a game is asked for more than the engine's 52.
    static let hertz: UInt16 = 104
    /// rad/s that move the paddle to a position of 1: the paddle preset's 0.0034 a count of 0.070 °/s.
    static let steering = 0.070 / 0.0034 / 180 * .pi

    /// A cap in the player's hand. Its sensors are ideal: the offset of a gyroscope pulls the aim of a
    /// published engine to one side.
    init(seed: UInt64) {
        simulation = Simulation(seed: seed)
        let air = Air(simulation)
        body = ScriptedBody()
        held = HeldBody(body)
        var switches = TrikiSwitches()
        switches.chunking = .frames(1)
        switches.sleepsAfter = .seconds(1e6)
        cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0001), switches: switches, body: held,
            environment: environment, hasIdealSensors: true, in: simulation)
        air.add(cap)
        kind = "simulated"
        run = nil
        radio = CapPort(air)
        session = MotionSession(on: radio)
        watch()
    }

    /// The first cap of a scenario, which nothing else in it is connected to.
    init?(_ run: ScenarioRun) {
        guard let place = run.boards.firstIndex(where: { $0 is TrikiCap }),
            let cap = run.boards[place] as? TrikiCap
        else { return nil }
        self.run = run
        self.cap = cap
        body = run.bodies[place]
        held = HeldBody(body)
        simulation = run.simulation
        kind = "scripted"
        radio = CapPort(run.air)
        session = MotionSession(on: radio)
        watch()
    }

    private func watch() {
        let take = radio.onEvent
        radio.onEvent = { [unowned self] event in
            take(event)
            if firstUnshown == nil, case .notified = event {
                firstUnshown = simulation.now.seconds
            }
        }
    }

    func shown() { firstUnshown = nil }

    func advance(to now: Double) {
        let wasConnected = session.isConnected
        move()
        let time = Instant(nanoseconds: Int64(max(0, now) * 1e9))
        if let run {
            run.advance(to: time)
        } else if time > simulation.now {
            simulation.run(until: time)
        }
        if session.isConnected, !wasConnected { radio.start(hertz: Self.hertz) }
    }

    // MARK: The hand

    /// Turns the cap: `x` steers and aims, `y` is back and forth; 1 is as fast as a game needs.
    func steer(x: Double, y: Double) {
        // Paddle and quiz read the rate about the cap's x axis, throws that about its y axis.
        let isThrowing = session.config.mode == .gesture
        rate =
            isThrowing
            ? Vector3(-4 * y, -Self.steering * x, 0)
            : Vector3(1.4 * Self.steering * x, 0, 0)
    }

    /// Turns the cap into an orientation, as that of a phone.
    func turn(to orientation: Quaternion) {
        guard !isSwinging else { return }
        self.orientation = orientation.normalized
        isTurning = true
    }

    /// Levels the cap, pulls it back and thrusts it forward; `strength` from 0 to 1. False if it is still in a throw.
    func swing(strength: Double) -> Bool {
        guard !isSwinging else { return false }
        rate = .zero
        turn(to: .identity)
        // It comes to rest first.
        held.begin(ArmThrow(strength: strength), at: simulation.now + .seconds(0.4))
        return true
    }

    /// Whether a throw is not over.
    var isSwinging: Bool { simulation.now < held.end }

    /// Presses or releases the cap's button.
    func setButton(pressed: Bool) { cap.setButton(pressed: pressed) }
    /// Whether the button is down.
    var isButtonPressed: Bool { cap.isButtonPressed }
    /// How the cap lies, body to world.
    var attitude: Quaternion { held.orientation(at: simulation.now) }
    /// In percent.
    var batteryLevel: Double { cap.batteryLevel }

    private func move() {
        guard run == nil, rate != .zero || isTurning, !isSwinging || isTurning else { return }
        orientation =
            (orientation * Quaternion(rotationVector: rate * GamesPage.frame)).normalized
        body.turn(towards: orientation, at: simulation.now)
        isTurning = rate != .zero
    }
}

/// A body that a hand turns, and throws now and then.
final class HeldBody: Body {
    let turned: ScriptedBody
    private var arm: ThrowingArm?
    private var start = Instant.zero
    /// When the throw is over.
    private(set) var end = Instant.zero

    init(_ turned: ScriptedBody) { self.turned = turned }

    /// Throws, from a level attitude at rest and back to it.
    func begin(_ throwing: ArmThrow, at time: Instant) {
        arm = ThrowingArm([throwing])
        start = time
        end = time + .seconds(throwing.duration)
    }

    /// The arm's state while it throws, else that of the turned body.
    func kinematics(at time: Instant) -> Kinematics {
        guard let arm, time >= start, time < end else { return turned.kinematics(at: time) }
        return arm.kinematics(at: Instant(nanoseconds: (time - start).count))
    }

    /// That of whichever moves.
    func bandwidth(at time: Instant) -> Double {
        guard let arm, time >= start, time < end else { return turned.bandwidth(at: time) }
        return arm.bandwidth(at: time)
    }
}

extension ArmThrow {
    /// A throw of 2 to 5 m/s.
    fileprivate init(strength: Double) {
        self.init()
        rest = 0.3
        thrustDuration = 0.34 - 0.18 * strength
        flexion = 0.2 + 0.3 * strength
    }
}
