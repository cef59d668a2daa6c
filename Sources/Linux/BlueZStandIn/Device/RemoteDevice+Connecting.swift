import Central
import DBus
import Peripheral
import Simulation

/// `Connect` and `Disconnect`, and the fate of the link.
extension RemoteDevice {
    /// The kernel gives up connecting after this.
    private static let connectTime = Nanoseconds.seconds(20)
    /// bluetoothd's delay between a disconnect request and its execution.
    private static let disconnectTime = Nanoseconds.seconds(2)
    /// The most calls that may wait for the end of a link.
    private static let waitingLimit = 256

    func connect(_ call: IncomingCall) {
        guard !isConnected else { return call.reply() }
        guard adapter.isPowered else { return call.fail(Refusal.failed("Input/output error")) }
        guard !isConnecting else {
            return call.fail(Refusal.failed("Operation already in progress"))
        }
        keep()
        connectCall = call
        beginConnecting()
    }

    func beginConnecting() {
        attempt += 1
        deadline = now + Self.connectTime
        tryToConnect(attempt)
    }

    private func tryToConnect(_ number: Int) {
        guard number == attempt, let deadline else { return }
        guard now < deadline else { return connectingFailed() }
        guard !isBlocked else {
            _ = adapter.after(deadline - now) { [weak self] in self?.tryToConnect(number) }
            return
        }
        adapter.central.connect(
            to: address, parameters: .kernel, timeout: deadline - now
        ) { [weak self] result in
            guard let self, number == attempt, isConnecting else {
                if case .success(let late) = result { late.disconnect() }
                return
            }
            switch result {
            case .success(let connection): connected(connection)
            case .failure(.alreadyConnecting):
                // An earlier link has not fully ended.
                _ = adapter.after(.milliseconds(10)) { [weak self] in self?.tryToConnect(number) }
            case .failure: connectingFailed()
            }
        }
    }

    private func connectingFailed() {
        deadline = nil
        endBonding(Refusal.failed("Software caused connection abort"))
        connectCall?.fail(Refusal.connectionAborted)
        connectCall = nil
        isTemporary = !isPaired
        seen()
    }

    private func connected(_ connection: Connection) {
        deadline = nil
        self.connection = connection
        connection.onDisconnect = { [weak self] _ in self?.ended() }
        watchSecurity(of: connection)
        changed("Connected")
        // The link can be protected once it is passed on.
        if bonding != nil { _ = adapter.after(.zero) { [weak self] in self?.beginPairing() } }
        connectCall?.reply()
        connectCall = nil
        resolve()
    }

    func disconnect(_ call: IncomingCall) {
        endBonding(Refusal.authenticationCanceled)
        stopConnecting()
        guard isConnected else { return call.reply() }
        guard disconnectCalls.count < Self.waitingLimit else {
            return call.fail(Refusal.inProgress)
        }
        disconnectCalls.append(call)
        guard disconnectTicket == 0 else { return }
        battery.withdraw()
        gatt.isDisconnecting = true
        disconnectTicket = adapter.after(Self.disconnectTime) { [weak self] in
            guard let self else { return }
            disconnectTicket = 0
            connection?.disconnect()
            if let incoming { adapter.disconnectIncoming(incoming) }
        }
    }

    private func stopConnecting() {
        guard isConnecting else { return }
        deadline = nil
        attempt += 1
        adapter.central.cancelConnect(to: address)
        connectCall?.fail(Refusal.connectionCanceled)
        connectCall = nil
    }

    /// The link has ended, by either side.
    func ended() {
        guard isConnected else { return }
        connection?.onDisconnect = nil
        connection = nil
        incoming = nil
        adapter.cancel(disconnectTicket)
        disconnectTicket = 0
        if isResolved {
            isResolved = false
            changed("ServicesResolved")
        }
        let waiting = disconnectCalls
        disconnectCalls = []
        for call in waiting { call.reply() }
        endBonding(Refusal.authenticationCanceled)
        if isPaired, !isBonded {
            isPaired = false
            changed("Paired")
        }
        owesPaired = false
        changed("Connected")
        battery.withdraw()
        gatt.isDisconnecting = false
        gatt.disconnected(keepsObjects: true)
        if isLeaving { return adapter.remove(self) }
        // Only paired devices are kept.
        isTemporary = !isPaired
        seen()
    }

    /// The adapter was switched off.
    func powerOff() {
        stopConnecting()
        let link = connection
        ended()
        link?.disconnect()
    }

    /// The device is removed.
    func cut() {
        endBonding(Refusal.authenticationCanceled)
        stopConnecting()
        isLeaving = false
        let link = connection
        ended()
        link?.disconnect()
    }
}

extension ConnectionParameters {
    /// The shortest of the range that the kernel requests: 30 ms, no latency, 420 ms.
    static let kernel = Self(
        interval: .milliseconds(30), latency: 0, supervisionTimeout: .milliseconds(420))
}
