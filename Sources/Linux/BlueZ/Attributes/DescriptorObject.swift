import DBus
import Peripheral

/// An `org.bluez.GattDescriptor1` of ours.
final class DescriptorObject: BusObject {
    static let name = "org.bluez.GattDescriptor1"

    let interface = InterfaceDescription(
        name,
        methods: [
            .init("ReadValue", in: ["options": "a{sv}"], out: ["value": "ay"]),
            .init("WriteValue", in: ["value": "ay", "options": "a{sv}"]),
        ],
        properties: [.init("UUID", "s"), .init("Characteristic", "o"), .init("Flags", "as")])
    private let descriptor: Descriptor
    private let characteristic: String
    private let flags: [String]
    private unowned let board: BlueZPeripheral

    /// - Parameter characteristic: the path of the one that it describes.
    init(
        _ descriptor: Descriptor, of characteristic: String, flags: [String],
        board: BlueZPeripheral
    ) {
        self.descriptor = descriptor
        self.characteristic = characteristic
        self.flags = flags
        self.board = board
    }

    func call(_ method: String, _ call: IncomingCall) {
        if method == "ReadValue" {
            board.read(descriptor.id, AccessOptions(call.arguments.first), call)
        } else {
            board.write(
                call.arguments.first?.octets ?? [], to: descriptor.id, limit: 512, .request,
                AccessOptions(call.arguments.last), call)
        }
    }

    func get(_ property: String) -> Value? {
        switch property {
        case "UUID": .string(descriptor.uuid.onBus)
        case "Characteristic": .path(characteristic)
        case "Flags": .strings(flags)
        default: nil
        }
    }

    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void) {
        answer(nil)
    }
}
