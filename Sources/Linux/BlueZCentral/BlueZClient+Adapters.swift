package import Central
internal import DBus

/// The adapters of a machine.
extension BlueZClient {
    private func name(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    /// The path of an adapter, on or off: `hci0`, or nil for the first one.
    package func adapter(_ wanted: String?) throws(AccessError) -> String {
        let there = objects.paths(with: RemoteObjects.adapter)
        if let found = there.first(where: { wanted == nil || name($0) == wanted }) { return found }
        let list = there.map(name).joined(separator: ", ")
        throw .broken(
            "\(place): BlueZ has no adapter" + (wanted.map { " \($0)" } ?? "")
                + (list.isEmpty ? "; plug one in" : "; it has \(list)"))
    }

    /// Whether an adapter is on.
    package func isPowered(_ adapter: String) -> Bool {
        objects[adapter, RemoteObjects.adapter]?["Powered"]?.flag != false
    }

    /// What to do about an adapter that is off.
    package func isOff(_ adapter: String) -> AccessError {
        .broken(
            "\(place): \(name(adapter)) is off; `bluetoothctl power on`, and if that does"
                + " not help `rfkill unblock bluetooth`")
    }

    /// Discovers Low Energy devices only, with every report.
    package func startDiscovery(
        by adapter: String, _ done: @escaping (Result<Void, AccessError>) -> Void
    ) {
        perform(
            adapter, RemoteObjects.adapter, "SetDiscoveryFilter",
            [.options([("Transport", .string("le")), ("DuplicateData", .bool(true))])]
        ) { [weak self] result in
            if case .failure(let error) = result { return done(.failure(error)) }
            self?.start(adapter, RemoteObjects.adapter, "StartDiscovery") { [weak self] result in
                // One of ours that has not ended yet will do.
                if case .failure(let error) = result, Self.kind(error) != "InProgress" {
                    if let self { done(.failure(refusal(error, of: "StartDiscovery"))) }
                } else {
                    done(.success(()))
                }
            }
        }
    }

    /// Ends discovery. It may have ended with the adapter.
    package func stopDiscovery(by adapter: String, _ done: @escaping () -> Void) {
        start(adapter, RemoteObjects.adapter, "StopDiscovery") { _ in done() }
    }
}
