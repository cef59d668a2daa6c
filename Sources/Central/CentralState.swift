import Bluetooth
import Peripheral
import Simulation

/// What the air knows of a central.
///
/// A `Central` keeps its simulation alive, and the simulation this: never the other way.
final class CentralState {
    let name: String
    let address: Address
    var parameterPolicy = ParameterPolicy.acceptFrom(.microseconds(7_500))
    var scanner: Scanner?
    var attempts: [ConnectAttempt] = []
    var connections: [ConnectionState] = []

    init(name: String, address: Address) {
        self.name = name
        self.address = address
    }

    /// Whether there is a connection to this peripheral, or one is being made.
    func knows(_ peer: Address) -> Bool {
        connections.contains { $0.peer == peer } || attempts.contains { $0.peer == peer }
    }
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
    var completion: Completion<ConnectionState>
}
