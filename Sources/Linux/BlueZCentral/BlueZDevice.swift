package import Bluetooth
package import Central
package import DBus
package import EventLoop
internal import Peripheral

/// One peripheral as BlueZ has it: its properties, attempts to connect, and its characteristics. What is asked for calls
/// back from a turn of the loop.
package final class BlueZDevice {
    /// The path of its object.
    package let path: String
    let client: BlueZClient
    /// Called when the link is up or down.
    var onLink: () -> Void = {}
    private let loop: EventLoop
    /// Notified values, each by a socket or a signal.
    private var sources: [ValueSource] = []
    private var wasConnected: Bool
    private var whenResolved: ((Bool) -> Void)?

    /// A device, which BlueZ need not know yet.
    package init(_ path: String, _ client: BlueZClient, on loop: EventLoop) {
        self.path = path
        self.client = client
        self.loop = loop
        wasConnected = client.objects[path, RemoteObjects.device]?["Connected"]?.flag ?? false
    }

    /// A property, if BlueZ knows the device.
    package func property(_ name: String) -> Value? {
        client.objects[path, RemoteObjects.device]?[name]
    }

    /// Whether there is a link.
    package var isConnected: Bool { property("Connected")?.flag ?? false }

    /// Takes a change that the client has reported.
    package func changed(_ place: String, _ interface: String, _ names: [String]) {
        if place == path, interface == RemoteObjects.device {
            linkChanged()
        } else if interface == RemoteObjects.characteristic, names.contains("Value"),
            let source = sources.first(where: { $0.path == place && $0.socket == nil }),
            let bytes = client.objects[place, interface]?["Value"]?.octets
        {
            source.take(bytes)
        }
    }

    private func linkChanged() {
        if let whenResolved, !isConnected || property("ServicesResolved")?.flag == true {
            self.whenResolved = nil
            whenResolved(isConnected)
        }
        guard wasConnected != isConnected else { return }
        wasConnected = isConnected
        if !isConnected {
            // What is still in the sockets comes before the end.
            for source in sources { source.drain() }
            sources = []
        }
        onLink()
    }

    /// Forgets all subscriptions.
    package func close() {
        onLink = {}
        whenResolved = nil
        sources = []
    }

    // MARK: Connecting

    /// Tries to connect, until BlueZ has discovered the services; false if that may be tried again.
    package func attempt(_ done: @escaping (Result<Bool, AccessError>) -> Void) {
        client.start(path, RemoteObjects.device, "Connect") { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result {
                switch BlueZClient.kind(error) {
                // A failed attempt, one in progress, a removed device.
                case "Failed", "InProgress", "AlreadyConnected", "NotAvailable", "DoesNotExist",
                    "UnknownObject", "UnknownMethod", "ConnectionAttemptFailed", "NoReply":
                    return done(.success(false))
                default: return done(.failure(client.refusal(error, of: "Connect")))
                }
            }
            guard isConnected, property("ServicesResolved")?.flag != true else {
                return done(.success(isConnected))
            }
            whenResolved = { done(.success($0)) }
        }
    }

    /// Ends the link or the attempt.
    package func disconnect(_ done: @escaping (Result<Reply, AccessError>) -> Void) {
        client.perform(path, RemoteObjects.device, "Disconnect") { done($0) }
    }

    // MARK: Characteristics

    func text(_ path: String, _ interface: String, _ name: String) -> String? {
        client.objects[path, interface]?[name]?.text
    }

    /// The UUID of a characteristic.
    package func uuid(of path: String) -> BluetoothUUID? {
        BluetoothUUID(onBus: text(path, RemoteObjects.characteristic, "UUID"))
    }

    /// The paths of all characteristics, in the order of their handles.
    package var characteristics: [String] {
        client.objects.paths(with: RemoteObjects.characteristic, below: path)
    }

    /// bluetoothd's words for the bits of a declaration (org.bluez.GattCharacteristic(5), Flags).
    private static let flags: [String: CharacteristicProperties] = [
        "broadcast": .broadcast, "read": .read, "write-without-response": .writeWithoutResponse,
        "write": .write, "notify": .notify, "indicate": .indicate,
        "authenticated-signed-writes": .signedWrite, "extended-properties": .extended,
    ]

    func properties(_ path: String) -> CharacteristicProperties {
        let words = client.objects[path, RemoteObjects.characteristic]?["Flags"]?.texts ?? []
        return words.reduce(into: CharacteristicProperties(rawValue: 0)) { sum, word in
            if let bit = Self.flags[word] { sum.insert(bit) }
        }
    }

    /// Reads a value of any length.
    package func read(
        _ path: String, _ done: @escaping (Result<[UInt8], AccessError>) -> Void
    ) {
        client.perform(path, RemoteObjects.characteristic, "ReadValue", [.options([])]) { result in
            done(result.map { $0.first?.octets ?? [] })
        }
    }

    /// Writes a value; calls back when it is answered or, for a command, when BlueZ has it.
    ///
    /// Not through `AcquireWrite`: BlueZ serves its socket beside the bus, so that a request could overtake commands.
    package func write(
        _ bytes: [UInt8], to path: String, isAnswered: Bool,
        _ done: @escaping (Result<Reply, AccessError>) -> Void
    ) {
        let type = isAnswered ? "request" : "command"
        client.perform(
            path, RemoteObjects.characteristic, "WriteValue",
            [.bytes(bytes), .options([("type", .string(type))])], done)
    }

    /// Asks BlueZ for notifications or indications; BlueZ writes the configuration. Notifications
    /// come through a socket, so that they are not mistaken for reads.
    package func subscribe(
        to path: String, onValue: @escaping ([UInt8]) -> Void,
        _ done: @escaping (Result<Void, AccessError>) -> Void
    ) {
        if let source = sources.first(where: { $0.path == path }) {
            source.onValue = onValue
            return done(.success(()))
        }
        let notifies = properties(path).contains(.notify)
        client.perform(
            path, RemoteObjects.characteristic, notifies ? "AcquireNotify" : "StartNotify",
            notifies ? [.options([])] : []
        ) { [weak self] result in
            guard let self else { return }
            if case .success(let reply) = result {
                sources.append(ValueSource(path, reply, on: loop, onValue))
            }
            done(result.map { _ in })
        }
    }

    /// Ends notifications. Of a socket, BlueZ notices a little later that it is closed.
    package func unsubscribe(
        from path: String, _ done: @escaping (Result<Void, AccessError>) -> Void
    ) {
        guard let index = sources.firstIndex(where: { $0.path == path }) else {
            return done(.success(()))
        }
        // This closes a socket.
        guard sources.remove(at: index).socket == nil else { return done(.success(())) }
        client.perform(path, RemoteObjects.characteristic, "StopNotify") { result in
            done(result.map { _ in })
        }
    }

    /// Whether BlueZ has a socket for the notifications of a characteristic.
    func isAcquired(_ path: String) -> Bool {
        client.objects[path, RemoteObjects.characteristic]?["NotifyAcquired"]?.flag == true
    }
}
