internal import Bluetooth
internal import Central
internal import DBus

/// Whether BlueZ discovers: what was asked for, and what BlueZ has been told.
final class BlueZDiscovery {
    /// It belongs to the port.
    private unowned let port: BlueZPort
    private var isWanted = false
    /// The last setting sent to BlueZ; nil while it changes.
    private var isOn: Bool? = false
    private var waiting: [AccessCompletion<Void>] = []

    init(of port: BlueZPort) { self.port = port }

    func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        guard port.state == .on else {
            return done(.failure(.broken(port.state.why ?? "BlueZ is not ready")))
        }
        guard case .fresh(let peer) = kind else { return want(kind != nil, done) }
        forget(peer) { [weak self] result in
            if case .failure = result { done(result) } else { self?.want(true, done) }
        }
    }

    private func want(_ isWanted: Bool, _ done: @escaping AccessCompletion<Void>) {
        self.isWanted = isWanted
        waiting.append(done)
        update()
    }

    /// BlueZ's cached data about a device, above all its name, are not what it advertises now. Keys stay.
    private func forget(_ peer: Address, _ done: @escaping AccessCompletion<Void>) {
        guard let client = port.client, let adapter = port.adapter, let path = port.device(peer),
            let known = client.objects[path, RemoteObjects.device],
            known["Connected"]?.flag != true, known["Paired"]?.flag != true
        else { return done(.success(())) }
        client.start(adapter, RemoteObjects.adapter, "RemoveDevice", [.path(path)]) { _ in
            // It may have gone by itself.
            done(.success(()))
        }
    }

    /// It is another adapter, which does not discover yet.
    func restart() { isOn = false }

    /// The radio is no longer on.
    func reset() {
        (isOn, isWanted) = (false, false)
        answer(.failure(.broken(port.state.why ?? "BlueZ is not ready")))
    }

    private func answer(_ result: Result<Void, AccessError>) {
        let answered = waiting
        waiting = []
        for done in answered { done(result) }
    }

    /// Tells BlueZ what is wanted.
    func update() {
        guard port.state == .on, let client = port.client, let adapter = port.adapter, let isOn
        else { return }
        guard isOn != isWanted else { return answer(.success(())) }
        let next = isWanted
        self.isOn = nil
        let done: AccessCompletion<Void> = { [weak self, weak client] result in
            guard let self, let client, client === port.client else { return }
            switch result {
            case .success:
                self.isOn = next
                update()
            case .failure(let error):
                (self.isOn, isWanted) = (false, false)
                answer(.failure(error))
            }
        }
        if next {
            client.startDiscovery(by: adapter, done)
        } else {
            client.stopDiscovery(by: adapter) { done(.success(())) }
        }
    }
}
