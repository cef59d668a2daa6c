import Bluetooth
import DBus
import Peripheral

/// A value of an application: of a characteristic or of a descriptor.
class LocalValue {
    /// The application's name on the bus.
    let owner: String
    /// The object's path.
    let path: String
    /// `org.bluez.GattCharacteristic1` or `org.bluez.GattDescriptor1`.
    let interface: String
    /// Of the attribute.
    let handle: UInt16
    unowned let peripheral: LocalPeripheral
    /// The application has allowed the queue of prepared writes that is being filled.
    private var isAuthorized = false
    /// The requests that wait for the application, in order of arrival.
    private var open: [(number: UInt64, fail: (ATTError) -> Void)] = []
    private var lastNumber: UInt64 = 0

    init(
        _ owner: String, _ path: String, _ interface: String, handle: UInt16,
        of peripheral: LocalPeripheral
    ) {
        self.owner = owner
        self.path = path
        self.interface = interface
        self.handle = handle
        self.peripheral = peripheral
    }

    /// The service of this value is gone: its requests end.
    func retire() {
        let batch = open
        open = []
        for waiting in batch { waiting.fail(.unlikelyError) }
    }

    private func wait(_ fail: @escaping (ATTError) -> Void) -> UInt64 {
        lastNumber += 1
        open.append((lastNumber, fail))
        return lastNumber
    }

    private func end(_ number: UInt64) { open.removeAll { $0.number == number } }

    /// Calls a method of the application's object.
    func call(
        _ method: String, _ arguments: [Value] = [],
        _ completion: @escaping (Result<Reply, DBusError>) -> Void = { _ in }
    ) {
        guard let host = peripheral.host else { return completion(.failure(.disconnected)) }
        host.bus.call(owner, path, interface, method, arguments) { [weak host] result in
            host?.beforeInput()
            completion(result)
        }
    }

    /// The options of a call: the requesting device (`org.bluez.GattCharacteristic1`). 5.66 does
    /// not pass the kind of write.
    func options(
        _ connection: ConnectionID, offset: Int = 0, isPreparing: Bool = false
    ) -> Value {
        var options: [(String, Value)] = []
        let central = peripheral.centrals[connection]
        if let central { options.append(("device", .path(central.path))) }
        if offset > 0 { options.append(("offset", .uint16(UInt16(clamping: offset)))) }
        options.append(("link", "LE"))
        if isPreparing { options.append(("prepare-authorize", .bool(true))) }
        options.append(("mtu", .uint16(UInt16(clamping: central?.mtu ?? 23))))
        return .options(options)
    }

    func read(
        from offset: Int, by connection: ConnectionID,
        _ answer: @escaping (Result<[UInt8], ATTError>) -> Void
    ) {
        let number = wait { answer(.failure($0)) }
        call("ReadValue", [options(connection, offset: offset)]) { [weak self] result in
            self?.end(number)
            switch result {
            case .failure(let error): answer(.failure(error.attribute(.readNotPermitted)))
            case .success(let reply):
                guard case .bytes(let bytes)? = reply.first else {
                    return answer(.failure(.requestNotSupported))
                }
                answer(.success(bytes))
            }
        }
    }

    func write(
        _ bytes: [UInt8], at offset: Int, _ kind: DeferredWrite, by connection: ConnectionID,
        _ answer: @escaping (ATTError?) -> Void
    ) {
        if kind == .execute { isAuthorized = false }
        guard kind == .prepare else { return send(bytes, at: offset, by: connection, answer) }
        guard !isAuthorized, let central = peripheral.centrals[connection],
            peripheral.host?.isTrusted(central.path) != true
        else { return answer(nil) }
        send(bytes, at: offset, isPreparing: true, by: connection) { [weak self] error in
            if error == nil { self?.isAuthorized = true }
            answer(error)
        }
    }

    final func send(
        _ bytes: [UInt8], at offset: Int, isPreparing: Bool = false, by connection: ConnectionID,
        _ answer: @escaping (ATTError?) -> Void
    ) {
        let options = options(connection, offset: offset, isPreparing: isPreparing)
        let number = wait { answer($0) }
        call("WriteValue", [.bytes(bytes), options]) { [weak self] result in
            self?.end(number)
            switch result {
            case .failure(let error): answer(error.attribute(.writeNotPermitted))
            case .success(let reply): answer(reply.values.count > 1 ? .requestNotSupported : nil)
            }
        }
    }
}

extension DBusError {
    /// The resulting error code for the central (5.66): an application's own code is a `Failed`
    /// with a number as its text, 0x80 to 0x9F.
    func attribute(_ notPermitted: ATTError) -> ATTError {
        switch name {
        case "org.bluez.Error.Failed":
            guard let code = Self.number(message) else { return .application(0x80) }
            return (0x80...0x9F).contains(code)
                ? .application(UInt8(truncatingIfNeeded: code)) : .unlikelyError
        case "org.bluez.Error.NotSupported": return .requestNotSupported
        case "org.bluez.Error.NotAuthorized": return .insufficientAuthorization
        case "org.bluez.Error.InvalidValueLength": return .invalidAttributeValueLength
        case "org.bluez.Error.InvalidOffset": return .invalidOffset
        case "org.bluez.Error.InProgress": return .procedureInProgress
        case "org.bluez.Error.NotPermitted": return notPermitted
        default: return .unlikelyError
        }
    }

    /// Parsed like C: `0x81`, `0201` and `129` are the same, and an empty text is 0.
    private static func number(_ text: String) -> Int? {
        if text.isEmpty { return 0 }
        let digits = text.drop { $0 == " " }
        if digits.lowercased().hasPrefix("0x") { return Int(digits.dropFirst(2), radix: 16) }
        return digits.first == "0" && digits.count > 1
            ? Int(digits.dropFirst(), radix: 8) : Int(digits)
    }
}
