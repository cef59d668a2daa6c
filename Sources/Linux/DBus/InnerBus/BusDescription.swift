/// What the bus itself understands (D-Bus Specification, Message Bus Messages), in the order in which dbus-daemon 1.14 lists it.
enum BusDescription {
    static let bus = InterfaceDescription(
        Bus.name,
        methods: [
            .init("Hello", out: ["": "s"]),
            .init("RequestName", in: ["": "s", "": "u"], out: ["": "u"]),
            .init("ReleaseName", in: ["": "s"], out: ["": "u"]),
            .init("StartServiceByName", in: ["": "s", "": "u"], out: ["": "u"]),
            .init("UpdateActivationEnvironment", in: ["": "a{ss}"]),
            .init("NameHasOwner", in: ["": "s"], out: ["": "b"]),
            .init("ListNames", out: ["": "as"]),
            .init("ListActivatableNames", out: ["": "as"]),
            .init("AddMatch", in: ["": "s"]),
            .init("RemoveMatch", in: ["": "s"]),
            .init("GetNameOwner", in: ["": "s"], out: ["": "s"]),
            .init("ListQueuedOwners", in: ["": "s"], out: ["": "as"]),
            .init("GetConnectionUnixUser", in: ["": "s"], out: ["": "u"]),
            .init("GetConnectionUnixProcessID", in: ["": "s"], out: ["": "u"]),
            .init("GetAdtAuditSessionData", in: ["": "s"], out: ["": "ay"]),
            .init("GetConnectionSELinuxSecurityContext", in: ["": "s"], out: ["": "ay"]),
            .init("ReloadConfig"),
            .init("GetId", out: ["": "s"]),
            .init("GetConnectionCredentials", in: ["": "s"], out: ["": "a{sv}"]),
        ],
        signals: [
            .init("NameOwnerChanged", ["": "s", "": "s", "": "s"]),
            .init("NameLost", ["": "s"]),
            .init("NameAcquired", ["": "s"]),
        ],
        properties: [.init("Features", "as"), .init("Interfaces", "as")])
    static let properties = InterfaceDescription(
        "org.freedesktop.DBus.Properties",
        methods: [
            .init("Get", in: ["": "s", "": "s"], out: ["": "v"]),
            .init("GetAll", in: ["": "s"], out: ["": "a{sv}"]),
            .init("Set", in: ["": "s", "": "s", "": "v"]),
        ],
        signals: [
            .init(
                "PropertiesChanged",
                [
                    "interface_name": "s", "changed_properties": "a{sv}",
                    "invalidated_properties": "as",
                ])
        ])
    static let introspectable = InterfaceDescription(
        Introspectable.name, methods: [.init("Introspect", out: ["": "s"])])
    static let monitoring = InterfaceDescription(
        "org.freedesktop.DBus.Monitoring",
        methods: [.init("BecomeMonitor", in: ["": "as", "": "u"])])
    static let peer = InterfaceDescription(
        PeerInterface.name, methods: [.init("GetMachineId", out: ["": "s"]), .init("Ping")])

    /// What an object has: some of it every path has, the rest only the bus's own.
    static func interfaces(at path: String?) -> [InterfaceDescription] {
        path == Bus.path
            ? [bus, properties, introspectable, monitoring, peer] : [bus, introspectable, peer]
    }

    /// Header fields that the bus does not know are left out (D-Bus Specification, Message Bus Properties).
    static let features = ["HeaderFiltering"]
    /// Beside those that every bus has.
    static let optionalInterfaces = [monitoring.name]

    static func introspection(of path: String?) -> String {
        ObjectServer.head + "<node>" + interfaces(at: path).map(\.element).joined()
            + (path == "/" ? "<node name=\"\(Bus.path.dropFirst())\"/>" : "") + "</node>"
    }
}
