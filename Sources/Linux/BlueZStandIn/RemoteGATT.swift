import Bluetooth
import Central
import DBus
import EventLoop

/// The services of one remote device as objects on the bus, as bluetoothd 5.66 shows them.
///
/// They appear when the device's services are known, stay when the link ends, and are removed with
/// the device.
final class RemoteGATT {
    /// `/org/bluez/hci0/dev_E1_00_00_00_00_01`.
    let devicePath: String
    let objects: ObjectServer
    let loop: EventLoop
    /// Raises the link's security, by encryption or pairing; false if that failed. The refused
    /// operation is then retried.
    var elevate: (_ completion: @escaping (Bool) -> Void) -> Void = { $0(false) }
    /// To be called before any input from a socket is passed on.
    var beforeInput: () -> Void = {}
    /// A disconnection was requested.
    var isDisconnecting = false
    /// A value required keys, and there was no agent to allow them, or it refused: on this link
    /// nothing is answered any more.
    var isUnattended = false
    /// A client has asked for a value that requires keys.
    private(set) var hasClientWaiting = false
    /// The MTU of the link is not agreed upon yet.
    var isExchangingMTU = false
    /// Nil while there is no link, or its services are not known yet.
    private(set) var connection: Connection?
    /// The services of this connection have been compared with those that are known.
    private(set) var isReady = false
    /// What waits for that.
    private var whenReady: [() -> Void] = []
    /// The subscriptions of this connection.
    private(set) var subscriptions: Subscriptions?
    /// By handle.
    private(set) var services: [RemoteGATTService] = []
    /// Clients with notifications, in order of arrival.
    var sessions: [NotifySession] = []

    /// Services that bluetoothd hides, for its own profiles: GAP, Human Interface Device, Scan
    /// Parameters and MIDI (read in the sources of 5.66, not recorded).
    static let hidden: [BluetoothUUID] = [
        "1800", "1812", "1813", "03B80E5A-EDE8-4B33-A751-6CE34EC4C700",
    ]

    init(devicePath: String, objects: ObjectServer, loop: EventLoop) {
        self.devicePath = devicePath
        self.objects = objects
        self.loop = loop
    }

    /// The services of a connection are known, or have changed: publishes new ones, removes missing
    /// ones, and keeps the rest.
    ///
    /// - Parameter isReady: false if they are those of an earlier connection, or their owner calls
    ///   ``becomeReady()``.
    func resolved(
        _ found: [RemoteService], on connection: Connection, isReady: Bool = true
    ) {
        let isNew = self.connection != connection
        if isNew {
            self.connection = connection
            subscriptions = Subscriptions(of: self, on: connection)
            isDisconnecting = false
        }
        let shown = found.filter { service in
            !Self.hidden.contains { $0.matches(service.uuid) }
        }
        let gone = services.filter { !shown.contains($0.remote) }
        services.removeAll { old in gone.contains { $0 === old } }
        for service in gone { service.withdraw() }
        for service in shown where !services.contains(where: { $0.remote == service }) {
            let object = RemoteGATTService(service, of: self)
            object.publish()
            services.append(object)
        }
        services.sort { $0.remote.handles.lowerBound < $1.remote.handles.lowerBound }
        if isNew {
            for session in sessions { session.characteristic?.resume(session) }
        }
        if isReady { becomeReady() }
    }

    /// The services of this connection hold: sockets can be given out.
    func becomeReady() {
        isReady = true
        callWaiting()
    }

    /// Calls back once the services of this connection hold, or it has ended.
    func whenReady(_ action: @escaping () -> Void) {
        if isReady { action() } else { whenReady.append(action) }
    }

    private func callWaiting() {
        let waiting = whenReady
        whenReady = []
        for action in waiting { action() }
    }

    /// The link has ended: sockets hang up, and calls fail.
    ///
    /// - Parameter keepsObjects: the objects stay, without a connection.
    func disconnected(keepsObjects: Bool) {
        connection = nil
        subscriptions = nil
        isDisconnecting = false
        isUnattended = false
        hasClientWaiting = false
        isExchangingMTU = false
        isReady = false
        for session in sessions { session.registration = nil }
        for service in services { service.disconnected() }
        callWaiting()
        if !keepsObjects { remove() }
    }

    /// Removes all objects.
    func remove() {
        let gone = services
        services = []
        for service in gone { service.withdraw() }
        sessions = []
        callWaiting()
    }

    /// The characteristic with this UUID in the first service with the other one, shown or hidden;
    /// for bluetoothd's own reads.
    func characteristic(_ uuid: BluetoothUUID, of service: BluetoothUUID) -> RemoteCharacteristic? {
        connection.flatMap { try? $0.characteristic(uuid, of: service) }
    }

    /// Performs an operation on the link; if it is refused for lack of encryption or
    /// authentication, it is retried as long as the link's security can be raised: encrypted,
    /// authenticated, and with a key of Secure Connections.
    ///
    /// - Parameter isOwn: it is bluetoothd's, no client's.
    func attempt<Value>(
        isOwn: Bool = false,
        _ operation: @escaping (Connection, @escaping Completion<Value>) -> Void,
        triesLeft: Int = 3, _ done: @escaping Completion<Value>
    ) {
        guard let connection else { return done(.failure(.disconnected(.localHostTerminated))) }
        guard !isUnattended else { return }
        operation(connection) { [weak self] result in
            guard let self, triesLeft > 0, self.connection == connection,
                case .failure(.attribute(let error, _)) = result,
                error == .insufficientAuthentication || error == .insufficientEncryption
            else { return done(result) }
            if !isOwn { hasClientWaiting = true }
            elevate { [weak self] isSafer in
                guard let self, isSafer else { return done(result) }
                attempt(isOwn: isOwn, operation, triesLeft: triesLeft - 1, done)
            }
        }
    }

    /// A UUID in bluetoothd's form.
    static func text(_ uuid: BluetoothUUID) -> String { uuid.expanded.description.lowercased() }

    /// `001d`.
    static func text(_ handle: UInt16) -> String {
        let digits = String(handle, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
