import Bluetooth
import Central
import DBus
import Simulation

extension Adapter {
    func startDiscovery(_ call: IncomingCall) {
        guard isPowered else { return call.fail(Refusal.notReady) }
        let client = discovery.client(call.sender) ?? add(call.sender)
        guard client.state == .idle else { return call.fail(Refusal.busy) }
        guard !isDiscovering else {
            client.state = .discovering
            discovery.update()
            discoverableChanged()
            return call.reply()
        }
        client.state = .starting
        client.call = call
        _ = after(Self.kernelTime) { [weak self, weak client] in
            guard let self, let client, let call = client.call else { return }
            client.call = nil
            client.state = .discovering
            discovery.update()
            call.reply()
            discoverableChanged()
            guard !isDiscovering else { return }
            isDiscovering = true
            changed("Discovering")
        }
    }

    private func add(_ owner: String) -> Discovery.Client {
        let client = discovery.add(owner)
        client.watch = standIn.clients.whenGone(owner) { [weak self, weak client] in
            guard let self, let client else { return }
            discovery.remove(client)
            if client.state == .discovering { discoveryEnded() }
        }
        return client
    }

    func stopDiscovery(_ call: IncomingCall) {
        guard isPowered else { return call.fail(Refusal.notReady) }
        guard let client = discovery.client(call.sender), client.state != .idle else {
            return call.fail(Refusal.noDiscovery)
        }
        guard client.state == .discovering else { return call.fail(Refusal.busy) }
        client.state = .idle
        if client.filter == nil { forget(client) }
        call.reply()
        discoveryEnded()
    }

    private func forget(_ client: Discovery.Client) {
        standIn.clients.forget(client.watch)
        discovery.remove(client)
    }

    /// A client has stopped; after the last one the devices' signal strengths are unknown.
    private func discoveryEnded() {
        discovery.update()
        discoverableChanged()
        guard isDiscovering, discovery.active.isEmpty else { return }
        isDiscovering = false
        changed("Discovering")
        _ = after(.zero) { [weak self] in
            guard let self, !isDiscovering else { return }
            for device in devices { device.forgetSignal() }
        }
    }

    func setFilter(_ call: IncomingCall) {
        guard isPowered else { return call.fail(Refusal.notReady) }
        guard let filter = DiscoveryFilter(call.arguments[0]) else {
            return call.fail(Refusal.invalidArguments)
        }
        let client = discovery.client(call.sender) ?? add(call.sender)
        client.filter = filter.isEmpty ? nil : filter
        if client.state == .discovering {
            discovery.update()
            discoverableChanged()
        } else if client.filter == nil, client.state == .idle {
            forget(client)
        }
        call.reply()
    }

    private func discoverableChanged() {
        let isWished = discovery.makesDiscoverable
        guard isWished != isDiscoverableForDiscovery else { return }
        isDiscoverableForDiscovery = isWished
        setDiscoverable(isWished)
    }

    // MARK: Devices

    /// A device was heard during discovery.
    func found(_ report: ScanReport) {
        let data = report.advertisingData
        guard isDiscovering, discovery.shows(report.address, data, rssi: report.rssi) else {
            return
        }
        device(report.address).take(
            data, rssi: report.rssi, isFiltered: discovery.isFiltered,
            wantsDuplicates: discovery.wantsDuplicates)
    }

    /// The device with this address; a new one is exported after this turn, with everything known
    /// by then.
    func device(_ address: Address) -> RemoteDevice {
        if let known = devices.first(where: { $0.address == address }) { return known }
        let device = RemoteDevice(address, of: self)
        devices.append(device)
        objects.add(device, at: device.path)
        return device
    }

    func device(at path: String) -> RemoteDevice? { devices.first { $0.path == path } }

    func removeDevice(_ call: IncomingCall) {
        guard let device = call.arguments[0].text.flatMap(device(at:)) else {
            return call.fail(Refusal.doesNotExist)
        }
        guard isPowered else { return call.fail(Refusal.notReady) }
        device.remove(call)
    }

    /// Removes a device permanently.
    func remove(_ device: RemoteDevice) {
        device.withdraw()
        forget(device)
    }

    /// Drops a device whose objects are removed.
    func forget(_ device: RemoteDevice) { devices.removeAll { $0 === device } }
}
