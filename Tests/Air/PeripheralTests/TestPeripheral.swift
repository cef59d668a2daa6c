import Bluetooth
import Peripheral
import Simulation

/// A peripheral whose values a test sets, and which writes down what it is called for.
final class TestPeripheral: Peripheral {
    enum Value {
        static let battery = ValueID(1)
        static let secret = ValueID(2)
        static let control = ValueID(3)
        static let long = ValueID(4)
        static let alarm = ValueID(5)
        static let label = ValueID(6)
        static let commandOnly = ValueID(7)
        static let refusing = ValueID(8)
    }

    let name = "board"
    let address = Address(0xC0_0000_000001)
    let gapName = "Board"
    let gapAppearance: UInt16 = 0x0341
    var gapPreferredParameters: ConnectionParameterRequest? = ConnectionParameterRequest(
        minimumInterval: .microseconds(7_500), maximumInterval: .microseconds(11_250), latency: 0,
        supervisionTimeout: .seconds(6))
    var maximumMTU = 64
    var advertisement: Advertisement? { nil }
    var long = (0..<40).map { UInt8($0) }
    var calls: [String] = []
    var refusals: [String] = []

    /// Handles: GAP 1 to 7, GATT 8 to 11, then these.
    var services: [Service] = [
        Service(
            "180F",  // 12
            characteristics: [
                Characteristic(
                    "2A19", id: Value.battery, properties: [.read, .notify]),  // 13 14 15
                Characteristic(
                    "2A1A", id: Value.secret, properties: [.read, .write],
                    readSecurity: .encrypted, writeSecurity: .authenticated),  // 16 17
            ]),
        Service(
            "326A9000-85CB-9195-D9DD-464CFBBAE75A",  // 18
            characteristics: [
                Characteristic(
                    "326A9001-85CB-9195-D9DD-464CFBBAE75A", id: Value.control,
                    properties: [.write, .writeWithoutResponse], maximumLength: 4),  // 19 20
                Characteristic(
                    "326A9006-85CB-9195-D9DD-464CFBBAE75A", id: Value.long,
                    properties: [.read, .write, .extended],
                    descriptors: [Descriptor("2901", id: Value.label, writable: true)],
                    maximumLength: 50),  // 21 22, 23 extended, 24 label
                Characteristic("2A3F", id: Value.alarm, properties: .indicate),  // 25 26 27
                Characteristic(
                    "2A40", id: Value.commandOnly, properties: .writeWithoutResponse),  // 28 29
                Characteristic("2A41", id: Value.refusing, properties: [.read, .write]),  // 30 31
            ]),
    ]

    func attach(to link: any PeripheralLink) {}
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {}
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {}
    func mtuChanged(_ connection: ConnectionID, mtu: Int) { calls.append("mtu \(mtu)") }

    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] {
        switch value {
        case Value.battery: return [99]
        case Value.secret: return [1, 2]
        case Value.long: return long
        case Value.label: return Array("long".utf8)
        default: throw .procedureInProgress
        }
    }

    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        if value == Value.refusing { throw .outOfRange }
        let text = bytes.array().map { String($0, radix: 16) }.joined(separator: " ")
        calls.append("\(kind == .request ? "write" : "command") \(value.number): \(text)")
        if value == Value.long { long = bytes.array() }
    }

    func refused(_ refusal: AttributeRefusal, by connection: ConnectionID) {
        let value = refusal.value.map { "\($0.number)" } ?? "-"
        refusals.append(
            "\(String(refusal.opcode, radix: 16)) \(refusal.handle) \(value): \(refusal.error)")
    }

    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) { calls.append("subscription \(characteristic.number): \(subscription.rawValue)") }

    func confirmed(_ characteristic: ValueID, by connection: ConnectionID) {
        calls.append("confirmed \(characteristic.number)")
    }
}
