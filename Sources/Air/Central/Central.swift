public import Bluetooth
public import Peripheral
public import Simulation
public import VirtualRadio

/// Called once with the result of an operation.
public typealias Completion<Value> = (Result<Value, CentralError>) -> Void

/// An in-process central: scans, connects, and uses GATT over its connections.
///
/// Every method here only starts an operation; it continues while the simulation runs, and its
/// completion is called from an event. The methods that end in `AndWait` run the simulation
/// themselves until the operation is complete. A central keeps its simulation alive.
public final class Central {
    /// The world of this central.
    public let air: Air
    let simulation: Simulation
    let state: CentralState

    /// Without an address a random one is made from the world's seed and the name.
    public init(on air: Air, name: String = "central", address: Address? = nil) {
        self.air = air
        simulation = air.simulation
        state = CentralState(
            name: name, address: address ?? air.inventAddress(for: name), medium: air.medium)
    }

    init(_ state: CentralState, on air: Air) {
        self.air = air
        simulation = air.simulation
        self.state = state
    }

    /// Its name in the trace.
    public var name: String { state.name }
    /// Its own address.
    public var address: Address { state.address }
    /// Whether a scan is under way.
    package var isScanning: Bool { state.scanner != nil }
    /// Open connections, oldest first.
    public var connections: [Connection] { state.connections.map { Connection($0, of: self) } }
    /// The answer to a peripheral's request for other connection parameters.
    package var parameterPolicy: ParameterPolicy {
        get { state.parameterPolicy }
        set { state.parameterPolicy = newValue }
    }

    /// Lets `tap` observe this central's radio; nil ends that.
    public func tap(_ tap: (any CentralTap)?) {
        state.tap = tap.map { CentralTapping(tap: $0, own: address) }
    }

    /// Drops the scan, attempts, connections and everything pending, without calling any
    /// completion: for the end of a world whose handlers hold its central, because they would keep
    /// each other alive.
    public func leave() {
        state.scanner = nil
        state.removeAttempts()
        state.tap = nil
        state.security = nil
        for connection in state.connections { connection.forget() }
        state.connections = []
    }

    /// Listens for advertisements until `stopScan`; replaces a running scan.
    ///
    /// An active scan requests scan responses, a passive one does not.
    public func scan(
        active: Bool = true, filter: ScanFilter = ScanFilter(),
        onReport: @escaping (ScanReport) -> Void
    ) {
        // A replaced scan ends before the new one begins.
        if isScanning { stopScan() }
        state.scanner = Scanner(active: active, filter: filter, onReport: onReport)
        state.tap?.tap.scanning(active: active, at: simulation.now)
        air.medium.listen()
    }

    /// Ends the scan.
    public func stopScan() {
        guard isScanning else { return }
        state.scanner = nil
        state.tap?.tap.scanning(active: nil, at: simulation.now)
    }

    /// Connects on one of the peripheral's next connectable advertisements; nil for no time limit.
    public func connect(
        to peer: Address, parameters: ConnectionParameters = .usual,
        timeout: Nanoseconds? = .seconds(30), completion: @escaping Completion<Connection>
    ) {
        guard let checked = parameters.checked else {
            return completion(.failure(.invalid(ConnectionParameters.rule)))
        }
        guard !state.knows(peer) else { return completion(.failure(.alreadyConnecting(peer))) }
        // A strong reference to the central would keep the world alive that keeps the attempt.
        let attempt = ConnectAttempt(
            number: UInt64(air.medium.ticket()), peer: peer, parameters: checked
        ) { [air = air.lifetime.handle, state] result in
            guard let air = air.owner else { return }
            completion(result.map { Connection($0, of: Central(state, on: air)) })
        }
        state.add(attempt)
        if let timeout { state.limit(attempt, to: timeout) }
        air.medium.listen()
    }

    /// Cancels an attempt that has not succeeded; its completion gets `cancelled`.
    package func cancelConnect(to peer: Address) {
        guard let attempt = state.attempts.first(where: { $0.peer == peer }) else { return }
        state.remove(attempt.number)?.completion(.failure(.cancelled))
    }
}

/// How a central answers a peripheral's request for other parameters.
package enum ParameterPolicy: Sendable, Equatable {
    /// The shortest requested interval that is not below this one; refused if there is none.
    case acceptFrom(Nanoseconds)
    /// Every request is refused.
    case refuse
}
