import DBus
import DaemonBus
import EventLoop
import Testing

/// An application on the bus: it has objects, writes down who calls what, and answers as a test says.
final class TestApplication {
    let bus: Bus
    /// In the order in which they are told.
    var objects: [(path: String, interface: String, properties: [(String, Value)])] = []
    /// Calls but those that ask for objects.
    var calls: [String] = []
    /// What a method is answered with; nothing if it is not here.
    var answers: [String: Result<[Value], DBusError>] = [:]
    /// Calls that are not to be answered yet.
    var held: [String: IncomingCall] = [:]
    var isHolding: Set<String> = []
    /// Sent along with answers that have them.
    var descriptors: [Int32] = []

    init(on world: LocalBench) throws {
        bus = try Bus(at: world.daemon.address, on: world.loop)
        bus.onCall = { [unowned self] in answer($0) }
    }

    private func answer(_ call: IncomingCall) {
        switch call.member {
        case "GetManagedObjects":
            guard objects.contains(where: { $0.path.hasPrefix(call.path) }) else { return }
            call.reply([managed])
        case "GetAll":
            guard let object = objects.first(where: { $0.path == call.path }) else { return }
            call.reply([.options(object.properties)])
        default:
            let arguments = call.arguments.map(Self.text).joined(separator: ", ")
            calls.append("\(call.path) \(call.member)(\(arguments))")
            if isHolding.contains(call.member) {
                held[call.member] = call
                return
            }
            switch answers[call.member] {
            case .success(let values)?:
                let carries = values.contains { $0.signature == "h" }
                call.reply(values, descriptors: carries ? descriptors : [])
            case .failure(let error)?: call.fail(error)
            case nil: break
            }
        }
    }

    private var managed: Value {
        var paths: [String] = []
        for object in objects where !paths.contains(object.path) { paths.append(object.path) }
        return .dictionary(
            "o", "a{sa{sv}}",
            paths.map { path in
                let interfaces = objects.filter { $0.path == path }.map {
                    Value.Entry(.string($0.interface), .options($0.properties))
                }
                return .init(.path(path), .dictionary("s", "a{sv}", interfaces))
            })
    }

    /// Says that properties of an object have changed.
    func change(_ path: String, _ interface: String, _ properties: [(String, Value)]) {
        bus.emit(
            path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(interface), .options(properties), .strings([])])
    }

    // MARK: Objects

    func service(
        _ path: String, _ uuid: Value = "180F",
        _ more: [(String, Value)] = [("Primary", .bool(true))]
    ) {
        objects.append((path, "org.bluez.GattService1", [("UUID", uuid)] + more))
    }

    func characteristic(
        _ path: String, of service: String, _ uuid: String, _ flags: [String],
        _ more: [(String, Value)] = []
    ) {
        objects.append(
            (
                path, "org.bluez.GattCharacteristic1",
                [
                    ("UUID", .string(uuid)), ("Service", .path(service)),
                    ("Flags", .strings(flags)),
                ] + more
            ))
    }

    func descriptor(_ path: String, of characteristic: String, _ uuid: String, _ flags: [String]) {
        objects.append(
            (
                path, "org.bluez.GattDescriptor1",
                [
                    ("UUID", .string(uuid)), ("Characteristic", .path(characteristic)),
                    ("Flags", .strings(flags)),
                ]
            ))
    }

    /// A value in few letters.
    static func text(_ value: Value) -> String {
        switch value {
        case .bytes(let bytes): "\(bytes)"
        case .variant(let value): text(value)
        case .dictionary(_, _, let entries):
            entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", ")
        case .bool(let flag): "\(flag)"
        default: value.text ?? value.number.map { "\($0)" } ?? "\(value)"
        }
    }
}
