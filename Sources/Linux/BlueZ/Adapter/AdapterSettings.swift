import DBus

/// The properties of an adapter that were changed for a board, to be restored at the end.
final class AdapterSettings {
    private let bus: Bus
    /// As they were before the first change, in the order of changes.
    private var originals: [(property: String, value: Value)] = []

    init(_ bus: Bus) { self.bus = bus }

    /// Sets a property if its value differs.
    func set(
        _ property: String, to value: Value, from now: Value?, at path: String,
        completion: @escaping (DBusError?) -> Void
    ) {
        guard now != value else { return completion(nil) }
        bus.call(
            BlueZPeripheral.service, path, "org.freedesktop.DBus.Properties", "Set",
            [.string(RemoteObjects.adapter), .string(property), .variant(value)]
        ) { [weak self] answer in
            switch answer {
            case .success:
                // BlueZ keeps an alias across its own restart: what it reports then is ours.
                if let self, let now, !originals.contains(where: { $0.property == property }) {
                    originals.append((property, now))
                }
                completion(nil)
            case .failure(let error): completion(error)
            }
        }
    }

    /// Restores everything, the last change first, and waits for it.
    ///
    /// - Parameter name: the adapter's own name; an alias equal to it means that none was set.
    func restore(at path: String, name: String?) {
        for (property, value) in originals.reversed() {
            let value = property == "Alias" && value.text == name ? .string("") : value
            _ = try? bus.callAndWait(
                BlueZPeripheral.service, path, "org.freedesktop.DBus.Properties", "Set",
                [.string(RemoteObjects.adapter), .string(property), .variant(value)],
                timeout: 2_000)
        }
        originals = []
    }
}
