import CoreBluetooth
import EventLoop
import Foundation
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import Motion
import Simulation

/// A radio with a few simulated boards, at the pace of the clock.
final class DemoPort: RadioPort {
    /// How late an event may be, in ms.
    private static let step: UInt32 = 5
    private let desk = SimulatedDesk(seed: 1)
    private let port: SimulatedPort
    private let thread: LoopThread
    private var beginning: Int64?
    private var alarm: Watch?

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

    /// The desk's time begins with the first use.
    init(on thread: LoopThread) throws {
        self.thread = thread
        port = SimulatedPort(desk.air, name: "app")
        for (profile, name, moves) in Self.boards {
            let board = try desk.add(profile, name: name, moving: moves)
            board.setDeviceName("MetaWear \(name)")
            port.know(board.address)
        }
    }

    var state: CBManagerState { port.state }
    var onState: () -> Void {
        get { port.onState }
        set { port.onState = newValue }
    }
    var onReport: (RadioReport) -> Void {
        get { port.onReport }
        set { port.onReport = newValue }
    }

    func start() {
        guard beginning == nil else { return }
        beginning = EventLoop.now
        moveOn()
    }

    func scan(_ isOn: Bool) { port.scan(isOn) }
    func link(to identifier: UUID) -> (any LinkPort)? { port.link(to: identifier) }

    private func moveOn() {
        guard let beginning else { return }
        desk.simulation.run(until: .zero + Nanoseconds(EventLoop.now - beginning))
        alarm = thread.loop.value.after(milliseconds: Self.step) { [weak self] in self?.moveOn() }
    }
}
