import Bluetooth
import DBus

/// `org.bluez.Media1`, which exists but is useless with Low Energy only: nothing can be registered.
final class Media: BusObject {
    let interface = InterfaceDescription(
        "org.bluez.Media1",
        methods: [
            .init("RegisterEndpoint", in: ["endpoint": "o", "properties": "a{sv}"]),
            .init("UnregisterEndpoint", in: ["endpoint": "o"]),
            .init("RegisterPlayer", in: ["player": "o", "properties": "a{sv}"]),
            .init("UnregisterPlayer", in: ["player": "o"]),
            .init("RegisterApplication", in: ["application": "o", "options": "a{sv}"]),
            .init("UnregisterApplication", in: ["application": "o"]),
        ], properties: [.init("SupportedUUIDs", "as")])
    private let bus: Bus

    init(on bus: Bus) { self.bus = bus }

    func get(_ property: String) -> Value? {
        // Audio Source and Audio Sink (Bluetooth Assigned Numbers, 3.3).
        .strings([0x110A, 0x110B].map { BluetoothUUID.short($0).bluezText })
    }

    func call(_ method: String, _ call: IncomingCall) {
        guard method != "RegisterApplication" else { return ask(call) }
        call.fail(method.hasPrefix("Un") ? Refusal.doesNotExist : Refusal.notSupported)
    }

    /// The application's objects are requested, and not used.
    private func ask(_ call: IncomingCall) {
        bus.call(
            call.sender, call.arguments[0].text ?? "/", "org.freedesktop.DBus.ObjectManager",
            "GetManagedObjects"
        ) { result in
            if case .success = result { return call.fail(Refusal.notSupported) }
            call.fail(Refusal.failed("No object received"))
        }
    }
}
