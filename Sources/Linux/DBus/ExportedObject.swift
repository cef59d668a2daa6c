/// One path of an object server: its interfaces, and their unreported changes.
final class ExportedObject {
    let path: String
    /// The nearest object above it.
    private(set) weak var parent: ExportedObject?
    /// The newest first, as bluetoothd lists them.
    private(set) var children: [ExportedObject] = []
    /// In the order in which they were added.
    var interfaces: [any BusObject] = []
    /// Added interfaces that are not reported yet.
    var added: [any BusObject] = []
    /// Removed interfaces, the last first.
    var removed: [String] = []
    /// Properties that have changed, of each interface in the order of first change.
    var changes: [Change] = []

    /// Whether it waits for the next flush.
    var isPending = false

    struct Change {
        let interface: any BusObject
        var properties: [String]
    }

    init(path: String) { self.path = path }

    func interface(_ name: String) -> (any BusObject)? {
        interfaces.first { $0.interface.name == name }
    }

    func adopt(_ child: ExportedObject) {
        child.parent = self
        children.insert(child, at: 0)
    }

    /// Leaves the tree; its children move to its parent.
    func leave() {
        parent?.children.removeAll { $0 === self }
        for child in children.reversed() {
            if let parent { parent.adopt(child) } else { child.parent = nil }
        }
        children = []
    }

    func isNew(_ interface: any BusObject) -> Bool { added.contains { $0 === interface } }

    /// Notes that a property has changed.
    func note(_ property: String, of interface: any BusObject) {
        guard let index = changes.firstIndex(where: { $0.interface === interface }) else {
            return changes.append(Change(interface: interface, properties: [property]))
        }
        guard !changes[index].properties.contains(property) else { return }
        changes[index].properties.append(property)
    }

    /// All interfaces of one object with their properties: `a{sa{sv}}`.
    static func listing(_ interfaces: [any BusObject]) -> Value {
        .dictionary(
            "s", "a{sv}",
            interfaces.map { Value.Entry(.string($0.interface.name), $0.values) })
    }
}

extension BusObject {
    /// Those properties that are there, with their values: `a{sv}`.
    var values: Value {
        .options(
            interface.properties.compactMap { property in
                get(property.name).map { (property.name, $0) }
            })
    }
}
