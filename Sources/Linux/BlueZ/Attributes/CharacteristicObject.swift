import DBus
import EventLoop
import Peripheral

/// An `org.bluez.GattCharacteristic1` of ours, with the sockets that bluetoothd has acquired.
final class CharacteristicObject: BusObject {
    static let name = "org.bluez.GattCharacteristic1"

    let interface: InterfaceDescription
    let characteristic: Characteristic
    let path: String
    private let service: String
    private let flags: [String]
    private unowned let board: BlueZPeripheral

    /// The central whose subscription the firmware knows.
    var subscriber: ConnectionID?
    /// Values go to bluetoothd by signals, because no socket is acquired.
    private(set) var isSignalling = false
    private(set) var notifySocket: ValueSocket?
    private(set) var writeSocket: ValueSocket?
    /// Carries values while no socket is acquired.
    lazy var signal = ValueSignal(board.bus, path, Self.name, "Value")
    /// An indication is not confirmed yet.
    var isIndicating = false

    /// - Parameter service: the path of its service.
    init(
        _ characteristic: Characteristic, at path: String, of service: String, flags: [String],
        board: BlueZPeripheral
    ) {
        self.characteristic = characteristic
        self.path = path
        self.service = service
        self.flags = flags
        self.board = board
        interface = Self.description(
            notifies: Self.notifies(characteristic),
            acquiresNotify: board.options.usesSockets && Self.notifies(characteristic),
            acquiresWrite: board.options.usesSockets && Self.takesCommands(characteristic))
    }

    private static func notifies(_ characteristic: Characteristic) -> Bool {
        !characteristic.properties.isDisjoint(with: [.notify, .indicate])
    }

    /// Only where commands are allowed: a write over the socket cannot be refused.
    private static func takesCommands(_ characteristic: Characteristic) -> Bool {
        characteristic.properties.contains(.writeWithoutResponse)
    }

    private static func description(
        notifies: Bool, acquiresNotify: Bool, acquiresWrite: Bool
    ) -> InterfaceDescription {
        var methods: [InterfaceDescription.Method] = [
            .init("ReadValue", in: ["options": "a{sv}"], out: ["value": "ay"]),
            .init("WriteValue", in: ["value": "ay", "options": "a{sv}"]),
        ]
        var properties: [InterfaceDescription.Property] = [
            .init("UUID", "s"), .init("Service", "o"), .init("Flags", "as"),
        ]
        if notifies {
            methods += [.init("StartNotify"), .init("StopNotify"), .init("Confirm")]
            properties.append(.init("Notifying", "b"))
        }
        let acquired: KeyValuePairs = ["fd": "h", "mtu": "q"]
        if acquiresNotify {
            methods.append(.init("AcquireNotify", in: ["options": "a{sv}"], out: acquired))
            properties.append(.init("NotifyAcquired", "b"))
        }
        if acquiresWrite {
            methods.append(.init("AcquireWrite", in: ["options": "a{sv}"], out: acquired))
            properties.append(.init("WriteAcquired", "b"))
        }
        return InterfaceDescription(name, methods: methods, properties: properties)
    }

    func call(_ method: String, _ call: IncomingCall) {
        switch method {
        case "ReadValue": board.read(characteristic.id, AccessOptions(call.arguments.first), call)
        case "WriteValue": write(call)
        case "StartNotify": startNotify(call)
        case "StopNotify": stopNotify(call)
        case "AcquireNotify": acquireNotify(call)
        case "AcquireWrite": acquireWrite(call)
        default:
            call.reply()
            confirm()
        }
    }

