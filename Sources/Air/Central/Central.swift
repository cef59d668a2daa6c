public import Bluetooth
public import Peripheral
public import Simulation
public import VirtualRadio

/// What comes back from an operation, once.
public typealias Completion<Value> = (Result<Value, CentralError>) -> Void

/// An in-process central: scans, connects, and speaks GATT over its connections.
///
/// Everything here only starts an operation; it goes on while the simulation runs, and its
/// completion is called from an event. The methods that end in `AndWait` run the simulation
/// themselves until the operation is over, and so do the `async` ones. A central keeps its
/// simulation alive.
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

    /// What it is called in the trace.
    public var name: String { state.name }
    /// Its own address.
    public var address: Address { state.address }
    /// Whether a scan is under way.
    public var isScanning: Bool { state.scanner != nil }
    /// Open connections, oldest first.
    public var connections: [Connection] { state.connections.map { Connection($0, of: self) } }
    /// What happens to a peripheral's wish for other connection parameters.
    public var parameterPolicy: ParameterPolicy {
        get { state.parameterPolicy }
        set { state.parameterPolicy = newValue }
    }

    /// Lets `tap` see what this central's radio hands it; nil ends that.
    public func tap(_ tap: (any CentralTap)?) {
        state.tap = tap.map { CentralTapping(tap: $0, own: address) }
    }

    /// Forgets scan, attempts, connections and all that waits, without calling anybody: for the end
    /// of a world whose handlers hold its central, which would keep each other alive.
    public func leave() {
        state.scanner = nil
        state.removeAttempts()
        state.tap = nil
        state.security = nil
        for connection in state.connections { connection.forget() }
        state.connections = []
    }

    /// Listens for advertisements until `stopScan`; a scan under way is replaced.
    ///
    /// An active scan asks for scan responses, a passive one does not.
    public func scan(
        active: Bool = true, filter: ScanFilter = ScanFilter(),
        onReport: @escaping (ScanReport) -> Void
    ) {
        // A scan that is replaced ends before the new one begins.
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

    /// Connects on one of the peripheral's next connectable advertisements.
    public func connect(
        to peer: Address, parameters: ConnectionParameters = .usual,
        timeout: Nanoseconds = .seconds(30), completion: @escaping Completion<Connection>
    ) {
        guard let checked = parameters.checked else {
            return completion(.failure(.invalid(ConnectionParameters.rule)))
        }
        guard !state.knows(peer) else { return completion(.failure(.alreadyConnecting(peer))) }
        // A central in here would keep the world alive that keeps the attempt.
        let attempt = ConnectAttempt(
            number: UInt64(air.medium.ticket()), peer: peer, parameters: checked
        ) { [unowned air, state] result in
            completion(result.map { Connection($0, of: Central(state, on: air)) })
        }
        state.add(attempt)
        state.limit(attempt, to: timeout)
        air.medium.listen()
    }

    /// Gives up an attempt that has not succeeded; its completion gets `cancelled`.
    public func cancelConnect(to peer: Address) {
        guard let attempt = state.attempts.first(where: { $0.peer == peer }) else { return }
        state.remove(attempt.number)?.completion(.failure(.cancelled))
    }
}

/// How a central answers a peripheral that asks for other parameters.
public enum ParameterPolicy: Sendable, Equatable {
    /// The shortest interval that is wished for and not below this one; refused if there is none.
    case acceptFrom(Nanoseconds)
    /// Whatever is asked for.
    case refuse
}
