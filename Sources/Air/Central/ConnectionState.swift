internal import Bluetooth
import Pairing
internal import Peripheral
internal import Simulation
import VirtualRadio

/// A central's side of one link; users see it through a `Connection`.
final class ConnectionState {
    let peer: Address
    let central: CentralState
    let client = AttributeClient()
    /// The peripheral's number of the connection.
    var id = ConnectionID(0)
    var parameters: ConnectionParameters
    var ended: DisconnectReason?
    var services: [RemoteService] = []
    var onDisconnect: ((DisconnectReason) -> Void)?
    var onParametersChanged: ((ConnectionParameters) -> Void)?
    var onServicesChanged: ((ClosedRange<UInt16>) -> Void)?
    /// Nil before the link begins and once it has ended.
    @exclusivity(unchecked) var link: Link?

    /// The completion of the connection attempt; called once.
    var onBegin: Completion<ConnectionState>?
    /// The pending request for other parameters.
    var update: (wish: ConnectionParameters, completion: Completion<ConnectionParameters>)?
    /// How this connection pairs; nil if it does not.
    var security: (manager: SecurityManager, setup: SecuritySetup)?
    var onPairingQuestion: ((PairingQuestion) -> Void)?
    var onPairingEnded: ((PairingOutcome) -> Void)?
    var onSecurityChanged: ((Security) -> Void)?
    var onKeyRefused: ((UInt8) -> Void)?
    /// The completions of a pairing and of a protection of the link.
    var pairing: Completion<PairingMethod>?
    var protection: [(level: Security, completion: Completion<Security>)] = []
    /// The timeout of the client's outstanding request; 0 for none.
    var transactionTicket: UInt32 = 0
    private(set) lazy var lifetime = Lifetime(of: self)
    /// Actions that wait for PDUs to be sent: after how many of them, and what to do.
    @exclusivity(unchecked) var sentActions: [(after: Int, action: (Bool) -> Void)] = []
    @exclusivity(unchecked) var sent = 0
    @exclusivity(unchecked) var queued = 0

    init(peer: Address, central: CentralState, parameters: ConnectionParameters) {
        self.peer = peer
        self.central = central
        self.parameters = parameters
    }

    var gone: CentralError { .disconnected(ended ?? .localHostTerminated) }

    /// Drops every completion.
    func forget() {
        onDisconnect = nil
        onParametersChanged = nil
        onServicesChanged = nil
        forgetSecurity()
        sentActions = []
        update = nil
        client.forget()
    }

    func close(_ reason: DisconnectReason) {
        ended = reason
        link = nil
        central.medium.cancel(transactionTicket)
        transactionTicket = 0
        central.connections.removeAll { $0 === self }
    }

    /// Requests other parameters; an earlier request that is not in force yet is dropped.
    func request(
        _ parameters: ConnectionParameters, _ completion: @escaping Completion<ConnectionParameters>
    ) {
        update?.completion(.failure(.cancelled))
        update = (parameters, completion)
        link?.start(.update(parameters), by: .central)
    }

    func characteristic(_ uuid: BluetoothUUID, of service: BluetoothUUID?) -> RemoteCharacteristic?
    {
        for candidate in services where service.map(candidate.uuid.matches) ?? true {
            if let found = candidate.characteristic(uuid) { return found }
        }
        return nil
    }

    /// Stores the result of discovery, and subscribes to Service Changed (Core Vol 3, Part G, 7.1)
    /// if there is a handler.
    func take(_ found: [RemoteService]) {
        services = found
        guard onServicesChanged != nil, let changed = characteristic("2A05", of: "1801"),
            let configuration = changed.configuration
        else { return }
        client.listen(to: changed.valueHandle) { [me = lifetime.handle] _, range in
            guard range.count == 4, range.word(at: 0) <= range.word(at: 2) else { return }
            me.owner?.onServicesChanged?(range.word(at: 0)...range.word(at: 2))
        }
        client.write([2, 0], to: configuration.handle) { _ in }
    }
}
