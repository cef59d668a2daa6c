import DBus
import Peripheral

/// An `org.bluez.GattService1` of ours.
final class ServiceObject: BusObject {
    static let name = "org.bluez.GattService1"

    let interface = InterfaceDescription(
        name, properties: [.init("UUID", "s"), .init("Primary", "b")])
    private let service: Service

    init(_ service: Service) { self.service = service }

    func call(_ method: String, _ call: IncomingCall) {}

    func get(_ property: String) -> Value? {
        switch property {
        case "UUID": .string(service.uuid.onBus)
        case "Primary": .bool(service.isPrimary)
        default: nil
        }
    }

    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        answer(nil)
    }
}
