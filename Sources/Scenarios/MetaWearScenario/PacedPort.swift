import CoreBluetooth
import EventLoop
import Foundation
import MetaWearSimulator
import MetaWearTransport
import Simulation

/// The radio of a world that the event loop moves on with the clock.
package final class PacedPort: RadioPort {
    /// How late an event may be.
    private static let step: UInt32 = 5
    private let port: SimulatedPort
    private let thread: LoopThread
    private let advance: (Instant) -> Void
    private var beginning: Int64?
    private var alarm: Watch?

    /// The world's time begins with the first use.
    ///
    /// - Parameter advance: moves the world on to a time of its own.
    package init(
        _ port: SimulatedPort, on thread: LoopThread, advance: @escaping (Instant) -> Void
    ) {
        self.port = port
        self.thread = thread
        self.advance = advance
    }

    package var state: CBManagerState { port.state }
    package var onState: () -> Void {
        get { port.onState }
        set { port.onState = newValue }
    }
    package var onReport: (RadioReport) -> Void {
        get { port.onReport }
        set { port.onReport = newValue }
    }

    package func start() {
        guard beginning == nil else { return }
        beginning = EventLoop.now
        moveOn()
    }

    package func scan(_ isOn: Bool) { port.scan(isOn) }
    package func link(to identifier: UUID) -> (any LinkPort)? { port.link(to: identifier) }

    private func moveOn() {
        guard let beginning else { return }
        advance(.zero + Nanoseconds(EventLoop.now - beginning))
        alarm = thread.loop.value.after(milliseconds: Self.step) { [weak self] in self?.moveOn() }
    }
}