    func get(_ property: String) -> Value? {
        switch property {
        case "UUID": .string(characteristic.uuid.onBus)
        case "Service": .path(service)
        case "Flags": .strings(flags)
        case "Notifying": .bool(isSignalling || notifySocket != nil)
        case "NotifyAcquired": .bool(notifySocket != nil)
        case "WriteAcquired": .bool(writeSocket != nil)
        default: nil
        }
    }

    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        answer(nil)
    }

    /// Notifications or indications: BlueZ does not report which one a central chose.
    var subscription: Subscription {
        characteristic.properties.contains(.notify) ? .notifications : .indications
    }

    /// How to treat a write of unknown kind.
    var unknownKind: WriteKind {
        characteristic.properties.contains(.writeWithoutResponse) ? .command : .request
    }

    // MARK: Writing

    private func write(_ call: IncomingCall) {
        let options = AccessOptions(call.arguments.last)
        let kind: WriteKind =
            switch options.kind {
            case "command": .command
            case "request", "reliable": .request
            default: unknownKind
            }
        board.write(
            call.arguments.first?.octets ?? [], to: characteristic.id,
            limit: characteristic.maximumLength, kind, options, call)
    }

    private func acquireWrite(_ call: IncomingCall) {
        let options = AccessOptions(call.arguments.first)
        guard let central = board.central(options), writeSocket == nil,
            let pair = ValueSocket.pair(reads: true, on: board.loop)
        else { return call.fail(Self.refusal) }
        pair.own.onInput = { [unowned self] in board.input { drainWrites() } }
        pair.own.onHangUp = { [unowned self] in closeWrites() }
        writeSocket = pair.own
        board.changed("WriteAcquired", of: self)
        call.reply(
            [.descriptor(0), .uint16(UInt16(clamping: central.mtu))],
            descriptors: [pair.other.number])
    }

    /// Processes the values in the socket, up to a limit, because the writer may never stop.
    func drainWrites(atMost limit: Int = 256) {
        for _ in 0..<limit {
            guard let socket = writeSocket, board.receive(from: socket, for: self) else { return }
        }
    }

    /// The next central's first write acquires a new socket, in order after its earlier calls.
    func closeWrites() {
        guard let socket = writeSocket else { return }
        socket.close()
        writeSocket = nil
        board.changed("WriteAcquired", of: self)
    }

    // MARK: Subscribing

    /// bluetoothd then does not inform the central, and does not try another way.
    private static let refusal = DBusError("org.bluez.Error.Failed", "not connected")

    private func acquireNotify(_ call: IncomingCall) {
        let options = AccessOptions(call.arguments.first)
        guard let central = board.central(options),
            let pair = ValueSocket.pair(reads: false, on: board.loop)
        else { return call.fail(Self.refusal) }
        pair.own.onHangUp = { [unowned self] in board.input { endNotify() } }
        pair.own.onRoom = { [unowned self] in
            board.input { if let subscriber { board.peripheral.readyToNotify(subscriber) } }
        }
        isSignalling = false
        notifySocket?.close()
        notifySocket = pair.own
        board.changed("NotifyAcquired", of: self)
        board.changed("Notifying", of: self)
        call.reply(
            [.descriptor(0), .uint16(UInt16(clamping: central.mtu))],
            descriptors: [pair.other.number])
        board.subscribe(self, by: central.connection)
    }

    private func startNotify(_ call: IncomingCall) {
        guard let central = board.central(AccessOptions(nil)) else {
            return call.fail(Self.refusal)
        }
        call.reply()
        startSignalling()
        board.subscribe(self, by: central.connection)
    }

    /// Values are sent by signals from now on.
    func startSignalling() {
        guard !isSignalling else { return }
        isSignalling = true
        board.changed("Notifying", of: self)
    }

    private func stopNotify(_ call: IncomingCall) {
        call.reply()
        endNotify()
    }

    /// No central is subscribed any more.
    private func endNotify() {
        closeNotify()
        board.unsubscribe(self)
    }

    /// Closes both without notifying the firmware.
    func closeNotify() {
        isIndicating = false
        guard isSignalling || notifySocket != nil else { return }
        isSignalling = false
        notifySocket?.close()
        notifySocket = nil
        board.changed("NotifyAcquired", of: self)
        board.changed("Notifying", of: self)
    }

    private func confirm() {
        guard isIndicating, let subscriber else { return }
        isIndicating = false
        board.peripheral.confirmed(characteristic.id, by: subscriber)
    }
}
