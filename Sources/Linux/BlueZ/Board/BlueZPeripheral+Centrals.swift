import Bluetooth
import DBus
import Peripheral
import Simulation

/// The connected centrals, as far as BlueZ reports them: devices of the adapter, without their
/// role.
extension BlueZPeripheral {
    /// A device appeared, connected, disconnected or paired.
    func deviceChanged(_ path: String) {
        guard let device = remote[path, RemoteObjects.device] else { return }
        let isConnected = device["Connected"]?.flag ?? false
        if isConnected {
            guard state == .running, centrals.allSatisfy({ $0.device != path }),
                !strangers.contains(path), !acquaintances.contains(path)
            else { return }
            // Classic devices have a class; and among several boards the central must choose one.
            guard device["Class"] == nil, !options.isSharing else { return }
            admit(path)
        } else {
            strangers.remove(path)
            left(path, .remoteUserTerminated)
        }
    }

    /// BlueZ has removed a device.
    func deviceGone(_ path: String) {
        strangers.remove(path)
        acquaintances.remove(path)
        ours.remove(path)
        kept[path] = nil
        left(path, .remoteUserTerminated)
    }

    /// The central that made an access; nil if it is not one of the board's.
    func central(_ options: AccessOptions) -> BlueZCentral? {
        guard let path = options.device else {
            // StartNotify does not name it: the newest central is the likely one.
            return centrals.last { !$0.isLeaving } ?? onlyDevice.flatMap(admit)
        }
        guard let index = centrals.firstIndex(where: { $0.device == path }) else {
            guard state == .running else { return nil }
            if strangers.contains(path) {
                // It uses handles of an earlier run, and must rediscover the board.
                refuse(path, "it was connected before the board was there")
                return nil
            }
            return admit(path, mtu: options.mtu)
        }
        guard !centrals[index].isLeaving else { return nil }
        if let mtu = options.mtu, mtu != centrals[index].mtu {
            centrals[index].mtu = mtu
            peripheral.mtuChanged(centrals[index].connection, mtu: mtu)
        }
        return centrals.first { $0.device == path && !$0.isLeaving }
    }

    /// The only connected device that may be a central, if there is exactly one.
    private var onlyDevice: String? {
        guard let adapter, state == .running else { return nil }
        let connected = remote.paths(with: RemoteObjects.device).filter {
            $0.hasPrefix(adapter + "/")
                && remote[$0, RemoteObjects.device]?["Connected"]?.flag == true
                && !strangers.contains($0)
        }
        return connected.count == 1 ? connected[0] : nil
    }

    @discardableResult
    private func admit(_ path: String) -> BlueZCentral? { admit(path, mtu: nil) }

    /// Accepts a device as a central, if the board would.
    @discardableResult
    private func admit(_ path: String, mtu: Int?) -> BlueZCentral? {
        let address = address(of: path)
        guard let own = peripheral.advertisement, own.connectable else {
            refuse(path, "the board does not advertise")
            return nil
        }
        guard own.directedTo.map({ $0.value == address.value }) ?? own.filter.accepts(address)
        else {
            refuse(path, "the board does not want it")
            return nil
        }
        let central = BlueZCentral(device: path, connection: newConnection(), address: address)
        centrals.append(central)
        trace("\(address) connected")
        // BlueZ does not report what the central chose; phones do this.
        let parameters = ConnectionParameters(
            interval: .milliseconds(30), latency: 0, supervisionTimeout: .milliseconds(5_000))
        peripheral.connected(central.connection, to: address, parameters)
        if let mtu, mtu != central.mtu, let index = index(of: central.connection) {
            centrals[index].mtu = mtu
            peripheral.mtuChanged(central.connection, mtu: mtu)
        }
        takeSubscriptions(central)
        return index(of: central.connection).map { centrals[$0] }
    }

    /// A number that no connection has; numbers wrap around.
    private func newConnection() -> ConnectionID {
        repeat {
            defer { nextConnection = nextConnection == .max ? firstConnection : nextConnection + 1 }
            let connection = ConnectionID(nextConnection)
            if index(of: connection) == nil { return connection }
        } while true
    }

    private func address(of path: String) -> Address {
        let device = remote[path, RemoteObjects.device]
        let kind: Address.Kind =
            device?["AddressType"]?.text == "public" ? .publicDevice : .random
        // If nothing is known about it yet, its path still ends with its address.
        let text =
            device?["Address"]?.text
            ?? String(path.suffix(17)).split(separator: "_").joined(separator: ":")
        return Address(text, kind: kind) ?? Address(0, kind: kind)
    }

    func index(of connection: ConnectionID) -> Int? {
        centrals.firstIndex { $0.connection == connection }
    }

    private func refuse(_ path: String, _ why: String) {
        trace("\(address(of: path)) is sent away: \(why)")
        disconnectDevice(path)
    }

    func disconnectDevice(_ path: String) {
        bus.call(Self.service, path, RemoteObjects.device, "Disconnect")
    }

    // MARK: The end of a link

    /// A device is not connected any more.
    private func left(_ path: String, _ reason: DisconnectReason) {
        guard let central = centrals.first(where: { $0.device == path }) else { return }
        drainWrites()
        end(central, reason)
    }

