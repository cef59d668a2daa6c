public import Bluetooth
public import Peripheral
import VirtualRadio

/// A central's side of one connection: GATT operations and what the peripheral sends unasked.
///
/// Operations are answered in order: the Attribute Protocol allows one request at a time (Core Vol
/// 3, Part F, 3.3.2), the others are queued here. When the link ends, every pending one fails with
/// `disconnected`. The link stays open if this object is released.
public final class Connection {
    /// The central of the connection.
    public let central: Central
    let state: ConnectionState

    init(_ state: ConnectionState, of central: Central) {
        self.state = state
        self.central = central
    }

    /// The peripheral.
    public var peer: Address { state.peer }
    /// The peripheral's number of the connection.
    public var id: ConnectionID { state.id }
    /// The parameters in force.
    public var parameters: ConnectionParameters { state.parameters }
    /// Why the connection ended; nil while it is open.
    public var ended: DisconnectReason? { state.ended }
    /// True until the link ends.
    package var isOpen: Bool { ended == nil }
    /// The ATT MTU in force, in bytes.
    public var mtu: Int { client.mtu }
    /// The result of the last discovery.
    public var services: [RemoteService] { state.services }
    /// The signal strength at the central now, in dBm; nil once the link has ended.
    public var rssi: Int? { isOpen ? central.air.rssi(of: peer) : nil }
    /// PDUs queued for sending.
    package var waitingToSend: Int { state.link?.toPeripheral.ring.count ?? 0 }

    /// Called once when the link has ended, by either side.
    package var onDisconnect: ((DisconnectReason) -> Void)? {
        get { state.onDisconnect }
        set { state.onDisconnect = newValue }
    }
    /// Called when the connection parameters have changed.
    package var onParametersChanged: ((ConnectionParameters) -> Void)? {
        get { state.onParametersChanged }
        set { state.onParametersChanged = newValue }
    }
    /// Called on a Service Changed indication (2A05) with the handles to discover again. Set it
    /// before discovery, which then subscribes.
    package var onServicesChanged: ((ClosedRange<UInt16>) -> Void)? {
        get { state.onServicesChanged }
        set { state.onServicesChanged = newValue }
    }

    /// The client of the connection's attributes.
    package var client: AttributeClient { state.client }

    /// The first characteristic with this UUID among the discovered services.
    public func characteristic(
        _ uuid: BluetoothUUID, of service: BluetoothUUID? = nil
    ) throws(CentralError) -> RemoteCharacteristic {
        guard let found = state.characteristic(uuid, of: service) else { throw .notFound(uuid) }
        return found
    }

    /// Ends the connection at the next connection event that the peripheral attends.
    public func disconnect() { state.link?.terminate(.remoteUserTerminated, by: .central) }

    /// Drops the link silently, like a phone whose Bluetooth crashes: it ends at once on this side;
    /// on the peripheral's it stays open until the supervision timeout.
    public func vanish() { state.link?.abandonByCentral() }

    /// Requests other connection parameters; the completion gets them once they are in force.
    package func requestParameters(
        _ wish: ConnectionParameters, completion: @escaping Completion<ConnectionParameters>
    ) {
        guard state.link != nil, isOpen else { return completion(.failure(state.gone)) }
        guard let checked = wish.checked else {
            return completion(.failure(.invalid(ConnectionParameters.rule)))
        }
        state.request(checked, completion)
    }
}

extension Connection: Equatable {
    /// True if both are the same connection.
    public static func == (a: Connection, b: Connection) -> Bool { a.state === b.state }
}
