import Central
import DBus
import Peripheral

/// `WriteValue`.
extension RemoteGATTCharacteristic {
    func write(_ call: IncomingCall) {
        guard let connection = gatt.connection else { return call.fail(GATTRefusal.notConnected) }
        guard writeSocket == nil else { return call.fail(GATTRefusal.writeAcquired) }
        guard writing == nil else { return call.fail(GATTRefusal.inProgress) }
        guard let bytes = call.arguments[0].octets, let options = ValueOptions(call.arguments[1])
        else { return call.fail(GATTRefusal.invalidArguments) }
        // By the requested kind, whatever the flags say; otherwise by the flags.
        let isRequest =
            options.type.map { $0 == "request" } ?? remote.properties.contains(.write)
        let isReliable = options.type == "reliable"
        let isCommand =
            options.offset == 0
            && (options.type.map { $0 == "command" } ?? can(.writeWithoutResponse))
        let fitsLong = !bytes.isEmpty && bytes.count + Int(options.offset) <= 0xFFFF
        if isReliable, fitsLong {
            writeLong(bytes, options, comparing: true, call)
        } else if isRequest, bytes.count <= connection.mtu - 3, options.offset == 0 {
            begin(call) { [handle = remote.valueHandle] connection, done in
                connection.write(bytes, handle: handle, completion: done)
            }
        } else if isRequest, fitsLong {
            writeLong(bytes, options, comparing: false, call)
        } else if isCommand, bytes.count <= connection.mtu - 3 {
            command(bytes, connection, call)
        } else {
            let isKnown = isReliable || isRequest || isCommand
            call.fail(isKnown ? GATTRefusal.cannotWrite : GATTRefusal.notSupported)
        }
    }

    private func writeLong(
        _ bytes: [UInt8], _ options: ValueOptions, comparing: Bool, _ call: IncomingCall
    ) {
        // bluetoothd 5.66 goes on where the MTU that is in force by then would have it.
        begin(call) { [handle = remote.valueHandle, gatt] connection, done in
            connection.writeLong(
                bytes, handle: handle, from: options.offset, comparing: comparing,
                stepsByNewMTU: gatt.isExchangingMTU, completion: done)
        }
    }

    private func begin(
        _ call: IncomingCall,
        _ operation: @escaping (Connection, @escaping Completion<Void>) -> Void
    ) {
        writing = call
        gatt.attempt(operation) { [weak self] result in
            guard let self, let call = writing else { return }
            writing = nil
            switch result {
            case .success: call.reply()
            case .failure(.protocolViolation): call.fail(GATTRefusal.unreliable)
            case .failure(let error): call.fail(GATTRefusal.of(error))
            }
        }
    }

    /// How many commands may be queued before a caller must wait.
    private static let mostQueued = 1_000

    /// A command's outcome is not reported: the reply comes at once.
    private func command(_ bytes: [UInt8], _ connection: Connection, _ call: IncomingCall) {
        let handle = remote.valueHandle
        guard connection.waitingToSend >= Self.mostQueued else {
            connection.write(bytes, handle: handle, .command)
            return call.reply()
        }
        connection.write(bytes, handle: handle, .command) { _ in call.reply() }
    }
}
