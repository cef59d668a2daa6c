import DBus

/// A bluetoothd as an application with GATT services and an advertisement sees it (bluetoothd 5.66):
/// what it asks, in its order and with its options. There is no radio; centrals are the test's calls.
package final class FakeBlueZ {
    /// The bus that it is on.
    package let bus: TestBus
    /// Its connection; another one after a restart, nil while it is down.
    package private(set) var peer: Peer?
    /// Its objects with their properties, adapters and devices.
    package private(set) var objects: [String: [String: [String: Value]]] = [:]
    /// Errors by name that calls of a member get instead of what they ask for.
    package var refusals: [String: String] = [:]
    /// Members that are not answered.
    package var silences: Set<String> = []
    private var unanswered: [Message] = []
    /// Whether adapters are signalled just before they are listed, as by a bluetoothd that starts.
    package var announcesAdapters = false
    private var isRegistering = false
    /// What the application registered; nil if nothing is.
    package private(set) var application: RemoteApplication?
    /// The properties of the advertisement on the air, and where it is.
    package private(set) var advertisement: (owner: String, path: String, properties: Value)?
    /// Calls that it got, a line each: `RegisterApplication /org/bluez/hci0`.
    package private(set) var calls: [String] = []

    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
    static let device = "org.bluez.Device1"
    static let adapter = "org.bluez.Adapter1"

    /// Starts it with adapters of these names.
    package init(on bus: TestBus, adapters: [String] = ["hci0"]) throws {
        self.bus = bus
        for name in adapters { addAdapter(name) }
        try start()
    }

    // MARK: Its life

    /// Takes the name; everything that was registered is forgotten.
    package func start() throws {
        let peer = try bus.peer()
        peer.onMessage = { [unowned self] in take($0) }
        self.peer = peer
        guard peer.own("org.bluez") else { throw NeverHappened(description: "org.bluez is taken") }
    }

    /// As `systemctl stop bluetooth`, or as a crash: the bus tells.
    package func stop() {
        if let peer {
            // The bus knows it when this returns, so that the next one gets the name.
            peer.disown("org.bluez")
            bus.close(peer)
        }
        peer = nil
        application = nil
        advertisement = nil
        unanswered = []
        isRegistering = false
        // Devices that have not paired are not kept.
        for path in objects.keys where objects[path]?[Self.device] != nil { objects[path] = nil }
    }

    /// An adapter with what it can.
    package func addAdapter(_ name: String) {
        let number = UInt8(name.utf8.last.map { $0 &- 0x30 } ?? 0)
        add(
            "/org/bluez/\(name)",
            [
                Self.adapter: [
                    "Address": .string("00:AA:01:00:00:0\(number)"), "Powered": .bool(false),
                    "Name": "machine", "Alias": "machine", "UUIDs": .strings([]),
                    "Discoverable": .bool(false),
                    "Roles": .strings(["central", "peripheral"]),
                ],
                "org.bluez.GattManager1": [:],
                "org.bluez.LEAdvertisingManager1": [
                    "ActiveInstances": .byte(0), "SupportedInstances": .byte(5),
                    "SupportedIncludes": .strings(["tx-power", "appearance", "local-name"]),
                ],
            ])
    }

    /// The adapter is pulled out: its devices go first, what was registered is gone.
    package func removeAdapter(_ name: String) {
        let root = "/org/bluez/\(name)"
        for path in objects.keys.sorted().reversed()
        where path == root || path.hasPrefix(root + "/") {
            let interfaces = objects.removeValue(forKey: path)?.keys.sorted() ?? []
            emit("/", Self.objectManager, "InterfacesRemoved", [.path(path), .strings(interfaces)])
        }
        application = nil
        advertisement = nil
    }

    /// Takes an advertisement off the air, and says so to its owner.
    package func release() {
        guard let (owner, path, _) = advertisement else { return }
        advertisement = nil
        var call = Message.call(owner, path, "org.bluez.LEAdvertisement1", "Release")
        call.wantsReply = false
        peer?.send(call)
    }

    /// Answers what it was silent to, with nothing to say.
    package func answerPings() {
        for message in unanswered { peer?.send(message.reply()) }
        unanswered = []
    }

    /// Begins ``calls`` anew.
    package func forgetCalls() { calls = [] }

    // MARK: Objects

    func add(_ path: String, _ interfaces: [String: [String: Value]]) {
        objects[path] = interfaces
        emit(
            "/", Self.objectManager, "InterfacesAdded", [.path(path), Self.value(of: interfaces)])
    }

    /// Gives a property another value and tells.
    package func change(_ path: String, _ interface: String, _ property: String, _ value: Value) {
        objects[path]?[interface]?[property] = value
        emit(
            path, Self.properties, "PropertiesChanged",
            [.string(interface), .options([(property, value)]), .strings([])])
    }

    private func emit(_ path: String, _ interface: String, _ member: String, _ values: [Value]) {
        peer?.send(.signal(path, interface, member, values))
    }

    private static func value(of interfaces: [String: [String: Value]]) -> Value {
        .dictionary(
            "s", "a{sv}",
            interfaces.sorted { $0.key < $1.key }.map { name, properties in
                .init(
                    .string(name),
                    .options(properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
            })
    }

    private var listing: Value {
        .dictionary(
            "o", "a{sa{sv}}",
            objects.sorted { $0.key < $1.key }.map {
                .init(.path($0.key), Self.value(of: $0.value))
            })
    }

    // MARK: Calls to it

    private func take(_ message: Message) -> Bool {
        guard message.kind == .call, let member = message.member, let path = message.path else {
            return false
        }
        calls.append("\(member) \(path)")
        if silences.contains(member) {
            unanswered.append(message)
            return true
        }
        if let error = refusals[member] {
            peer?.send(message.error(error, "refused"))
            return true
        }
        switch member {
        case "GetManagedObjects":
            if announcesAdapters {
                for (path, interfaces) in objects where interfaces[Self.adapter] != nil {
                    add(path, interfaces)
                }
            }
            peer?.send(message.reply([listing]))
        case "Set": set(message, path)
        case "RegisterApplication": registerApplication(message)
        case "UnregisterApplication":
            application = nil
            peer?.send(message.reply())
        case "RegisterAdvertisement": registerAdvertisement(message)
        case "UnregisterAdvertisement":
            advertisement = nil
            peer?.send(message.reply())
        case "Disconnect":
            peer?.send(message.reply())
            disconnect(path)
        case "Ping": peer?.send(message.reply())
        default:
            peer?.send(message.error("org.freedesktop.DBus.Error.UnknownMethod"))
        }
        return true
    }

    private func set(_ message: Message, _ path: String) {
        guard message.values.count == 3, let interface = message.values[0].text,
            let property = message.values[1].text, objects[path]?[interface]?[property] != nil
        else {
            peer?.send(message.error("org.freedesktop.DBus.Error.InvalidArgs", "No such property"))
            return
        }
        var value = message.values[2].unboxed
        // An empty alias is the machine's own name again.
        if property == "Alias", value.text == "" {
            value = objects[path]?[interface]?["Name"] ?? value
        }
        peer?.send(message.reply())
        change(path, interface, property, value)
    }

    private func registerApplication(_ message: Message) {
        guard let owner = message.sender, let path = message.values.first?.text else { return }
        guard application == nil, !isRegistering else {
            peer?.send(message.error("org.bluez.Error.AlreadyExists", "Already Exists"))
            return
        }
        isRegistering = true
        ask(owner, path, Self.objectManager, "GetManagedObjects") { [unowned self] answer in
            isRegistering = false
            let application = RemoteApplication(owner: owner, listing: answer.values.first)
            guard !application.characteristics.isEmpty else {
                peer?.send(message.error("org.bluez.Error.Failed", "No object received"))
                return
            }
            self.application = application
            peer?.send(message.reply())
        }
    }

    private func registerAdvertisement(_ message: Message) {
        guard let owner = message.sender, let path = message.values.first?.text else { return }
        // Every client of its D-Bus library asks for objects first.
        ask(owner, path, Self.objectManager, "GetManagedObjects") { [unowned self] _ in
            ask(owner, path, Self.properties, "GetAll", ["org.bluez.LEAdvertisement1"]) {
                [unowned self] answer in
                guard answer.kind == .reply, let properties = answer.values.first else {
                    peer?.send(
                        message.error("org.bluez.Error.Failed", "Failed to parse advertisement."))
                    return
                }
                advertisement = (owner, path, properties)
                peer?.send(message.reply())
            }
        }
    }

    /// Calls the application and goes on with its answer.
    private func ask(
        _ owner: String, _ path: String, _ interface: String, _ member: String,
        _ values: [Value] = [], then: @escaping (Message) -> Void
    ) {
        guard let peer else { return }
        let answer = peer.call(owner, path, interface, member, values)
        answer.onMessage = { message in then(message) }
    }

    // MARK: Centrals

    /// A central connects; its object's path.
    @discardableResult
    package func connect(
        _ address: String = "C0:00:00:00:00:01", adapter: String = "hci0"
    ) -> String {
        let path =
            "/org/bluez/\(adapter)/dev_"
            + String(address.map { $0 == ":" ? "_" : $0 })
        if objects[path] == nil {
            add(
                path,
                [
                    Self.device: [
                        "Address": .string(address), "AddressType": "random",
                        "Adapter": .path("/org/bluez/\(adapter)"), "Connected": .bool(false),
                        "Paired": .bool(false), "ServicesResolved": .bool(false),
                    ]
                ])
        }
        change(path, Self.device, "Connected", .bool(true))
        return path
    }

    /// The link of a central ends, however.
    package func disconnect(_ path: String) {
        guard objects[path]?[Self.device]?["Connected"] == .bool(true) else { return }
        change(path, Self.device, "Connected", .bool(false))
    }

    /// It forgets a device, as it does some time after the link's end.
    package func forget(_ path: String) {
        guard let interfaces = objects.removeValue(forKey: path)?.keys.sorted() else { return }
        emit("/", Self.objectManager, "InterfacesRemoved", [.path(path), .strings(interfaces)])
    }

    /// Calls a method of a characteristic, by the last words of its UUID, as for a central's access.
    package func access(
        _ uuid: String, _ member: String, _ values: [Value] = [], by device: String?,
        offset: UInt16 = 0, mtu: UInt16 = 247
    ) throws -> Answer {
        guard let peer, let application, let path = application.path(of: uuid) else {
            throw NeverHappened(description: "no characteristic \(uuid)")
        }
        var options: [(String, Value)] = []
        if let device {
            options = [("device", .path(device)), ("link", "LE"), ("mtu", .uint16(mtu))]
        }
        if offset > 0 { options.append(("offset", .uint16(offset))) }
        let withOptions = member != "StartNotify" && member != "StopNotify" && member != "Confirm"
        return peer.call(
            application.owner, path, "org.bluez.GattCharacteristic1", member,
            values + (withOptions ? [.options(options)] : []))
    }
}

/// The objects of a GATT application, as a daemon reads them.
package struct RemoteApplication {
    /// Whose it is.
    package let owner: String
    /// Its characteristics' properties by their paths.
    package private(set) var characteristics: [String: Value] = [:]
    /// The UUIDs of its services.
    package private(set) var services: [String] = []

    init(owner: String, listing: Value?) {
        self.owner = owner
        guard case .dictionary(_, _, let entries)? = listing else { return }
        for entry in entries {
            guard let path = entry.key.text, case .dictionary(_, _, let interfaces) = entry.value
            else { continue }
            for interface in interfaces {
                switch interface.key.text {
                case "org.bluez.GattService1":
                    if let uuid = interface.value["UUID"]?.text { services.append(uuid) }
                case "org.bluez.GattCharacteristic1": characteristics[path] = interface.value
                default: break
                }
            }
        }
    }

    /// The path of the characteristic whose UUID contains these letters.
    package func path(of uuid: String) -> String? {
        characteristics.first { $0.value["UUID"]?.text?.contains(uuid) == true }?.key
    }
}
