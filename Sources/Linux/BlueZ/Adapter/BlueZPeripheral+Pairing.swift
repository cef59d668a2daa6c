import DBus

/// BlueZ's questions when a central pairs, and the resulting bonds.
extension BlueZPeripheral {
    private static let agentPath = root + "/agent"
    private static let managerPath = "/org/bluez"

    /// Registers the board as BlueZ's agent, and makes the adapter pairable.
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
                self?.notice("centrals cannot pair: BlueZ refuses the agent: \(error)")
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

    /// Whether BlueZ has keys of a device.
    func isPaired(_ path: String) -> Bool {
        remote[path, RemoteObjects.device]?["Paired"]?.flag ?? false
    }

    /// A device has gained or lost its keys.
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
