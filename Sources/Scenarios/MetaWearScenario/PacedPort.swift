import Bluetooth
import Central
import EventLoop
import Simulation

/// The radio of a world that the event loop moves on with the clock.
package final class PacedPort: RadioPort {
    /// How late an event may be.
    private static let step: UInt32 = 5
    private let port: AirPort
    private let loop: EventLoop
    private let advance: (Instant) -> Void
    private var beginning: Int64?
    private var alarm: Watch?

    /// The world's time begins with the first use.
    ///
    /// - Parameter advance: moves the world on to a time of its own.
    package init(
        _ port: AirPort, on loop: EventLoop, advance: @escaping (Instant) -> Void
    ) {
        self.port = port
        self.loop = loop
        self.advance = advance
    }

    package var limits: AccessLimits { port.limits }
    package var state: RadioState { port.state }
    package var known: [Address] { port.known }
    package var onState: () -> Void {
        get { port.onState }
        set { port.onState = newValue }
    }
    package var onReport: (ScanReport) -> Void {
        get { port.onReport }
        set { port.onReport = newValue }
    }

    package func start() {
        guard beginning == nil else { return }
        beginning = EventLoop.now
        moveOn()
    }

    package func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        port.scan(kind, done)
    }
    package func link(to peer: Address) -> any LinkPort { port.link(to: peer) }
    package func close() {
        alarm = nil
        port.close()
    }

    private func moveOn() {
        guard let beginning else { return }
        advance(.zero + Nanoseconds(EventLoop.now - beginning))
        alarm = loop.after(milliseconds: Self.step) { [weak self] in self?.moveOn() }
    }
}
