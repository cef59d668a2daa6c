public import Bluetooth
public import Central
public import EventLoop
public import HCITransport
public import Simulation

/// A board on the air of an HCI controller, which a host of ours drives as its central.
///
/// Its time is the wall's times a speed: a board behind `boardsim run --speed 10` lives ten times as
/// fast, and so do all its deadlines.
public final class HCIBoard: BoardAccess {
    /// `hci-unix:/tmp/radio`, with the board's address if one was given.
    public let name: String
    /// None: this host sees what is on the air.
    public let limits: AccessLimits = []

    /// What an earlier link found: the next discovery gives it, and asks nothing.
    public var knownServices: [RemoteService]?

    let host: HCIHost
    /// The board, once it is known which; its kind is known once it was heard.
    var board: (address: Address, isHeard: Bool)?
    /// What discovery found on this link.
    var services: [RemoteService]?
    /// Who waits for what the controller hears.
    var onReport: (ScanReport) -> Void = { _ in }
    /// What puts advertising events together while a scan goes on.
    var reports = AdvertisingReports(isActive: false)
    /// The end of the link is our own wish: no event.
    var endsIt = false
    private var events = AccessEventQueue()
    /// So many values wait only if nobody takes any.
    private static let mostEvents = 1 << 20

    /// Connects to a controller and sets it up.
    ///
    /// - Parameters:
    ///   - address: where it is served: over TCP or a Unix socket.
    ///   - board: the board's address; nil for the only board on the air.
    ///   - speed: how many times as fast as the wall the board lives, 0.001 to 1000.
    public convenience init(
        at address: RadioAddress, board: Address? = nil, speed: Double = 1, on loop: EventLoop
    ) throws(AccessError) {
        guard LiveClock.speeds.contains(speed) else {
            throw .unable("a speed is 0.001 to 1000, not \(speed)")
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
        host.onLinkEnd = { [unowned self] why in
            services = nil
            if !endsIt { add(.ended(now, why)) }
        }
        host.onAdvertising = { [unowned self] event in
            if !reports.take(event, at: now, onReport) {
                host.fail("it sent an advertising report of \(event.count) bytes")
            }
        }
        try host.start()
    }

    /// The wall's time since the access was opened, times the speed.
    public var now: Instant { Instant(nanoseconds: host.clock.now) }
    /// Whether there is a link.
    public var isConnected: Bool { host.link != nil }
    /// Why the controller is of no use any more.
    public var failure: AccessError? { host.failure }

    // MARK: Events

    func add(_ event: AccessEvent) {
        guard events.count < Self.mostEvents else {
            return host.fail("more values came than anybody takes")
        }
        events.append(event)
    }

    /// The oldest event that nobody took yet; waits for one, at most until an instant.
    ///
    /// What the controller had by then is here by then: it is asked, and its answer waited for.
    public func next(before limit: Instant) throws(AccessError) -> AccessEvent? {
        if let event = events.take() { return event }
        try host.wait(until: limit.nanoseconds) { !events.isEmpty }
        if events.isEmpty { try host.fence() }
        return events.take()
    }

    /// Lets time pass.
    public func wait(until time: Instant) throws(AccessError) {
        try host.wait(until: time.nanoseconds) { false }
    }

    /// Ends the link if there is one, and the connection to the controller.
    public func close() {
        // Who closes wants to hear of nothing more.
        try? disconnect()
        host.close()
    }
}
