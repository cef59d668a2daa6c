import Bluetooth
import DBus

/// `org.bluez.ProfileManager1`: clients register profiles of the machine. With Low Energy only, no
/// device ever connects to one; their UUIDs are shown.
final class Profiles: BusObject {
    let interface = InterfaceDescription(
        "org.bluez.ProfileManager1",
        methods: [
            .init("RegisterProfile", in: ["profile": "o", "UUID": "s", "options": "a{sv}"]),
            .init("UnregisterProfile", in: ["profile": "o"]),
        ])
    private let clients: Clients
    private var profiles: [Profile] = []
    /// Called when the UUIDs have changed.
    var onChange: () -> Void = {}
    /// The limit per client; more are refused.
    private static let limit = 64

    private struct Profile {
        let owner: String
        let path: String
        let uuid: String
        let watch: UInt64
    }

    init(_ clients: Clients) { self.clients = clients }

    /// The newest first.
    var uuids: [String] { profiles.reversed().map(\.uuid) }

    func call(_ method: String, _ call: IncomingCall) {
        guard let path = call.arguments.first?.text else {
            return call.fail(Refusal.invalidArguments)
        }
        let known = profiles.firstIndex { $0.owner == call.sender && $0.path == path }
        switch (method, known) {
        case ("RegisterProfile", nil): register(path, call)
        case ("RegisterProfile", _): call.fail(Refusal.alreadyExists)
        case (_, nil): call.fail(Refusal.doesNotExist)
        case (_, let index?):
            clients.forget(profiles.remove(at: index).watch)
            call.reply()
            onChange()
        }
    }

    private func register(_ path: String, _ call: IncomingCall) {
        guard let text = call.arguments[1].text, let uuid = BluetoothUUID(text),
            profiles.count(where: { $0.owner == call.sender }) < Self.limit
        else { return call.fail(Refusal.invalidArguments) }
        let owner = call.sender
        let watch = clients.whenGone(owner) { [weak self] in
            self?.profiles.removeAll { $0.owner == owner && $0.path == path }
            self?.onChange()
        }
        profiles.append(
            Profile(owner: owner, path: path, uuid: uuid.bluezText, watch: watch))
        call.reply()
        onChange()
    }
}

/// `org.bluez.HealthManager1`, which exists but is useless with Low Energy only.
final class HealthManager: BusObject {
    let interface = InterfaceDescription(
        "org.bluez.HealthManager1",
        methods: [
            .init("CreateApplication", in: ["config": "a{sv}"], out: ["application": "o"]),
            .init("DestroyApplication", in: ["application": "o"]),
        ])

    func call(_ method: String, _ call: IncomingCall) {
        guard method == "DestroyApplication" else { return call.fail(Refusal.notSupported) }
        var error = Refusal.invalidArguments
        error.message += ", no such application"
        call.fail(error)
    }
}

extension BluetoothUUID {
    /// All 128 bits in lower case, as bluetoothd writes them.
    var bluezText: String { expanded.description.lowercased() }
}
