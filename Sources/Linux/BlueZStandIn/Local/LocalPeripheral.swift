import Bluetooth
import Pairing
import Peripheral

/// An adapter as a peripheral: all applications and advertisements on it together.
final class LocalPeripheral: DeferringPeripheral {
    /// A central that is connected to the adapter.
    struct Central {
        let address: Address
        /// Of its Device1.
        let path: String
        var mtu = 23
        /// Client Supported Features (Core Vol 3, Part G, 7.2).
        var features: UInt8 = 0
        /// Its subscriptions, by handle.
        var subscriptions: [UInt16: Subscription] = [:]
        /// Values queued for lack of room.
        let notifications = ValueQueue()
        /// Values queued for the confirmation of the one before.
        let indications = ValueQueue()
    }

    private(set) weak var host: (any LocalHost)?
    let database: LocalDatabase
    private let cryptography: (any Cryptography)?
    private(set) var centrals: [ConnectionID: Central] = [:]
    /// In order of arrival.
    private(set) var connections: [ConnectionID] = []
    private var values: [UInt16: LocalValue] = [:]
    private var link: (any PeripheralLink)?
    /// What it advertises; nil for nothing.
    var advertised: () -> Advertisement? = { nil }
    /// A central has connected by an advertisement, or its link has ended.
    var onConnection: (ConnectionID, _ isOpen: Bool) -> Void = { _, _ in }
    /// No more notifications are taken from applications until a link has room.
    private(set) var isCongested = false

    let name: String
    let address: Address

    init(_ host: any LocalHost, _ cryptography: (any Cryptography)?) {
        self.host = host
        self.cryptography = cryptography
        database = LocalDatabase(
            hasHash: cryptography != nil, hasInformation: host.hasDeviceInformation)
        name = host.path.split(separator: "/").last.map(String.init) ?? host.path
        address = host.address
    }

    var gapName: String { host?.alias ?? "" }
    let gapAppearance: UInt16 = 0
    var attributes: AttributeTable { database.table }

    var advertisement: Advertisement? { host?.isPowered == true ? advertised() : nil }

    func attach(to link: any PeripheralLink) { self.link = link }

    /// The advertising has changed, or the adapter was switched on or off.
    func advertisementChanged() { link?.advertisementChanged() }

    /// Ends the link to a central; false if there is none.
    func disconnect(_ connection: ConnectionID) -> Bool {
        guard centrals[connection] != nil else { return false }
        link?.disconnect(connection)
        return true
    }

    // MARK: Applications

    /// Adds or removes the services of an application, and notifies the centrals.
    func servicesChanged(adding: [LocalValue] = [], removing: [LocalValue] = []) {
        for value in removing {
            values[value.handle] = nil
            value.retire()
            for connection in connections { forget(value.handle, connection) }
        }
        for value in adding { values[value.handle] = value }
        link?.servicesChanged()
    }

    private func forget(_ handle: UInt16, _ connection: ConnectionID) {
        centrals[connection]?.subscriptions[handle] = nil
        centrals[connection]?.notifications.removeAll(of: ValueID(handle))
        centrals[connection]?.indications.removeAll(of: ValueID(handle))
    }

    /// Sends a value to all subscribed centrals, as a notification or indication according to each.
    func send(_ bytes: [UInt8], of characteristic: LocalCharacteristic) {
        let handle = characteristic.handle
        for connection in connections {
            guard let central = centrals[connection],
                let subscription = central.subscriptions[handle]
            else { continue }
            if subscription.contains(.indications) {
                central.indications.append(bytes, of: ValueID(handle))
                indicate(connection)
            } else {
                central.notifications.append(bytes, of: ValueID(handle))
                drain(connection)
            }
        }
    }

    /// Sends queued values until the link is full.
    private func drain(_ connection: ConnectionID) {
        centrals[connection]?.notifications.drain {
            link?.notify($0, of: $1, to: connection)
        }
        let isFull = centrals.values.contains { !$0.notifications.isEmpty }
        guard isFull != isCongested else { return }
        isCongested = isFull
        for (_, value) in values.sorted(by: { $0.key < $1.key }) {
            (value as? LocalCharacteristic)?.pause(isFull)
        }
    }

    private func indicate(_ connection: ConnectionID) {
        centrals[connection]?.indications.drain {
            link?.indicate($0, of: $1, to: connection)
        }
    }
}

/// The calls of the link.
extension LocalPeripheral {
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        guard let host else { return }
        centrals[connection] = Central(
            address: central, path: host.centralConnected(connection, from: central))
        connections.append(connection)
        onConnection(connection, true)
    }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        guard let central = centrals.removeValue(forKey: connection) else { return }
        connections.removeAll { $0 == connection }
        for (handle, _) in central.subscriptions.sorted(by: { $0.key < $1.key }) {
            (values[handle] as? LocalCharacteristic)?.unsubscribed()
        }
        drain(connection)
        onConnection(connection, false)
        host?.centralDisconnected(connection, from: central.address, reason: reason)
    }

    func mtuChanged(_ connection: ConnectionID, mtu: Int) { centrals[connection]?.mtu = mtu }

    func read(
        _ value: ValueID, from offset: Int, by connection: ConnectionID,
        _ answer: @escaping (Result<[UInt8], ATTError>) -> Void
    ) {
        if let own = own(value, connection) {
            return answer(
                offset > own.count ? .failure(.invalidOffset) : .success(Array(own[offset...])))
        }
        guard let known = values[value.number] else { return answer(.failure(.unlikelyError)) }
        known.read(from: offset, by: connection, answer)
    }

    func write(
        _ bytes: [UInt8], at offset: Int, to value: ValueID, _ kind: DeferredWrite,
        by connection: ConnectionID, _ answer: @escaping (ATTError?) -> Void
    ) {
        if value.number == LocalDatabase.clientFeatures {
            return answer(setFeatures(bytes, of: connection))
        }
        guard let known = values[value.number] else { return answer(.unlikelyError) }
        known.write(bytes, at: offset, kind, by: connection, answer)
    }

    /// One of BlueZ's own values.
    private func own(_ value: ValueID, _ connection: ConnectionID) -> [UInt8]? {
        switch value.number {
        case LocalDatabase.clientFeatures: [centrals[connection]?.features ?? 0]
        case LocalDatabase.hash:
            cryptography?.authenticationCode(
                of: attributes.hashMessage, key: [UInt8](repeating: 0, count: 16))
        default: nil
        }
    }

    /// A client never clears its supported features (Core Vol 3, Part G, 7.2); three bits are
    /// known.
    private func setFeatures(_ bytes: [UInt8], of connection: ConnectionID) -> ATTError? {
        guard let wanted = bytes.first else { return .invalidAttributeValueLength }
        let features = centrals[connection]?.features ?? 0
        guard features & ~wanted == 0 else { return .valueNotAllowed }
        centrals[connection]?.features = (features | wanted) & 0x07
        return nil
    }

    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {
        guard let value = values[characteristic.number] as? LocalCharacteristic else { return }
        if subscription.isEmpty {
            centrals[connection]?.subscriptions[characteristic.number] = nil
            value.unsubscribed()
        } else {
            centrals[connection]?.subscriptions[characteristic.number] = subscription
            value.subscribed(connection)
        }
    }

    func confirmed(_ characteristic: ValueID, by connection: ConnectionID) {
        (values[characteristic.number] as? LocalCharacteristic)?.confirmed()
        indicate(connection)
    }

    func readyToNotify(_ connection: ConnectionID) {
        drain(connection)
        indicate(connection)
    }
}