    /// All links have ended.
    func loseCentrals(_ reason: DisconnectReason) {
        for central in centrals { end(central, reason) }
    }

    private func end(_ central: BlueZCentral, _ reason: DisconnectReason) {
        guard let index = index(of: central.connection) else { return }
        let wasLeaving = centrals[index].isLeaving
        centrals.remove(at: index)
        trace("\(central.address) disconnected")
        keepSubscriptions(central)
        let next = centrals.last { !$0.isLeaving }
        for object in characteristics {
            if next == nil { object.closeWrites() }
            guard object.subscriber == central.connection else { continue }
            object.subscriber = nil
            object.isIndicating = false
            // Another one may have subscribed meanwhile, which BlueZ does not report.
            if let next, object.notifySocket?.isHungUp == false || object.isSignalling {
                subscribe(object, by: next.connection)
            }
        }
        if !wasLeaving { peripheral.disconnected(central.connection, reason: reason) }
    }

    // MARK: Subscriptions

    /// A central has subscribed to a characteristic.
    func subscribe(_ object: CharacteristicObject, by connection: ConnectionID) {
        guard object.subscriber != connection, index(of: connection) != nil else { return }
        object.subscriber = connection
        trace("\(object.characteristic.uuid) subscribed")
        peripheral.subscriptionChanged(
            object.characteristic.id, by: connection, to: object.subscription)
    }

    /// No central is subscribed to a characteristic any more.
    func unsubscribe(_ object: CharacteristicObject) {
        guard let connection = object.subscriber else { return }
        object.subscriber = nil
        guard let index = index(of: connection), !centrals[index].isLeaving else { return }
        trace("\(object.characteristic.uuid) unsubscribed")
        peripheral.subscriptionChanged(object.characteristic.id, by: connection, to: [])
    }

    /// A bonded central's subscriptions stay, and BlueZ does not report them again.
    private func keepSubscriptions(_ central: BlueZCentral) {
        guard isPaired(central.device) else { return }
        let values = characteristics.filter { $0.subscriber == central.connection }
            .map(\.characteristic.id)
        kept[central.device] = values.isEmpty ? nil : values
    }

    private func takeSubscriptions(_ central: BlueZCentral) {
        let values = kept[central.device] ?? []
        for object in characteristics where object.subscriber == nil {
            if values.contains(object.characteristic.id) {
                // The socket may have been closed with another central; signals always arrive.
                if object.notifySocket?.isHungUp ?? true {
                    object.closeNotify()
                    object.startSignalling()
                }
                subscribe(object, by: central.connection)
            } else {
                // BlueZ would not report this central's subscription to a value whose socket is
                // open.
                object.closeNotify()
            }
        }
    }

    // MARK: Values that come in

    /// Processes everything in the sockets.
    func drainWrites() {
        for object in characteristics where object.writeSocket != nil { object.drainWrites() }
    }

    /// Processes one value from a socket; false if there is none.
    func receive(from socket: ValueSocket, for object: CharacteristicObject) -> Bool {
        // A reentrant call finds no buffer, and allocates its own.
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: 1_024) }
        defer { buffer = bytes }
        guard let count = socket.receive(into: &bytes) else { return false }
        guard let central = centrals.last(where: { !$0.isLeaving }) else {
            // With several boards, a socket may exist before a central's first access.
            return true
        }
        guard count <= object.characteristic.maximumLength else {
            trace("\(object.characteristic.uuid): \(count) bytes are too many")
            return true
        }
        do throws(ATTError) {
            try peripheral.write(
                bytes.span.extracting(0..<count), to: object.characteristic.id,
                object.unknownKind, by: central.connection)
        } catch {
            trace("\(object.characteristic.uuid): a write failed, unheard: \(error)")
        }
        return true
    }

    func read(_ value: ValueID, _ options: AccessOptions, _ call: IncomingCall) {
        guard let central = central(options) else { return call.fail(Self.notConnected) }
        do throws(ATTError) {
            let bytes = try peripheral.read(value, by: central.connection)
            guard options.offset <= bytes.count else { throw .invalidOffset }
            call.reply([.bytes(Array(bytes.dropFirst(options.offset).prefix(512)))])
        } catch {
            call.fail(error.onBus)
        }
    }

    func write(
        _ bytes: [UInt8], to value: ValueID, limit: Int, _ kind: WriteKind,
        _ options: AccessOptions, _ call: IncomingCall
    ) {
        guard let central = central(options) else { return call.fail(Self.notConnected) }
        guard !options.isPrepareAuthorization else { return call.reply() }
        do throws(ATTError) {
            var whole = bytes
            if options.offset > 0 {
                // A part of a long write goes into the existing value.
                let old = (try? peripheral.read(value, by: central.connection)) ?? []
                guard options.offset <= old.count else { throw .invalidOffset }
                whole = Array(old.prefix(options.offset)) + bytes
            }
            guard whole.count <= limit else { throw .invalidAttributeValueLength }
            try peripheral.write(whole.span, to: value, kind, by: central.connection)
            call.reply()
        } catch {
            call.fail(error.onBus)
        }
    }

    private static let notConnected = DBusError(
        "org.bluez.Error.NotPermitted", "the board is not connected to this device")
}
