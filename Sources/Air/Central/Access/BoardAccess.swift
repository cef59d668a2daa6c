package import Bluetooth
internal import Peripheral
package import Simulation
import VirtualRadio

/// A client's access to one board, over the virtual air, an HCI controller or this machine's BlueZ.
///
/// Every operation waits until it is complete. Values that arrive meanwhile are kept for
/// ``next(before:)``, in the order of arrival.
package final class BoardAccess {
    /// The name in reports: `model`, `hci-unix:/tmp/radio`.
    package let name: String
    /// Why the access has failed for good: the controller or the bus is gone, in words; nil while
    /// it works.
    package internal(set) var failure: AccessError?
    /// The services found on an earlier link: the next discovery returns them without requests.
    package var knownServices: [RemoteService]?

    package let port: any RadioPort
    package let pump: any Pump
    let choice: BoardChoice
    /// The board that was chosen, once it is known.
    var chosen: Address?
    /// Takes advertising reports during a scan.
    var onReport: ((ScanReport) -> Void)?
    /// The link while it is up.
    private(set) var link: (any LinkPort)?
    /// What discovery has found on this link.
    var services: [RemoteService]?
    private var ended = "no link has been made"
    private var events = AccessEventQueue()
    /// Commands that have not been sent yet.
    private var unsent = 0
    private(set) lazy var lifetime = Lifetime(of: self)

    /// The limit of queued values; beyond it they are not being read.
    private static let mostEvents = 1 << 20
    /// No operation of a link takes longer: one without an answer ends the link after 30 s.
    private static let patience = Nanoseconds.seconds(600)
    /// How long the end of a link may take: the longest supervision timeout, and a little more.
    private static let patienceWithEnds = Nanoseconds.seconds(40)

    /// Access to the board with an address, by a central on its air, at the shortest interval.
    package convenience init(_ central: Central, to address: Address, name: String = "model") {
        let port = AirPort(central, parameters: .fastest)
        port.know(address)
        self.init(port, to: .address(address), named: name, on: central.simulation)
    }

    /// Access through a port; ``open()`` is next, unless the port is on already.
    ///
    /// - Parameter pump: moves the port's world on.
    package init(
        _ port: any RadioPort, to board: BoardChoice, named name: String, on pump: any Pump
    ) {
        self.port = port
        self.pump = pump
        self.name = name
        choice = board
        port.onState = { [me = lifetime.handle] in me.owner?.stateChanged() }
        port.onReport = { [me = lifetime.handle] in me.owner?.onReport?($0) }
    }

    deinit {
        port.onState = {}
        port.onReport = { _ in }
    }

    /// What this access cannot do; callers check it first.
    package var limits: AccessLimits { port.limits }
    /// Time since the access was opened: virtual time, or the clock's times a speed.
    package var now: Instant { pump.now }
    /// The board, once it is known.
    package var board: Address? {
        if case .address(let address) = choice { address } else { chosen }
    }
    /// Whether there is a link.
    package var isConnected: Bool { link != nil }

    // MARK: The radio

    /// Sets the radio up, and returns when it is on.
    package func open() throws(AccessError) {
        port.start()
        _ = try wait(until: now + Self.patience, leastWall: Self.patience) {
            port.state != .unknown
        }
        try check()
    }

    private func stateChanged() {
        switch port.state {
        case .resetting, .unusable: failure = failure ?? obstacle
        case .unknown, .on, .off, .unauthorized: break
        }
    }

    /// Why nothing can be done now.
    private var obstacle: AccessError? {
        if let failure { return failure }
        switch port.state {
        case .unknown, .on: return nil
        case .off, .resetting, .unauthorized, .unusable:
            return .broken(port.state.why ?? "\(name): the radio is not on")
        }
    }

    func check() throws(AccessError) {
        if let obstacle { throw obstacle }
    }

    // MARK: Waiting

    /// Moves on until something holds; false if it does not before a time.
    func wait(
        until limit: Instant, leastWall: Nanoseconds = .zero, _ isDone: () -> Bool
    ) throws(AccessError) -> Bool {
        _ = pump.run(until: limit, leastWall: leastWall) { failure == nil && !isDone() }
        if isDone() { return true }
        if let failure { throw failure }
        return false
    }

    /// Starts an operation and waits until it is complete.
    func complete<Value>(
        _ what: String, _ start: (@escaping AccessCompletion<Value>) -> Void
    ) throws(AccessError) -> Value {
        var outcome: Result<Value, AccessError>?
        start { outcome = $0 }
        _ = try wait(until: now + Self.patience, leastWall: Self.patience) { outcome != nil }
        guard let outcome else { throw .timedOut(what) }
        return try outcome.get()
    }

    /// Starts an operation of the link and waits until it is complete.
    func complete<Value>(
        _ what: String, _ start: (any LinkPort, @escaping AccessCompletion<Value>) -> Void
    ) throws(AccessError) -> Value {
        let link = try openLink()
        return try complete(what) { start(link, $0) }
    }

    func openLink() throws(AccessError) -> any LinkPort {
        if let failure { throw failure }
        guard let link else { throw .ended(ended) }
        return link
    }

    /// Lets time pass.
    package func wait(until time: Instant) throws(AccessError) {
        if time > now { _ = try wait(until: time) { false } }
    }

    // MARK: Links

    /// Whether the board takes a link before a time; false if it has to be heard again.
    func attempt(_ address: Address, until deadline: Instant) throws(AccessError) -> Bool {
        let link = port.link(to: address)
        var outcome: Result<Void, AccessError>?
        link.open { outcome = $0 }
        guard try wait(until: deadline, leastWall: port.patience, { outcome != nil }), let outcome
        else {
            try end(link)
            throw .timedOut("a connection to \(address)")
        }
        switch outcome {
        case .success: begin(link)
        case .failure(.missing): return false
        case .failure(let error): throw error
        }
        return true
    }

    private func begin(_ link: any LinkPort) {
        self.link = link
        services = nil
        link.onEnd = { [me = lifetime.handle] in me.owner?.linkEnded($0) }
    }

    private func linkEnded(_ error: AccessError) {
        let why = if case .ended(let why) = error { why } else { "\(error)" }
        forgetLink(why)
        add(.ended(now, why))
    }

    private func forgetLink(_ why: String) {
        link = nil
        services = nil
        ended = why
    }

    /// Ends the link, and returns when it has ended; does nothing without a link.
    package func disconnect() throws(AccessError) {
        guard let link else { return }
        // This is our own request, not an event.
        link.onEnd = { _ in }
        defer { forgetLink("this side has ended it") }
        try end(link)
    }

    private func end(_ link: any LinkPort) throws(AccessError) {
        var isOver = false
        link.close { isOver = true }
        let limit = Self.patienceWithEnds
        guard try wait(until: now + limit, leastWall: limit, { isOver }) else {
            throw .timedOut("the end of the link")
        }
    }

    // MARK: Events

    func add(_ event: AccessEvent) {
        guard events.count < Self.mostEvents else {
            failure = failure ?? .broken("\(name): values arrive faster than they are read")
            return
        }
        events.append(event)
    }

    /// The oldest event that was not taken yet; waits for one until the limit.
    package func next(before limit: Instant) throws(AccessError) -> AccessEvent? {
        if let event = events.take() { return event }
        _ = try wait(until: limit) { !events.isEmpty }
        if events.isEmpty { try fence() }
        return events.take()
    }

    /// Returns when all that the radio had until now has arrived.
    func fence() throws(AccessError) { try complete("the radio") { port.fence($0) } }

    // MARK: Commands

    /// Sends a command; returns when it is queued, or sent if that takes time anyway.
    func send(_ bytes: [UInt8], to value: BluetoothUUID) throws(AccessError) {
        let link = try openLink()
        // The packets of a burst are sent in one event.
        unsent += 1
        var outcome: Result<Void, AccessError>?
        link.write(bytes, to: value, .command) { [me = lifetime.handle] result in
            me.owner?.unsent -= 1
            outcome = result
        }
        if pump.isLive {
            _ = try wait(until: now + Self.patience, leastWall: Self.patience) { outcome != nil }
        }
        // One that is too long is never sent; one that the end of the link discards fails later.
        try outcome?.get()
    }

    /// Returns when every queued command has been sent.
    package func flush() throws(AccessError) {
        let limit = Self.patienceWithEnds
        guard try wait(until: now + limit, leastWall: limit, { unsent == 0 }) else {
            throw .timedOut("what was written to go on the air")
        }
    }

    /// Releases everything; no call is allowed afterwards.
    package func close() {
        // After closing there are no more events.
        if pump.isLive { try? disconnect() }
        link?.onEnd = { _ in }
        forgetLink("it was closed")
        port.close()
        failure = failure ?? .broken("\(name): it was closed")
    }
}

/// The board that an access is for.
package enum BoardChoice {
    /// The one with this address, public or random.
    case address(Address)
    /// The only one that is one.
    case only(where: (ScanReport) -> Bool)
}
