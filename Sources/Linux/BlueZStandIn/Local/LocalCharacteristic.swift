import Bluetooth
import DBus
import Peripheral

/// A characteristic of an application, used as bluetoothd 5.66 does: sockets where the application
/// offers them, calls and signals otherwise.
final class LocalCharacteristic: LocalValue {
    private let properties: CharacteristicProperties
    /// Whether the object has these properties, which offer the sockets.
    private var offersWriting: Bool
    private var offersNotifying: Bool

    /// The application reads written values here.
    private var writing: SocketEnd?
    /// Writes that wait for that socket, oldest first.
    private var waiting: [(bytes: [UInt8], connection: ConnectionID, answer: (ATTError?) -> Void)] =
        []
    /// The application writes values to notify here.
    private var notifying: SocketEnd?
    /// The number of current subscriptions.
    private var subscribers = 0

    init(
        _ owner: String, _ described: RegisteredObjects.Characteristic, handle: UInt16,
        of peripheral: LocalPeripheral
    ) {
        properties = described.flags.properties
        offersWriting = described.properties["WriteAcquired"] != nil
        offersNotifying = described.properties["NotifyAcquired"] != nil
        super.init(
            owner, described.path, "org.bluez.GattCharacteristic1", handle: handle, of: peripheral)
    }

    override func retire() {
        writing = nil
        notifying = nil
        fail(.unlikelyError)
        super.retire()
    }

    /// The application reports changed properties of the object.
    func changed(_ properties: [String: Value], invalidated: [String]) {
        if properties["WriteAcquired"] != nil { offersWriting = true }
        if properties["NotifyAcquired"] != nil { offersNotifying = true }
        if invalidated.contains("WriteAcquired") { offersWriting = false }
        if invalidated.contains("NotifyAcquired") { offersNotifying = false }
        if invalidated.contains("Value") { peripheral.send([], of: self) }
        if case .bytes(let bytes)? = properties["Value"] {
            peripheral.send(Array(bytes.prefix(512)), of: self)
        }
    }

    /// An indication of this value was confirmed by a central.
    func confirmed() { call("Confirm") }

    // MARK: Writing

    override func write(
        _ bytes: [UInt8], at offset: Int, _ kind: DeferredWrite, by connection: ConnectionID,
        _ answer: @escaping (ATTError?) -> Void
    ) {
        guard kind != .prepare else {
            return super.write(bytes, at: offset, kind, by: connection, answer)
        }
        if let writing { return answer(writing.send(bytes) ? nil : .unlikelyError) }
        if offersWriting { return acquireWriting(bytes, connection, answer) }
        guard properties.contains(.writeWithoutResponse) else {
            return super.write(bytes, at: offset, kind, by: connection, answer)
        }
        // It may be a command, so its result is not awaited.
        super.write(bytes, at: offset, kind, by: connection) { _ in }
        answer(nil)
    }

    private func acquireWriting(
        _ bytes: [UInt8], _ connection: ConnectionID, _ answer: @escaping (ATTError?) -> Void
    ) {
        waiting.append((bytes, connection, answer))
        guard waiting.count == 1 else { return }
        call("AcquireWrite", [options(connection)]) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reply):
                guard let socket = reply.socket else { break }
                writing = SocketEnd(socket, on: peripheral.host?.loop) { [weak self] in
                    self?.writing = nil
                }
            case .failure(let error):
                let code = error.attribute(.writeNotPermitted)
                if code != .unlikelyError { return fail(code) }
            }
            flush()
        }
    }

    /// Sends queued writes through the socket, or by calls if there is none.
    private func flush() {
        let batch = waiting
        waiting = []
        for write in batch {
            if let writing, writing.send(write.bytes) {
                write.answer(nil)
            } else {
                send(write.bytes, at: 0, by: write.connection, write.answer)
            }
        }
    }

    private func fail(_ error: ATTError) {
        let batch = waiting
        waiting = []
        for write in batch { write.answer(error) }
    }

    // MARK: Notifying

    /// A central has subscribed, or changed its subscription.
    func subscribed(_ connection: ConnectionID) {
        subscribers += 1
        guard notifying == nil else { return }
        guard offersNotifying else { return call("StartNotify") }
        // It takes effect once the application has answered.
        subscribers -= 1
        call("AcquireNotify", [options(connection)]) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reply):
                guard let socket = reply.socket else { return startNotifying() }
                subscribers += 1
                listen(to: socket)
            case .failure(let error):
                guard error != .noReply, error.name != "org.freedesktop.DBus.Error.NoReply",
                    error.name != "org.bluez.Error.Failed"
                else { return }
                startNotifying()
            }
        }
    }

    private func startNotifying() {
        subscribers += 1
        call("StartNotify")
    }

    /// A central's subscription has ended, explicitly or with its link.
    func unsubscribed() {
        guard subscribers > 0 else { return }
        subscribers -= 1
        guard subscribers == 0 else { return }
        if notifying != nil {
            notifying = nil
        } else {
            call("StopNotify")
        }
    }

    private func listen(to socket: SocketEnd.Raw) {
        notifying = SocketEnd(
            socket, on: peripheral.host?.loop,
            onData: { [weak self] bytes in
                guard let self else { return }
                peripheral.host?.beforeInput()
                peripheral.send(bytes, of: self)
            },
            onEnd: { [weak self] in self?.notifying = nil })
        notifying?.isPaused = peripheral.isCongested
    }

    /// Nothing more is read from the application until the links have room.
    func pause(_ isPaused: Bool) { notifying?.isPaused = isPaused }
}

extension Reply {
    /// The socket of `AcquireWrite` and `AcquireNotify`; nil for any other answer.
    fileprivate var socket: SocketEnd.Raw? {
        guard values.count == 2, case .descriptor(let place) = values[0],
            case .uint16 = values[1], descriptors.indices.contains(Int(place))
        else { return nil }
        return descriptors[Int(place)]
    }
}
