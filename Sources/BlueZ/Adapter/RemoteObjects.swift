import DBus

/// What BlueZ tells of its adapters and devices, as far as it has been told.
final class RemoteObjects {
    /// The interfaces that matter here.
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let gattManager = "org.bluez.GattManager1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let agentManager = "org.bluez.AgentManager1"
    private static let kept: Set = [adapter, device, gattManager, advertisingManager]

    /// An interface of an object has come.
    var onAdded: (_ path: String, _ interface: String) -> Void = { _, _ in }
    /// An interface of an object has gone.
    var onRemoved: (_ path: String, _ interface: String) -> Void = { _, _ in }
    /// A property of an object has another value.
    var onChanged: (_ path: String, _ interface: String, _ property: String) -> Void = { _, _, _ in
    }

    private var objects: [String: [String: [String: Value]]] = [:]

    /// Takes what `GetManagedObjects` answers; nobody is called.
    func load(_ listing: Value?) {
        objects = [:]
        for entry in listing?.entries ?? [] {
            guard let path = entry.key.text else { continue }
            for (interface, properties) in entry.value.interfaces
            where Self.kept.contains(interface) {
                objects[path, default: [:]][interface] = properties
            }
        }
    }

    /// Forgets everything; nobody is called.
    func clear() { objects = [:] }

    /// Takes a signal of the object manager or of an object's properties.
    func take(_ signal: Signal) {
        switch (signal.member, signal.values.count) {
        case ("InterfacesAdded", 2):
            guard let path = signal.values[0].text else { return }
            for (interface, properties) in signal.values[1].interfaces
            where Self.kept.contains(interface) {
                objects[path, default: [:]][interface] = properties
                onAdded(path, interface)
            }
        case ("InterfacesRemoved", 2):
            guard let path = signal.values[0].text else { return }
            for interface in signal.values[1].texts ?? []
            where objects[path]?.removeValue(forKey: interface) != nil {
                if objects[path]?.isEmpty == true { objects[path] = nil }
                onRemoved(path, interface)
            }
        case ("PropertiesChanged", 3): change(signal)
        default: break
        }
    }

    private func change(_ signal: Signal) {
        let path = signal.path
        guard let interface = signal.values[0].text, objects[path]?[interface] != nil else {
            return
        }
        for (name, value) in signal.values[1].members ?? [] {
            guard objects[path]?[interface]?.updateValue(value, forKey: name) != value else {
                continue
            }
            onChanged(path, interface, name)
        }
        for name in signal.values[2].texts ?? [] {
            if objects[path]?[interface]?.removeValue(forKey: name) != nil {
                onChanged(path, interface, name)
            }
        }
    }

    /// The properties of an interface; nil if it is not there.
    subscript(path: String, interface: String) -> [String: Value]? { objects[path]?[interface] }

    /// Whether an object has an interface.
    func has(_ interface: String, at path: String) -> Bool { objects[path]?[interface] != nil }

    /// The paths of all objects with an interface, sorted, short ones first: `hci2` before `hci10`.
    func paths(with interface: String) -> [String] {
        objects.filter { $0.value[interface] != nil }.keys
            .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}

extension Value {
    /// The entries of a dictionary.
    var entries: [Entry]? {
        if case .dictionary(_, _, let entries) = self { entries } else { nil }
    }

    /// Interfaces with their properties, as an object manager tells of them.
    fileprivate var interfaces: [(name: String, properties: [String: Value])] {
        (entries ?? []).compactMap { entry in
            guard let name = entry.key.text else { return nil }
            let members = entry.value.members ?? []
            return (name, Dictionary(members.map { ($0.key, $0.value) }) { $1 })
        }
    }
}
