import CoreBluetooth
import EventLoop
import Foundation
import MetaWearSimulator
import MetaWearTransport
import ScenarioRun
import Simulation

/// The radio of a world that the event loop moves on with the clock.
final class PacedPort: RadioPort {
    /// How late an event may be.
    private static let step: UInt32 = 5
    private let run: ScenarioRun
    private let port: SimulatedPort
    private let thread: LoopThread
    private var beginning: Int64?
    private var alarm: Watch?

    init(_ run: ScenarioRun, on thread: LoopThread) {
        self.run = run
        port = run.makePort()
        self.thread = thread
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
        run.advance(to: .zero + Nanoseconds(EventLoop.now - beginning))
        alarm = thread.loop.value.after(milliseconds: Self.step) { [weak self] in self?.moveOn() }
    }
}
