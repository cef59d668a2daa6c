import Bluetooth
import Motion
import Peripheral
import Simulation
import TrikiCap
import VeltoKit

/// The firmware of a cap on a bench: a held body, and a link that keeps the notifications.
final class CapBench {
    private let simulation = Simulation(seed: 1)
    private let body = HeldBody()
    private let environment = SimpleEnvironment()
    private let link = RecordingLink()
    private let cap: TrikiCap
    private let connection = ConnectionID(1)

    init() {
        var switches = TrikiSwitches()
        switches.hasStartNoise = false
        switches.acknowledges = false
        cap = TrikiCap(
            name: "cap", address: Address(0xC0DE_4996_02D2), switches: switches, body: body,
            environment: environment, hasIdealSensors: true, in: simulation)
        cap.attach(to: link)
        cap.connected(
            connection, to: Address(0x0011_2233_4455),
            ConnectionParameters(
                interval: .microseconds(15_000), latency: 0, supervisionTimeout: .seconds(2)))
        cap.subscriptionChanged(ValueID(2), by: connection, to: .notifications)
    }

    /// Writes to RX and returns the frames of so many seconds.
    private func stream(_ command: [UInt8], seconds: Double) -> [CapFrame] {
        try? cap.write(command.span, to: ValueID(1), .command, by: connection)
        simulation.run(for: .seconds(seconds))
        var reader = CapFrameReader()
        return link.notified.flatMap { reader.process($0) }
    }

    /// The number of frames that a command causes in so many seconds.
    static func frames(after command: [UInt8], seconds: Double) -> Int {
        CapBench().stream(command, seconds: seconds).count
    }

    /// The frame that the firmware sends while its chip measures the values of a frame.
    static func frame(like frame: CapFrame) throws(Unplayable) -> CapFrame {
        let bench = CapBench()
        func vector(_ counts: [Int16]) -> Vector3 {
            // The chip lies face down in the body.
            Vector3(Double(counts[0]), -Double(counts[1]), -Double(counts[2]))
        }
        bench.body.rotation = vector(frame.rotationCounts) * (0.070 * .pi / 180)
        bench.body.force = vector(frame.accelerationCounts) * (standardGravity / 2048)
        bench.cap.setButton(pressed: frame.isButtonDown)
        let frames = bench.stream(CapCommand.start(hertz: 104), seconds: 0.5)
        guard let last = frames.last else { throw Unplayable("the cap sends no frames") }
        return last
    }
}

/// A body with constant force and rotation.
private final class HeldBody: Body {
    var rotation = Vector3.zero
    var force = Vector3.zero

    func kinematics(at time: Instant) -> Kinematics {
        Kinematics(
            position: .zero, velocity: .zero, acceleration: .zero, orientation: .identity,
            angularRate: rotation, specificForce: force)
    }

    func bandwidth(at time: Instant) -> Double { 0 }
}
