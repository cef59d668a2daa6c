import DBus
import Peripheral

/// `StartNotify` and `StopNotify`: notifications as signals, separately for each client.
extension RemoteGATTCharacteristic {
    func startNotify(_ call: IncomingCall) {
        guard !gatt.isDisconnecting else { return call.fail(GATTRefusal.disconnecting) }
        guard notifySocket == nil else { return call.fail(GATTRefusal.notifyAcquired) }
        guard can([.notify, .indicate]) else { return call.fail(GATTRefusal.notSupported) }
        if let session = sessions.first(where: { $0.owner == call.sender }) {
            guard session.registration != nil else { return call.fail(GATTRefusal.inProgress) }
            return call.reply()
        }
        let session = NotifySession(call.sender, of: self, on: gatt.objects.bus)
        sessions.append(session)
        gatt.sessions.append(session)
        // Without a link it applies to the next one.
        guard gatt.connection != nil else { return call.reply() }
        begin(session, call)
    }

    /// The device is connected again.
    func resume(_ session: NotifySession) { begin(session, nil) }

    private func begin(_ session: NotifySession, _ call: IncomingCall?) {
        session.registration = gatt.subscriptions?.begin(remote) { [weak self] bytes in
            guard let self else { return }
            // Once per client, even if unchanged, because that is how clients receive it.
            value.replace(bytes)
            // If the bus has no room now, the signal is queued, and the next one waits.
            guard gatt.objects.isSettled(path), signal.send(bytes) else {
                return changed("Value", atOnce: true)
            }
        } completion: { [weak self, weak session] error in
            guard let self, let session else { return }
            if let error {
                end(session)
                call?.fail(GATTRefusal.of(error))
                return
            }
            if !isNotifying {
                isNotifying = true
                changed("Notifying")
            }
            call?.reply()
        }
    }

    func stopNotify(_ call: IncomingCall) {
        if notifySocket != nil {
            hangUp(\.notifySocket, "NotifyAcquired")
            return call.reply()
        }
        guard let session = sessions.first(where: { $0.owner == call.sender }) else {
            return call.fail(GATTRefusal.notStarted)
        }
        end(session)
        updateNotifying()
        call.reply()
    }

    /// A client has left the bus.
    func left(_ session: NotifySession) {
        end(session)
        updateNotifying()
    }

    func end(_ session: NotifySession) {
        sessions.removeAll { $0 === session }
        gatt.sessions.removeAll { $0 === session }
        guard let registration = session.registration else { return }
        session.registration = nil
        gatt.subscriptions?.end(registration)
    }

    private func updateNotifying() {
        guard isNotifying, !sessions.contains(where: { $0.registration != nil }) else { return }
        isNotifying = false
        changed("Notifying")
    }
}
