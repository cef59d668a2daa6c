/// `org.freedesktop.DBus.ObjectManager` of a tree (D-Bus Specification, Standard Interfaces).
final class ObjectManager: BusObject {
    static let name = "org.freedesktop.DBus.ObjectManager"
    let interface = description
    private unowned let object: ExportedObject

    init(of object: ExportedObject) { self.object = object }

    private static let description = InterfaceDescription(
        name,
        methods: [.init("GetManagedObjects", out: ["objects": "a{oa{sa{sv}}}"])],
        signals: [
            .init("InterfacesAdded", ["object": "o", "interfaces": "a{sa{sv}}"]),
            .init("InterfacesRemoved", ["object": "o", "interfaces": "as"]),
        ])

    func call(_ method: String, _ call: IncomingCall) {
        var entries: [Value.Entry] = []
        list(object.children, into: &entries)
        call.reply([.dictionary("o", "a{sa{sv}}", entries)])
    }

    private func list(_ objects: [ExportedObject], into entries: inout [Value.Entry]) {
        for object in objects {
            entries.append(.init(.path(object.path), ExportedObject.listing(object.interfaces)))
            list(object.children, into: &entries)
        }
    }
}
