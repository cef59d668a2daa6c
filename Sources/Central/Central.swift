public import Bluetooth
public import Peripheral
public import Simulation

/// What comes back from an operation, once.
public typealias Completion<Value> = (Result<Value, CentralError>) -> Void

/// An in-process central: scans, connects, and speaks GATT over its connections.
///
/// Everything here only starts an operation; it goes on while the simulation runs, and its
/// completion is called from an event. The methods that end in `AndWait` run the simulation
/// themselves until the operation is over, and so do the `async` ones. A central lives as long as
/// its simulation.
public final class Central {
    public let name: String
    public let address: Address
    /// The world of this central.
    public unowned let air: Air
    /// Open connections, oldest first.
    public internal(set) var connections: [Connection] = []
    /// What happens to a peripheral's wish for other connection parameters.
    public var parameterPolicy = ParameterPolicy.acceptFrom(.microseconds(7_500))

    var scanner: Scanner?
    var attempts: [ConnectAttempt] = []

    /// Without an address a random one is made from the world's seed and the name.
    public init(on air: Air, name: String = "central", address: Address? = nil) {
        self.air = air
        self.name = name
        self.address = address ?? air.inventAddress(for: name)
        air.join(self)
    }

    /// Whether a scan is under way.
    public var isScanning: Bool { scanner != nil }

    /// Listens for advertisements until `stopScan`; a scan under way is replaced.
    ///
    /// An active scan asks for scan responses, a passive one does not.
    public func scan(
        active: Bool = true, filter: ScanFilter = ScanFilter(),
        onReport: @escaping (ScanReport) -> Void
    ) {
        scanner = Scanner(active: active, filter: filter, onReport: onReport)
        air.medium.listen()
    }

    /// Ends the scan.
    public func stopScan() { scanner = nil }

    /// Connects on one of the peripheral's next connectable advertisements.
    public func connect(
        to peer: Address, parameters: ConnectionParameters = .usual,
        timeout: Nanoseconds = .seconds(30), completion: @escaping Completion<Connection>
    ) {
        guard let checked = parameters.checked else {
            return completion(.failure(.invalid(ConnectionParameters.rule)))
        }
        guard !connections.contains(where: { $0.peer == peer }),
            !attempts.contains(where: { $0.peer == peer })
        else { return completion(.failure(.alreadyConnecting(peer))) }
        air.begin(
            ConnectAttempt(
                number: 0, peer: peer, parameters: checked, completion: completion),
            of: self, timeout: timeout)
    }

    /// Gives up an attempt that has not succeeded; its completion gets `cancelled`.
    public func cancelConnect(to peer: Address) {
        guard let index = attempts.firstIndex(where: { $0.peer == peer }) else { return }
        attempts.remove(at: index).completion(.failure(.cancelled))
    }
}

/// How a central answers a peripheral that asks for other parameters.
public enum ParameterPolicy: Sendable, Equatable {
    /// The shortest interval that is wished for and not below this one; refused if there is none.
    case acceptFrom(Nanoseconds)
    case refuse
}

/// A scan under way.
struct Scanner {
    var active: Bool
    var filter: ScanFilter
    var onReport: (ScanReport) -> Void
}

/// A wish to connect that waits for an advertisement.
struct ConnectAttempt {
    var number: UInt64
    var peer: Address
    var parameters: ConnectionParameters
    var completion: Completion<Connection>
}
