package import Bluetooth
package import Central
package import EventLoop
package import HCITransport
package import Simulation

/// A board on the air of an HCI controller, which our own host drives as a central.
///
/// Its time is wall-clock time multiplied by a speed: a board behind `boardsim run --speed 10` runs
/// ten times as fast, and so do all its deadlines.
package final class HCIBoard: BoardAccess {
    /// `hci-unix:/tmp/radio`, with the board's address if one was given.
    package let name: String
    /// No limits: this host sees everything on the air.
    package let limits: AccessLimits = []

    /// The result of an earlier discovery: the next one returns it without asking.
    package var knownServices: [RemoteService]?

    let host: HCIHost
    /// The board, once it is determined; its address type is known once it was heard.
    var board: (address: Address, isHeard: Bool)?
    /// What discovery found on this link.
    var services: [RemoteService]?
    /// The receiver of advertising reports.
    var onReport: (ScanReport) -> Void = { _ in }
    /// Combines advertising reports during a scan.
    var reports = AdvertisingReports(isActive: false)
    /// We ended the link ourselves: no event.
    var endsIt = false
    private var events = AccessEventQueue()
    /// The limit of queued values; beyond it they are not being read.
    private static let mostEvents = 1 << 20

    /// Connects to a controller and sets it up.
    ///
    /// - Parameters:
    ///   - address: where it is served: over TCP or a Unix socket.
    ///   - board: the board's address; nil for the only board on the air.
    ///   - speed: of the board relative to real time, 0.001 to 1000.
    package convenience init(
        at address: RadioAddress, board: Address? = nil, speed: Double = 1, on loop: EventLoop
    ) throws(AccessError) {
        guard LiveClock.speeds.contains(speed) else {
            throw .unable("speed must be 0.001 to 1000, not \(speed)")
        }
        try self.init(
            ControllerSocket.open(address, on: loop), at: "\(address)", board: board,
            LiveClock(loop, speed: speed))
    }

    init(
        _ socket: ControllerSocket, at place: String, board: Address?, _ clock: LiveClock
    ) throws(AccessError) {
        name = place + (board.map { ",\($0)" } ?? "")
        host = HCIHost(socket, at: place, clock)
        self.board = board.map { ($0, false) }
        host.onAdvertising = { [unowned self] event in
            reports.take(event, at: now, onReport)
        }
        try host.complete { host.start($0) }
    }

    /// The wall-clock time since the access was opened, times the speed.
    package var now: Instant { Instant(nanoseconds: host.clock.now) }
    /// Whether there is a link.
    package var isConnected: Bool { link != nil }
    /// The link, if there is one.
    var link: HostLink? { host.links.first }
    /// Why the controller can no longer be used.
    package var failure: AccessError? { host.failure }

    // MARK: Events

    func add(_ event: AccessEvent) {
        guard events.count < Self.mostEvents else {
            return host.fail("values arrive faster than they are read")
        }
        events.append(event)
    }

    /// Takes the oldest event; waits for one, at most until an instant.
    ///
    /// A query to the controller at the end ensures that everything it had by then has arrived.
    package func next(before limit: Instant) throws(AccessError) -> AccessEvent? {
        if let event = events.take() { return event }
        try host.wait(until: limit.nanoseconds) { !events.isEmpty }
        if events.isEmpty { try host.fence() }
        return events.take()
    }

    /// Lets time pass.
    package func wait(until time: Instant) throws(AccessError) {
        try host.wait(until: time.nanoseconds) { false }
    }

    /// Ends the link if there is one, and the connection to the controller.
    package func close() {
        // After closing there are no more events.
        try? disconnect()
        host.close()
    }
}
