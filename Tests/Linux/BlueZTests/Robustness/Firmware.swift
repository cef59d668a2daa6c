import Bluetooth
import Peripheral
import Simulation

/// A board that streams numbers to whoever subscribes, as fast as its link takes them, and writes down
/// what it is called for.
final class Firmware: Peripheral {
    static let command = ValueID(1)
    static let stream = ValueID(2)
    static let state = ValueID(3)

    let name = "cube"
    let address = Address(0xC0_0000_000001)
    var gapName = "Cube"
    let gapAppearance: UInt16 = 0
    var advertisement: Advertisement? = Advertisement(
        data: [2, 1, 6], interval: .milliseconds(100))
    var services = [
        Service(
            "326A9000-85CB-9195-D9DD-464CFBBAE75A",
            characteristics: [
                Characteristic(
                    "326A9001-85CB-9195-D9DD-464CFBBAE75A", id: command,
                    properties: [.write, .writeWithoutResponse], maximumLength: 20),
                Characteristic(
                    "326A9006-85CB-9195-D9DD-464CFBBAE75A", id: stream, properties: [.notify]),
                Characteristic(
                    "326A9007-85CB-9195-D9DD-464CFBBAE75A", id: state,
                    properties: [.read, .write], maximumLength: 64),
            ])
    ]

    weak var link: (any PeripheralLink)?
    /// What it was called for, a line each.
    var calls: [String] = []
    var isLogging = true
    /// Who is connected, and who of them has subscribed.
    var connections: Set<ConnectionID> = []
    var subscriber: ConnectionID?
    /// The next number of the stream, and how many it is to have.
    var next: UInt32 = 0
    var end: UInt32 = 0
    var fullCount = 0
    var value: [UInt8] = [1, 2, 3]

    func attach(to link: any PeripheralLink) { self.link = link }

    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        connections.insert(connection)
        note("connected")
    }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        connections.remove(connection)
        if subscriber == connection { subscriber = nil }
        note("disconnected")
    }

    func mtuChanged(_ connection: ConnectionID, mtu: Int) { note("mtu \(mtu)") }

    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] {
        guard value == Self.state else { throw .readNotPermitted }
        return self.value
    }

    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        let text = bytes.indices.map { String(bytes[$0], radix: 16) }.joined(separator: " ")
        note("\(kind == .request ? "write" : "command") \(value.number): \(text)")
    }

    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {
        note(subscription.isEmpty ? "unsubscribed" : "subscribed")
        subscriber = subscription.isEmpty ? nil : connection
        pump()
    }

    func readyToNotify(_ connection: ConnectionID) { pump() }

    /// Sends so many numbers more.
    func stream(_ count: UInt32) {
        end = next + count
        pump()
    }

    private func pump() {
        guard let link, let subscriber else { return }
        while next < end {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: next >> ($0 * 8)) }
            switch link.notify(bytes.span, of: Self.stream, to: subscriber) {
            case .sent, .waiting: next += 1
            case .dropped:
                fullCount += 1
                return
            case .discarded: return
            }
        }
    }

    private func note(_ line: String) { if isLogging { calls.append(line) } }
}
