import Bluetooth
import DBus
import EventLoop

/// Where the values of one characteristic come from by themselves: a socket of BlueZ's, one packet a
/// value, or its signals.
final class ValueSource {
    let uuid: BluetoothUUID
    /// The characteristic's path.
    let path: String
    /// Nil where values come as signals.
    let socket: Descriptor?
    private let onValue: ([UInt8]) -> Void
    private var watch: Watch?
    /// No value is longer (Core Vol 3, Part F, 3.2.9).
    private static let longestValue = 512

    /// - Parameter reply: of `AcquireNotify`, which brings a socket, or of `StartNotify`.
    init(
        _ uuid: BluetoothUUID, _ path: String, _ reply: Reply, on loop: EventLoop,
        _ onValue: @escaping ([UInt8]) -> Void
    ) {
        self.uuid = uuid
        self.path = path
        socket = reply.descriptors.first
        self.onValue = onValue
        guard let socket else { return }
        watch = loop.watch(socket.number, for: .readable) { [unowned self] _ in drain() }
    }

    /// Takes what is there; bluetoothd closes the socket with the link.
    func drain() {
        guard let socket, watch != nil else { return }
        while true {
            switch socket.readPacket(atMost: Self.longestValue) {
            case .packet(let bytes): onValue(bytes)
            case .nothing: return
            case .ended:
                watch = nil
                return
            }
        }
    }
}
