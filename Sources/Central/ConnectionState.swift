import Bluetooth
import Peripheral

/// What a link knows of its central's side; a `Connection` shows it to the user.
final class ConnectionState {
    let peer: Address
    let id: ConnectionID
    let central: CentralState
    let client = AttributeClient()
    var parameters: ConnectionParameters
    var ended: DisconnectReason?
    var services: [RemoteService] = []
    var onDisconnect: ((DisconnectReason) -> Void)?
    var onParametersChanged: ((ConnectionParameters) -> Void)?
    var onServicesChanged: ((ClosedRange<UInt16>) -> Void)?
    /// Nil once the link has ended.
    var link: Link?

    init(
        peer: Address, id: ConnectionID, central: CentralState, parameters: ConnectionParameters
    ) {
        self.peer = peer
        self.id = id
        self.central = central
        self.parameters = parameters
    }

    var gone: CentralError { .disconnected(ended ?? .localHostTerminated) }

    /// The link has ended: what is pending fails, then the observers hear of it.
    func end(_ reason: DisconnectReason) {
        guard ended == nil else { return }
        close(reason)
        client.close(.disconnected(reason))
        onDisconnect?(reason)
    }

    /// The world ends: nobody is told.
    func abandonWorld() {
        if ended == nil { close(.localHostTerminated) }
        client.bearer = nil
    }

    /// Nobody is told of anything any more.
    func forget() {
        onDisconnect = nil
        onParametersChanged = nil
        onServicesChanged = nil
        client.forget()
        link?.forget()
    }

    private func close(_ reason: DisconnectReason) {
        ended = reason
        link = nil
        central.connections.removeAll { $0 === self }
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
