import Bluetooth
import DBus

/// What BlueZ tells of its adapters and of one device with all that is below it.
final class RemoteTree {
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let descriptor = "org.bluez.GattDescriptor1"
    private static let kept: Set = [adapter, device, service, characteristic, descriptor]

    /// The last part of a device's path, as `dev_E8_C9_8F_52_7B_07`; of others nothing is kept.
    private let leaf: String
    private var objects: [String: [String: [String: Value]]] = [:]

    init(of address: Address) {
        leaf = "dev_" + String(address.description.map { $0 == ":" ? "_" : $0 })
    }

    /// The device's path below an adapter's.
    func path(below adapter: String) -> String { adapter + "/" + leaf }

    private func isKept(_ path: String, _ interface: String) -> Bool {
        Self.kept.contains(interface)
            && (interface == Self.adapter || path.split(separator: "/").contains { $0 == leaf })
    }

    /// Takes what `GetManagedObjects` answers.
    func load(_ listing: Value?) {
        objects = [:]
        for (path, interfaces) in listing?.members ?? [] { add(path, interfaces) }
    }

    func clear() { objects = [:] }

    /// Interfaces of an object have come.
    func add(_ path: String, _ interfaces: Value) {
        for (interface, properties) in interfaces.members ?? [] where isKept(path, interface) {
            var values: [String: Value] = [:]
            for (name, value) in properties.members ?? [] { values[name] = value }
            objects[path, default: [:]][interface] = values
        }
    }

    /// Interfaces of an object have gone.
    func remove(_ path: String, _ interfaces: [String]) {
        for interface in interfaces { objects[path]?[interface] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
    }

    /// Properties of an object have other values, or none that is known.
    func change(_ path: String, _ interface: String, _ changed: Value, without gone: [String]) {
        guard objects[path]?[interface] != nil else { return }
        for (name, value) in changed.members ?? [] { objects[path]?[interface]?[name] = value }
        for name in gone { objects[path]?[interface]?[name] = nil }
    }

    /// The properties of an interface; nil if it is not there.
    subscript(path: String, interface: String) -> [String: Value]? { objects[path]?[interface] }

    /// The paths of all objects with an interface below another, sorted, short ones first: `hci2`
    /// before `hci10`.
    func paths(with interface: String, below path: String = "") -> [String] {
        objects.filter { $0.key.hasPrefix(path + "/") && $0.value[interface] != nil }.keys
            .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}

extension BluetoothUUID {
    /// As BlueZ writes it, always in 128 bits; short again if it is of the Bluetooth base.
    init?(onBus text: String?) {
        guard let text, let uuid = BluetoothUUID(text) else { return nil }
        self = uuid
        if case .long(let high, _) = uuid {
            let short = BluetoothUUID.short(UInt16(truncatingIfNeeded: high >> 32))
            if short.matches(uuid) { self = short }
        }
    }
}
