/// A mirror of another program's objects, as reported by its object manager and by the properties
/// of each (D-Bus Specification, Standard Interfaces).
package final class RemoteObjects {
    package var onAdded: (_ path: String, _ interface: String) -> Void = { _, _ in }
    package var onRemoved: (_ path: String, _ interface: String) -> Void = { _, _ in }
    /// A property of an object has a new value; properties that follow in the same report are not
    /// updated yet.
    package var onChanged: (_ path: String, _ interface: String, _ property: String) -> Void = {
        _, _, _ in
    }
    /// Properties of an object were reported, and all of them are updated by now, whether they
    /// changed or not.
    package var onTold: (_ path: String, _ interface: String, _ properties: [String]) -> Void = {
        _, _, _ in
    }

    private let isKept: (_ path: String, _ interface: String) -> Bool
    private var objects: [String: [String: [String: Value]]] = [:]

    /// Nothing is known yet.
    ///
    /// - Parameter isKept: whether an interface of an object matters; others are not reported.
    package init(keeping isKept: @escaping (_ path: String, _ interface: String) -> Bool) {
        self.isKept = isKept
    }

    /// Takes the answer to `GetManagedObjects`; calls no handler.
    package func load(_ listing: Value?) {
        objects = [:]
        for (path, interfaces) in listing?.members ?? [] {
            for (interface, properties) in interfaces.members ?? [] where isKept(path, interface) {
                objects[path, default: [:]][interface] = Self.values(properties)
            }
        }
    }

    /// Clears everything; calls no handler.
    package func clear() { objects = [:] }

    /// Takes a signal of the object manager or of an object's properties; any other is ignored.
    package func take(_ signal: Signal) {
        switch (signal.member, signal.values.count) {
        case ("InterfacesAdded", 2):
            guard let path = signal.values[0].text else { return }
            for (interface, properties) in signal.values[1].members ?? []
            where isKept(path, interface) {
                objects[path, default: [:]][interface] = Self.values(properties)
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
        let changed = signal.values[1].members ?? []
        let gone = signal.values[2].texts ?? []
        for (name, value) in changed {
            guard objects[path]?[interface]?.updateValue(value, forKey: name) != value else {
                continue
            }
            onChanged(path, interface, name)
        }
        for name in gone {
            if objects[path]?[interface]?.removeValue(forKey: name) != nil {
                onChanged(path, interface, name)
            }
        }
        onTold(path, interface, changed.map(\.key) + gone)
    }

    private static func values(_ properties: Value) -> [String: Value] {
        Dictionary((properties.members ?? []).map { ($0.key, $0.value) }) { $1 }
    }

    /// The properties of an interface; nil if it is not there.
    package subscript(path: String, interface: String) -> [String: Value]? {
        objects[path]?[interface]
    }

    package func has(_ interface: String, at path: String) -> Bool {
        objects[path]?[interface] != nil
    }

    /// The paths of all objects with an interface, below another if one is named; sorted, short ones
    /// first: `hci2` before `hci10`.
    package func paths(with interface: String, below path: String = "") -> [String] {
        objects.filter { $0.key.hasPrefix(path + "/") && $0.value[interface] != nil }.keys
            .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}
