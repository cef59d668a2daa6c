import DBus

/// What BlueZ asks when a central pairs, and the bonds that come of it.
extension BlueZPeripheral {
    private static let agentPath = root + "/agent"
    private static let managerPath = "/org/bluez"

    /// Makes the board the one that BlueZ asks, and the adapter pairable.
    func startPairing() {
        guard options.isFirst, let pairing = options.pairing, let adapter else { return }
        if !objects.has(PairingAgent.name, at: Self.agentPath) {
            let agent = PairingAgent(pairing) { [weak self] in self?.onNotice($0) }
            objects.add(agent, at: Self.agentPath)
        }
        bus.call(
            Self.service, Self.managerPath, RemoteObjects.agentManager, "RegisterAgent",
            [.path(Self.agentPath), .string(pairing.capability.rawValue)]
        ) { [weak self] answer in
            if case .failure(let error) = answer {
                self?.notice("centrals cannot pair: BlueZ takes no agent: \(error)")
            }
        }
        bus.call(
            Self.service, Self.managerPath, RemoteObjects.agentManager, "RequestDefaultAgent",
            [.path(Self.agentPath)])
        settings.set(
            "Pairable", to: .bool(true), from: adapterProperty("Pairable"), at: adapter
        ) { [weak self] error in
            if let error { self?.notice("centrals cannot pair: \(error)") }
        }
    }

    /// Whether BlueZ keeps keys of a device.
    func isPaired(_ path: String) -> Bool {
        remote[path, RemoteObjects.device]?["Paired"]?.flag ?? false
    }

    /// A device has keys now, or has none any more.
    func pairingChanged(_ path: String) {
        guard isPaired(path) else {
            if ours.remove(path) != nil { trace("\(path.suffix(17)) is forgotten") }
            return
        }
        guard centrals.contains(where: { $0.device == path }) else { return }
        ours.insert(path)
        trace("\(path.suffix(17)) has paired")
    }
}
