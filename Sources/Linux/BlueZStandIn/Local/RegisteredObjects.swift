import Bluetooth
import DBus

/// The objects that an application has registered, as its object manager reports them and
/// bluetoothd 5.66 interprets them.
struct RegisteredObjects {
    struct Service {
        let path: String
        let properties: Properties
        var characteristics: [Characteristic] = []
    }

    struct Characteristic {
        let path: String
        let properties: Properties
        let flags: AttributeFlags
        var descriptors: [Descriptor] = []
    }

    struct Descriptor {
        let path: String
        let properties: Properties
        let flags: AttributeFlags
    }

    /// Properties by name, without their variants.
    typealias Properties = [String: Value]

    /// In the order in which they were reported.
    private(set) var services: [Service] = []

    /// - Parameters:
    ///   - answer: of `GetManagedObjects`; nil if there was none.
    ///   - path: of the application; objects elsewhere are ignored.
    init(_ answer: Value?, below path: String) throws(DBusError) {
        let objects = Self.objects(answer).filter { $0.path.hasPrefix(path) }
        guard !objects.isEmpty else { throw Refusal.failed("No object received") }
        guard let profiles = Self.profiles(objects), addServices(objects),
            addCharacteristics(objects), addDescriptors(objects),
            !services.isEmpty || profiles > 0
        else { throw Refusal.failed("No valid service object found") }
    }

    private struct Object {
        let path: String
        let interface: String
        let properties: Properties
    }

    /// Interfaces that every object has are ignored.
    private static let common = [
        "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Properties",
    ]

    private static func objects(_ answer: Value?) -> [Object] {
        guard case .dictionary("o", "a{sa{sv}}", let entries)? = answer else { return [] }
        return entries.flatMap { entry -> [Object] in
            guard let path = entry.key.text, case .dictionary(_, _, let interfaces) = entry.value
            else { return [] }
            return interfaces.compactMap { entry in
                guard let name = entry.key.text, !common.contains(name) else { return nil }
                return Object(path: path, interface: name, properties: entry.value.properties)
            }
        }
    }

    /// The number of profiles; nil if one lacks its UUIDs.
    private static func profiles(_ objects: [Object]) -> Int? {
        let profiles = objects.filter { $0.interface == "org.bluez.GattProfile1" }
        for profile in profiles {
            guard case .array("s", let uuids)? = profile.properties["UUIDs"], !uuids.isEmpty else {
                return nil
            }
        }
        return profiles.count
    }

    private mutating func addServices(_ objects: [Object]) -> Bool {
        for object in objects where object.interface == "org.bluez.GattService1" {
            guard !services.contains(where: { $0.path == object.path }) else { return false }
            services.append(Service(path: object.path, properties: object.properties))
        }
        return true
    }

    private mutating func addCharacteristics(_ objects: [Object]) -> Bool {
        for object in objects where object.interface == "org.bluez.GattCharacteristic1" {
            guard case .path(let service)? = object.properties["Service"],
                let index = services.firstIndex(where: { $0.path == service }),
                let flags = object.properties.flags.flatMap(AttributeFlags.init(characteristic:))
            else { return false }
            services[index].characteristics.append(
                Characteristic(path: object.path, properties: object.properties, flags: flags))
        }
        return true
    }

    private mutating func addDescriptors(_ objects: [Object]) -> Bool {
        for object in objects where object.interface == "org.bluez.GattDescriptor1" {
            guard case .path(let path)? = object.properties["Characteristic"],
                let flags = object.properties.flags.flatMap(AttributeFlags.init(descriptor:)),
                let place = place(ofCharacteristic: path)
            else { return false }
            services[place.service].characteristics[place.characteristic].descriptors.append(
                Descriptor(path: object.path, properties: object.properties, flags: flags))
        }
        return true
    }

    private func place(ofCharacteristic path: String) -> (service: Int, characteristic: Int)? {
        for (index, service) in services.enumerated() {
            guard let place = service.characteristics.firstIndex(where: { $0.path == path })
            else { continue }
            return (index, place)
        }
        return nil
    }
}

extension Value {
    /// The entries of `a{sv}`.
    var properties: [String: Value] {
        guard case .dictionary("s", "v", let entries) = self else { return [:] }
        var properties: [String: Value] = [:]
        for entry in entries {
            guard let name = entry.key.text, case .variant(let value) = entry.value else {
                continue
            }
            properties[name] = value
        }
        return properties
    }
}

/// What bluetoothd reads from the properties of a service, characteristic or descriptor.
extension RegisteredObjects.Properties {
    /// Nil unless it is an array of strings.
    var flags: [String]? {
        guard case .array("s", let values)? = self["Flags"] else { return nil }
        return values.compactMap(\.text)
    }

    /// Nil also for BlueZ's own services: GAP and GATT.
    var uuid: BluetoothUUID? {
        guard case .string(let text)? = self["UUID"], let uuid = BluetoothUUID(bluez: text),
            uuid != "1800", uuid != "1801"
        else { return nil }
        return uuid
    }

    /// The requested handle, 0 for any; nil if it has another type.
    var handle: UInt16? {
        switch self["Handle"] {
        case nil: 0
        case .uint16(let handle)?: handle
        default: nil
        }
    }

    /// Paths of other services; nil if it is of another type.
    var includes: [String]? {
        switch self["Includes"] {
        case nil: []
        case .array("o", let values)?: values.compactMap(\.text)
        // An empty array is accepted before its type is checked.
        case .array(_, let values)? where values.isEmpty: []
        default: nil
        }
    }
}
