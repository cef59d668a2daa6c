import Bluetooth
import Central
import DBus
import EventLoop

/// The services of one remote device as objects on the bus, as bluetoothd 5.66 shows them.
///
/// They come when the device's services are known, stay when the link ends, and go with the device.
final class RemoteGATT {
    /// `/org/bluez/hci0/dev_E1_00_00_00_00_01`.
    let devicePath: String
    let objects: ObjectServer
    let loop: EventLoop
    /// Makes the link safer, by encryption or pairing; false if that failed. What was refused is
    /// then tried again.
    var elevate: (_ completion: @escaping (Bool) -> Void) -> Void = { $0(false) }
    /// To be called before anything that comes in by a socket is handed over.
    var beforeInput: () -> Void = {}
    /// Somebody has asked for the end of the link.
    var isDisconnecting = false
    /// A value asked for keys, and there was no agent to allow them: on this link nothing is answered
    /// any more.
    var isUnattended = false
    /// Nil while there is no link, or its services are not known yet.
    private(set) var connection: Connection?
    /// Who listens to which value of this connection.
    private(set) var subscriptions: Subscriptions?
    /// By handle.
    private(set) var services: [RemoteGATTService] = []
    /// Clients that want notifications, in the order in which they came.
    var sessions: [NotifySession] = []

    /// Services that bluetoothd keeps to itself, for its own profiles: GAP, Human Interface Device,
    /// Scan Parameters and MIDI (read in the sources of 5.66, not recorded).
    static let hidden: [BluetoothUUID] = [
        "1800", "1812", "1813", "03B80E5A-EDE8-4B33-A751-6CE34EC4C700",
    ]

    init(devicePath: String, objects: ObjectServer, loop: EventLoop) {
        self.devicePath = devicePath
        self.objects = objects
        self.loop = loop
    }

    /// The services of a connection are known, or others than before: publishes what is new, takes
    /// away what is gone, and keeps what is the same.
    func resolved(_ found: [RemoteService], on connection: Connection) {
        let isNew = self.connection != connection
        if isNew {
            self.connection = connection
            subscriptions = Subscriptions(of: self, on: connection)
            isDisconnecting = false
            isUnattended = false
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
        guard isNew else { return }
        for session in sessions { session.characteristic?.resume(session) }
    }

    /// The link has ended: sockets hang up, and calls fail.
    ///
    /// - Parameter keepsObjects: the objects stay, without a connection.
    func disconnected(keepsObjects: Bool) {
        connection = nil
        subscriptions = nil
        isDisconnecting = false
        isUnattended = false
        for session in sessions { session.registration = nil }
        for service in services { service.disconnected() }
        if !keepsObjects { remove() }
    }

    /// Takes all objects away.
    func remove() {
        let gone = services
        services = []
        for service in gone { service.withdraw() }
        sessions = []
    }

    /// The characteristic with this UUID in the first service of that one, shown or hidden; for what
    /// bluetoothd itself reads.
    func characteristic(_ uuid: BluetoothUUID, of service: BluetoothUUID) -> RemoteCharacteristic? {
        connection.flatMap { try? $0.characteristic(uuid, of: service) }
    }

    /// Does something on the link; what is refused for want of encryption or authentication is done
    /// again as often as the link could be made safer: encrypted, authenticated, and with a key of
    /// Secure Connections.
    func attempt<Value>(
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
            elevate { [weak self] isSafer in
                guard let self, isSafer else { return done(result) }
                attempt(operation, triesLeft: triesLeft - 1, done)
            }
        }
    }

    /// A UUID in the form that bluetoothd gives it.
    static func text(_ uuid: BluetoothUUID) -> String { uuid.expanded.description.lowercased() }

    /// `001d`.
    static func text(_ handle: UInt16) -> String {
        let digits = String(handle, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
