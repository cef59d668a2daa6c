import Central
import DBus
import EventLoop
import Peripheral

/// `AcquireNotify` and `AcquireWrite`: values through sockets, for a single client.
extension RemoteGATTCharacteristic {
    func acquireNotify(_ call: IncomingCall) {
        guard gatt.connection != nil else { return call.fail(GATTRefusal.notConnected) }
        guard notifySocket == nil else { return call.fail(GATTRefusal.notifyAcquired) }
        guard sessions.isEmpty else { return call.fail(GATTRefusal.inProgress) }
        guard can(.notify) else { return call.fail(GATTRefusal.notSupported) }
        let session = NotifySession(call.sender, of: self, on: gatt.objects.bus)
        let acquisition = Acquisition(session)
        sessions = [session]
        notifySocket = acquisition
        session.registration = gatt.subscriptions?.begin(remote) { [weak acquisition] bytes in
            acquisition?.socket?.send(bytes)
        } completion: { [weak self, weak acquisition] error in
            guard let self, let acquisition, notifySocket === acquisition else { return }
            // bluetoothd never answers such a call; here it fails.
            if let error { return giveUp(\.notifySocket, call, GATTRefusal.of(error)) }
            gatt.whenReady { [weak self] in
                self?.open(acquisition, \.notifySocket, "NotifyAcquired", call)
            }
        }
    }

    func acquireWrite(_ call: IncomingCall) {
        guard gatt.connection != nil else { return call.fail(GATTRefusal.notConnected) }
        guard writeSocket == nil else { return call.fail(GATTRefusal.writeAcquired) }
        guard can(.writeWithoutResponse) else { return call.fail(GATTRefusal.notSupported) }
        let acquisition = Acquisition(nil)
        writeSocket = acquisition
        gatt.whenReady { [weak self] in
            self?.open(acquisition, \.writeSocket, "WriteAcquired", call)
        }
    }

    private typealias Place = ReferenceWritableKeyPath<RemoteGATTCharacteristic, Acquisition?>

    private func open(
        _ acquisition: Acquisition, _ place: Place, _ property: String, _ call: IncomingCall
    ) {
        // It may have been given up meanwhile.
        guard self[keyPath: place] === acquisition, let connection = gatt.connection else {
            return call.fail(GATTRefusal.notConnected)
        }
        let socket: AcquiredSocket
        do throws(EventLoopError) {
            socket = try AcquiredSocket(on: gatt.loop) { [weak self, weak acquisition] packet in
                self?.take(packet, from: acquisition)
            } onHangUp: { [weak self, weak acquisition] in
                guard let self, self[keyPath: place] === acquisition else { return }
                gatt.beforeInput()
                hangUp(place, property)
            }
        } catch {
            return giveUp(place, call, GATTRefusal.failed("\(error)"))
        }
        acquisition.socket = socket
        changed(property)
        guard let theirs = socket.theirs else { return }
        call.reply(
            [.descriptor(0), .uint16(UInt16(clamping: connection.mtu))],
            descriptors: [theirs.number])
        socket.handedOver()
    }

    private func giveUp(_ place: Place, _ call: IncomingCall, _ error: DBusError) {
        if let session = self[keyPath: place]?.session { end(session) }
        self[keyPath: place] = nil
        call.fail(error)
    }

    /// Ends an acquisition for any reason; the client sees its socket closed.
    func hangUp(
        _ place: ReferenceWritableKeyPath<RemoteGATTCharacteristic, Acquisition?>,
        _ property: String
    ) {
        if let session = self[keyPath: place]?.session { end(session) }
        self[keyPath: place] = nil
        changed(property)
    }

    /// How many commands from a socket may be queued before it is no longer read.
    private static let mostUnderWay = 64

    /// A packet from the socket is sent as a write command.
    private func take(_ packet: [UInt8], from acquisition: Acquisition?) {
        gatt.beforeInput()
        guard let connection = gatt.connection else { return }
        commandsUnderWay += 1
        if commandsUnderWay >= Self.mostUnderWay { acquisition?.socket?.pause() }
        connection.write(packet, handle: remote.valueHandle, .command) {
            [weak self, weak acquisition] _ in
            guard let self else { return }
            commandsUnderWay = max(0, commandsUnderWay - 1)
            if commandsUnderWay < Self.mostUnderWay / 2 { acquisition?.socket?.resume() }
        }
    }
}
