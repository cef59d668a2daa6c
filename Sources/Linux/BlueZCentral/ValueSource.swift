internal import DBus
internal import EventLoop

/// The source of one characteristic's notifications: a socket from BlueZ, one packet per value, or
/// its signals.
final class ValueSource {
    /// The characteristic's path.
    let path: String
    /// Nil if values come as signals.
    let socket: Descriptor?
    var onValue: ([UInt8]) -> Void
    private var watch: Watch?
    /// No value is longer (Core Vol 3, Part F, 3.2.9).
    private static let longestValue = 512

    /// - Parameter reply: of `AcquireNotify`, which contains a socket, or of `StartNotify`.
    init(
        _ path: String, _ reply: Reply, on loop: EventLoop,
        _ onValue: @escaping ([UInt8]) -> Void
    ) {
        self.path = path
        socket = reply.descriptors.first
        self.onValue = onValue
        guard let socket else { return }
        watch = loop.watch(socket.number, for: .readable) { [unowned self] _ in drain() }
    }

    /// Takes a value that came as a signal.
    func take(_ bytes: [UInt8]) { onValue(bytes) }

    /// Takes the available values; bluetoothd closes the socket with the link.
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
