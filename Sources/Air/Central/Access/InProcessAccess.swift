public import Bluetooth
public import Peripheral
public import Simulation

/// A board on the virtual air of this process, in virtual time.
public final class InProcessAccess: BoardAccess {
    public let name: String
    public let limits: AccessLimits = []
    private let central: Central
    private let address: Address
    private var connection: Connection?
    private var ended = "no link has been made"
    private var events = AccessEventQueue()
    /// Commands that have not been sent yet.
    private var unsent = 0
    /// The services found on an earlier link to a board of the same kind: the first discovery makes
    /// no requests then.
    public var knownServices: [RemoteService]?

    /// Access to the board with an address, by a central on its air.
    public init(_ central: Central, to address: Address, name: String = "model") {
        self.central = central
        self.address = address
        self.name = name
    }

    public var now: Instant { central.simulation.now }
    public var isConnected: Bool { connection?.isOpen ?? false }

    public func scan(active: Bool, for duration: Nanoseconds) throws(AccessError) -> [ScanReport] {
        central.scanAndWait(for: duration, active: active, filter: ScanFilter(address: address))
    }

    public func connect(within limit: Nanoseconds) throws(AccessError) {
        guard !isConnected else { throw .unable("there is a link already") }
        let made = try attempt { () throws(CentralError) in
            try central.connectAndWait(to: address, timeout: limit)
        }
        made.onDisconnect = { [weak self] reason in self?.linkEnded("\(reason)") }
        connection = made
    }

    private func linkEnded(_ why: String) {
        ended = why
        connection = nil
        events.append(.ended(now, why))
    }

    public func disconnect() throws(AccessError) {
        guard let connection, connection.isOpen else { return }
        // This is our own request, not an event.
        var isOver = false
        connection.onDisconnect = { [weak self] reason in
            self?.ended = "\(reason)"
            self?.connection = nil
            isOver = true
        }
        connection.disconnect()
        _ = central.simulation.run(until: now + .seconds(40), while: { !isOver })
        if !isOver { throw .timedOut("the end of the link") }
    }

    public func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int {
        let connection = try open()
        return try attempt { () throws(CentralError) in try connection.exchangeMTUAndWait(mtu) }
    }

    public func discover() throws(AccessError) -> [RemoteService] {
        let connection = try open()
        if let known = knownServices {
            knownServices = nil
            connection.assume(known)
            return known
        }
        return try attempt { () throws(CentralError) in try connection.discoverAndWait() }
    }

    public func read(_ characteristic: BluetoothUUID) throws(AccessError) -> [UInt8] {
        let connection = try open()
        let found = try find(characteristic, on: connection)
        return try attempt { () throws(CentralError) in
            try connection.wait(for: "a read") { connection.readLong(found, completion: $0) }
        }
    }

    public func write(
        _ bytes: [UInt8], to characteristic: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError) {
        let connection = try open()
        let found = try find(characteristic, on: connection)
        // A command has no response: the packets of a burst are sent in one event.
        guard kind == .request else {
            unsent += 1
            var refusal: CentralError?
            connection.write(bytes, to: found, .command) { [weak self] result in
                self?.unsent -= 1
                if case .failure(let error) = result { refusal = error }
            }
            // A command that is too long is never sent; one that the end of the link discards fails
            // later.
            return try attempt { () throws(CentralError) in
                if let refusal { throw refusal }
            }
        }
        try attempt { () throws(CentralError) in
            try connection.wait(for: "a write") {
                connection.write(bytes, to: found, kind, completion: $0)
            }
        }
    }

    public func flush() throws(AccessError) {
        guard unsent > 0 else { return }
        _ = central.simulation.run(until: now + .seconds(40), while: { unsent > 0 })
        if unsent > 0 { throw .timedOut("what was written to go on the air") }
    }

    public func subscribe(
        to characteristic: BluetoothUUID, _ kind: Subscription
    ) throws(AccessError) {
        let connection = try open()
        let found = try find(characteristic, on: connection)
        try attempt { () throws(CentralError) in
            try connection.wait(for: "a subscription") { completion in
                guard !kind.isEmpty else {
                    return connection.unsubscribe(from: found, completion: completion)
                }
                connection.subscribe(
                    to: found, kind,
                    onValue: { [weak self] time, bytes in
                        var value: [UInt8] = []
                        value.append(bytes, upTo: bytes.count)
                        self?.events.append(.value(time, of: characteristic, value))
                    }, completion: completion)
            }
        }
    }

    public func next(before limit: Instant) throws(AccessError) -> AccessEvent? {
        if events.isEmpty {
            _ = central.simulation.run(until: limit, while: { events.isEmpty })
        }
        return events.take()
    }

    public func wait(until time: Instant) throws(AccessError) {
        if time > now { central.simulation.run(until: time) }
    }

    public func close() {
        connection?.onDisconnect = nil
        connection = nil
        central.leave()
    }

    private func open() throws(AccessError) -> Connection {
        guard let connection, connection.isOpen else { throw .ended(ended) }
        return connection
    }

    private func find(
        _ uuid: BluetoothUUID, on connection: Connection
    ) throws(AccessError) -> RemoteCharacteristic {
        try attempt { () throws(CentralError) in try connection.characteristic(uuid) }
    }

    /// Translates a central's error for an access.
    private func attempt<Value>(
        _ work: () throws(CentralError) -> Value
    ) throws(AccessError) -> Value {
        do throws(CentralError) {
            return try work()
        } catch {
            throw AccessError(error)
        }
    }
}
