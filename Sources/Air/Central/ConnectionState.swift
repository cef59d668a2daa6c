import Bluetooth
import Pairing
import Peripheral
import Simulation
import VirtualRadio

/// A central's side of one link; a `Connection` shows it to the user.
final class ConnectionState {
    let peer: Address
    let central: CentralState
    let client = AttributeClient()
    /// The number that the peripheral knows it by.
    var id = ConnectionID(0)
    var parameters: ConnectionParameters
    var ended: DisconnectReason?
    var services: [RemoteService] = []
    var onDisconnect: ((DisconnectReason) -> Void)?
    var onParametersChanged: ((ConnectionParameters) -> Void)?
    var onServicesChanged: ((ClosedRange<UInt16>) -> Void)?
    /// Nil before the link begins and once it has ended.
    @exclusivity(unchecked) var link: Link?

    /// Who waits for the connection; called once.
    var onBegin: Completion<ConnectionState>?
    /// Other parameters that were asked for.
    var update: (wish: ConnectionParameters, completion: Completion<ConnectionParameters>)?
    /// How this connection pairs; nil if it does not.
    @exclusivity(unchecked) var security: (manager: SecurityManager, setup: SecuritySetup)?
    var onPairingQuestion: ((PairingQuestion) -> Void)?
    var onPairingEnded: ((PairingOutcome) -> Void)?
    var onSecurityChanged: ((Security) -> Void)?
    var onKeyRefused: ((UInt8) -> Void)?
    /// Who waits for a pairing to end, and for the link to be protected so.
    var pairing: Completion<PairingMethod>?
    var protection: [(level: Security, completion: Completion<Security>)] = []
    /// When the client's outstanding request is given up; 0 for none.
    var transactionTicket: UInt32 = 0
    private(set) lazy var handle = WeakHandle(self)
    /// Who waits for a PDU to go out: after how many of them, and what then.
    @exclusivity(unchecked) var sentActions: [(after: Int, action: (Bool) -> Void)] = []
    @exclusivity(unchecked) var sent = 0
    @exclusivity(unchecked) var queued = 0

    init(peer: Address, central: CentralState, parameters: ConnectionParameters) {
        self.peer = peer
        self.central = central
        self.parameters = parameters
    }

    var gone: CentralError { .disconnected(ended ?? .localHostTerminated) }

    /// Nobody is told of anything any more.
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

    /// Asks for other parameters; an earlier wish that is not in force yet is given up.
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

    /// Takes what discovery found, and subscribes to Service Changed (Core Vol 3, Part G, 7.1) if
    /// somebody wants to know.
    func take(_ found: [RemoteService]) {
        services = found
        guard onServicesChanged != nil, let changed = characteristic("2A05", of: "1801"),
            let configuration = changed.configuration
        else { return }
        client.listen(to: changed.valueHandle) { [unowned self] _, range in
            guard range.count == 4, range.word(at: 0) <= range.word(at: 2) else { return }
            onServicesChanged?(range.word(at: 0)...range.word(at: 2))
        }
        client.write([2, 0], to: configuration.handle) { _ in }
    }
}
