import Bluetooth
import DBus
import EventLoop
import Peripheral

/// The firmware's requests to its link.
extension BlueZPeripheral: PeripheralLink {
    /// Queues a notification in bluetoothd's socket, or sends a signal; `dropped` while bluetoothd is
    /// behind.
    package func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        for object in characteristics where object.subscriber == connection {
            if object.characteristic.id == characteristic {
                return send(bytes, of: object, to: connection)
            }
        }
        return .discarded(.notSubscribed)
    }

    private func send(
        _ bytes: Span<UInt8>, of object: CharacteristicObject, to connection: ConnectionID
    ) -> NotificationFate {
        guard let index = index(of: connection), !centrals[index].isLeaving else {
            return .discarded(.notSubscribed)
        }
        let value = bytes.extracting(first: max(centrals[index].mtu - 3, 0))
        // bluetoothd interprets an empty packet as the end of the socket.
        if let socket = object.notifySocket, value.count > 0 {
            switch socket.send(value) {
            case .done: return .sent
            case .wouldWait: return .dropped
            // It is about to end.
            case .failed: return .discarded(.notSubscribed)
            }
        }
        guard object.isSignalling || object.notifySocket != nil else {
            return .discarded(.notSubscribed)
        }
        guard signals.take() else { return .dropped }
        guard object.signal.send(value) else {
            signals.giveBack()
            return .dropped
        }
        signals.sent()
        return .sent
    }

    /// As ``notify(_:of:to:)``; `dropped` while an earlier one is not confirmed.
    package func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        let object = characteristics.first {
            $0.subscriber == connection && $0.characteristic.id == characteristic
        }
        guard let object else { return .discarded(.notSubscribed) }
        guard !object.isIndicating else { return .dropped }
        let outcome = send(bytes, of: object, to: connection)
        if outcome == .sent { object.isIndicating = true }
        return outcome
    }

    /// There is room for signals again.
    func tellRoom() {
        for central in centrals where !central.isLeaving {
            peripheral.readyToNotify(central.connection)
        }
    }

    /// Ends the link: for the firmware at once, for the central after BlueZ's two seconds
    /// (bluetoothd 5.66).
    package func disconnect(_ connection: ConnectionID) {
        guard leave(connection) else { return }
        peripheral.disconnected(connection, reason: .localHostTerminated)
    }

    /// BlueZ cannot drop a link silently: the central sees it end.
    package func vanish(_ connection: ConnectionID) { _ = leave(connection) }

    private func leave(_ connection: ConnectionID) -> Bool {
        guard let index = index(of: connection), !centrals[index].isLeaving else { return false }
        centrals[index].isLeaving = true
        trace("\(centrals[index].address) is disconnected by the board")
        for object in characteristics where object.subscriber == connection {
            object.isIndicating = false
        }
        disconnectDevice(centrals[index].device)
        return true
    }

    /// BlueZ's D-Bus interface cannot request other parameters from a central.
    package func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {
        trace(
            "an interval of \(parameters.minimumInterval) to \(parameters.maximumInterval) is not"
                + " asked for: BlueZ has no way to")
    }

    /// BlueZ's D-Bus interface only sets the power of an advertisement, and only if the controller
    /// supports it.
    package func transmitPowerChanged() {
        guard let power = peripheral.transmitPower else { return }
        trace("\(power) dBm are not set on the link: BlueZ has no way to")
    }

    /// Updates the adapter's name and the advertisement to the firmware's current values.
    package func advertisementChanged() {
        guard state == .running else { return }
        rename()
        advertise()
    }

    /// Registers the new services.
    package func servicesChanged() { registerAnew() }

    /// How many centrals have paired with the board through BlueZ.
    package var bondCount: Int { ours.count { isPaired($0) } }

    /// Makes BlueZ delete the bonds with the board's centrals, which ends their links.
    package func deleteBonds() {
        guard let adapter else { return }
        for device in ours.sorted() {
            bus.call(
                Self.service, adapter, RemoteObjects.adapter, "RemoveDevice", [.path(device)])
        }
        ours = []
    }

    /// Makes BlueZ ask the central to pair.
    package func requestSecurity(_ connection: ConnectionID) {
        guard let index = index(of: connection), options.pairing != nil else { return }
        let device = centrals[index].device
        guard !isPaired(device) else { return }
        trace("\(centrals[index].address) is asked to pair")
        bus.call(Self.service, device, RemoteObjects.device, "Pair") { [weak self] answer in
            if case .failure(let error) = answer { self?.trace("not paired: \(error)") }
        }
    }
}
