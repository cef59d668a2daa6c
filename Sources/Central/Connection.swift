public import Bluetooth
public import Peripheral
import Simulation

/// A central's side of one connection: GATT operations and what the peripheral sends by itself.
///
/// Operations are answered in the order they were asked for: the Attribute Protocol allows one
/// request at a time (Core Vol 3, Part F, 3.3.2), the others wait here. When the link ends every
/// pending one fails with `disconnected`.
public final class Connection {
    public let peer: Address
    public let id: ConnectionID
    public unowned let central: Central
    /// The parameters in force.
    public internal(set) var parameters: ConnectionParameters
    /// Why the connection ended; nil while it is open.
    public internal(set) var ended: DisconnectReason?
    /// What the last discovery found.
    public internal(set) var services: [RemoteService] = []
    /// Called once, when the link has ended, whoever ended it.
    public var onDisconnect: ((DisconnectReason) -> Void)?
    /// Called when other connection parameters come into force.
    public var onParametersChanged: ((ConnectionParameters) -> Void)?
    /// Called on a Service Changed indication (2A05) with the handles to discover again. Set it
    /// before discovery, which then subscribes.
    public var onServicesChanged: ((ClosedRange<UInt16>) -> Void)?

    let client: AttributeClient
    var link: Link?

    init(
        peer: Address, id: ConnectionID, central: Central, parameters: ConnectionParameters,
        client: AttributeClient
    ) {
        self.peer = peer
        self.id = id
        self.central = central
        self.parameters = parameters
        self.client = client
    }

    /// True until the link ends.
    public var isOpen: Bool { ended == nil }
    /// The ATT MTU in force, in bytes.
    public var mtu: Int { client.mtu }
    /// The signal strength at the central now, in dBm; nil once the link has ended.
    public var rssi: Int? { isOpen ? central.air.rssi(of: peer) : nil }
    /// PDUs that wait to go on the air.
    public var waitingToSend: Int { link?.toPeripheral.count ?? 0 }

    /// The first characteristic with this UUID among the discovered services.
    public func characteristic(
        _ uuid: BluetoothUUID, of service: BluetoothUUID? = nil
    ) throws(CentralError) -> RemoteCharacteristic {
        for candidate in services {
            if let service, !candidate.uuid.matches(service) { continue }
            if let found = candidate.characteristic(uuid) { return found }
        }
        throw .notFound(uuid)
    }

    /// Ends the connection at the next connection event that the peripheral attends.
    public func disconnect() { link?.terminateFromCentral() }

    /// Asks for other connection parameters; the completion gets them once they are in force.
    public func requestParameters(
        _ wish: ConnectionParameters, completion: @escaping Completion<ConnectionParameters>
    ) {
        guard let link, isOpen else { return completion(.failure(gone)) }
        guard let checked = wish.checked else {
            return completion(.failure(.invalid(ConnectionParameters.rule)))
        }
        link.updateFromCentral(checked, completion)
    }

    /// The link has ended: what is pending fails, then the observers hear of it.
    func end(_ reason: DisconnectReason) {
        guard ended == nil else { return }
        ended = reason
        link = nil
        central.connections.removeAll { $0 === self }
        client.close(.disconnected(reason))
        onDisconnect?(reason)
    }

    var gone: CentralError { .disconnected(ended ?? .localHostTerminated) }
}
