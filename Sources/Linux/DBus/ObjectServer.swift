/// Objects that other bus clients call: dispatches calls, describes the objects, and reports their
/// changes.
///
/// Errors, introspection, the interfaces that every object has and the order of signals are those
/// of bluetoothd 5.66. Changes are collected and reported by ``flush()``, at the latest before
/// anything else is sent, so that a caller sees the changes that led to a reply before the reply.
package final class ObjectServer {
    /// Where the objects are.
    package let bus: Bus
    /// Where `org.freedesktop.DBus.ObjectManager` is.
    package let root: String
    /// Called before a call is dispatched.
    package var beforeCall: () -> Void = {}
    var objects: [String: ExportedObject] = [:]
    /// Objects with unreported changes, in the order of the first change.
    private var pending: [ExportedObject] = []
    private var isFlushing = false

    /// Takes over all incoming calls of a bus.
    ///
    /// - Parameter root: the object manager reports all objects below it.
    package init(_ bus: Bus, root: String = "/") {
        self.bus = bus
        self.root = root
        let manager = object(at: root)
        manager.interfaces.append(ObjectManager(of: manager))
        bus.onCall = { [weak self] call in self?.dispatch(call) }
        bus.beforeSending = { [weak self] in self?.flush() }
    }

    /// Adds an interface at a path, beside existing ones.
    package func add(_ object: any BusObject, at path: String) {
        let exported = self.object(at: path)
        guard exported.interface(object.interface.name) == nil else { return }
        append(object, to: exported)
        if !object.interface.properties.isEmpty, exported.interface(Properties.name) == nil {
            append(Properties(of: exported), to: exported)
        }
    }

    /// Removes an interface; with the last one the object is removed.
    package func remove(_ interface: String, at path: String) {
        guard let object = objects[path], let found = object.interface(interface),
            !Self.common.contains(interface)
        else { return }
        drop(found, from: object)
        guard object.interfaces.allSatisfy({ Self.common.contains($0.interface.name) }) else {
            return
        }
        for name in Self.common {
            if let rest = object.interface(name) { drop(rest, from: object) }
        }
        tell(object)
        object.leave()
        objects[path] = nil
    }

    /// Removes an object and all objects below it, the last one first.
    package func removeAll(below path: String) {
        guard let object = objects[path] else { return }
        for child in object.children { removeAll(below: child.path) }
        for interface in object.interfaces.reversed() {
            remove(interface.interface.name, at: path)
        }
    }

    /// Whether an object with this interface is there.
    package func has(_ interface: String, at path: String) -> Bool {
        objects[path]?.interface(interface) != nil
    }

    /// Notes that a property has changed or disappeared; ignored while the interface itself is
    /// unreported.
    ///
    /// - Parameter atOnce: reports this object's changes now, so that no value is skipped.
    package func changed(
        _ property: String, of interface: String, at path: String, atOnce: Bool = false
    ) {
        guard let object = objects[path], let found = object.interface(interface),
            !object.isNew(found)
        else { return }
        object.note(property, of: found)
        if atOnce { tellChanges(of: object) } else { queue(object) }
    }

    /// Whether an object has no unreported changes.
    package func isSettled(_ path: String) -> Bool {
        guard let object = objects[path] else { return false }
        return object.added.isEmpty && object.changes.isEmpty
    }

    /// Reports all changes, object by object in the order of the first change.
    package func flush() {
        guard !pending.isEmpty, !isFlushing else { return }
        // Messages sent from here are already in order.
        isFlushing = true
        defer { isFlushing = false }
        let batch = pending
        pending = []
        for object in batch {
            object.isPending = false
            tell(object)
        }
    }

    /// The interfaces that are managed automatically, in the order of removal.
    private static let common = [Introspectable.name, Properties.name]

    private func object(at path: String) -> ExportedObject {
        if let object = objects[path] { return object }
        let object = ExportedObject(path: path)
        nearest(above: path)?.adopt(object)
        objects[path] = object
        append(Introspectable(of: object, in: self), to: object)
        return object
    }

    private func nearest(above path: String) -> ExportedObject? {
        var path = path[...]
        while path != "/", let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : path[..<slash]
            if let object = objects[String(path)] { return object }
        }
        return nil
    }

    private func append(_ interface: any BusObject, to object: ExportedObject) {
        object.interfaces.append(interface)
        guard object.parent != nil else { return }
        object.added.append(interface)
        queue(object)
    }

    private func drop(_ interface: any BusObject, from object: ExportedObject) {
        tellChanges(of: object, only: interface)
        object.interfaces.removeAll { $0 === interface }
        if object.isNew(interface) {
            object.added.removeAll { $0 === interface }
        } else if object.parent != nil {
            object.removed.insert(interface.interface.name, at: 0)
            queue(object)
        }
    }

    private func queue(_ object: ExportedObject) {
        guard !object.isPending else { return }
        object.isPending = true
        pending.append(object)
    }
}

/// The signals.
extension ObjectServer {
    private func tell(_ object: ExportedObject) {
        tellAdded(object)
        tellChanges(of: object)
        guard !object.removed.isEmpty else { return }
        let names = object.removed
        object.removed = []
        emit(root, ObjectManager.name, "InterfacesRemoved", [.path(object.path), .strings(names)])
    }

    /// An object is reported after its parent, to which it may refer.
    private func tellAdded(_ object: ExportedObject) {
        guard !object.added.isEmpty else { return }
        if let parent = object.parent { tellAdded(parent) }
        let listing = ExportedObject.listing(object.added)
        object.added = []
        emit(root, ObjectManager.name, "InterfacesAdded", [.path(object.path), listing])
    }

    private func tellChanges(of object: ExportedObject, only interface: (any BusObject)? = nil) {
        guard !object.changes.isEmpty else { return }
        let changes = object.changes.filter { interface == nil || $0.interface === interface }
        object.changes.removeAll { interface == nil || $0.interface === interface }
        for change in changes {
            var values: [(String, Value)] = []
            var gone: [String] = []
            for name in change.properties {
                if let value = change.interface.get(name) {
                    values.append((name, value))
                } else {
                    gone.append(name)
                }
            }
            emit(
                object.path, Properties.name, "PropertiesChanged",
                [.string(change.interface.interface.name), .options(values), .strings(gone)])
        }
    }

    /// Without ``Bus/beforeSending``: other changes have their own place in the order.
    private func emit(_ path: String, _ interface: String, _ member: String, _ values: [Value]) {
        bus.send(path, interface, member, values, to: nil)
    }
}

/// The calls.
extension ObjectServer {
    private func dispatch(_ call: IncomingCall) {
        beforeCall()
        if call.interface == PeerInterface.name { return PeerInterface.answer(call) }
        guard let object = objects[call.path] else {
            if Introspectable.isMeant(by: call) {
                return call.reply([.string(introspection(without: call.path))])
            }
            let isKnown = !children(of: call.path).isEmpty
            return call.fail(isKnown ? .unknownMethod(call) : .unknownObject(call))
        }
        guard let interface = call.interface.flatMap(object.interface),
            interface.interface.methods.contains(where: {
                $0.name == call.member && $0.signature == call.signature
            })
        else { return call.fail(.unknownMethod(call)) }
        interface.call(call.member, call)
    }

    /// The next parts of the paths below one, sorted.
    func children(of path: String) -> [String] {
        let prefix = path == "/" ? path : path + "/"
        let names = objects.keys.compactMap { path in
            path.hasPrefix(prefix) && path.utf8.count > prefix.utf8.count
                ? path.dropFirst(prefix.count).split(separator: "/").first.map(String.init) : nil
        }
        return Set(names).sorted()
    }
}
