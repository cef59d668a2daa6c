/// Sends the messages of a connection: each gets a serial number, and is sent at once if there is
/// room.
final class Outgoing {
    /// Whether anything can still be sent.
    var isOpen = true
    private let socket: any BusLink
    private var lastSerial: UInt32 = 0

    init(over socket: any BusLink) { self.socket = socket }

    /// Sends a message with descriptors, which remain the caller's; returns its serial number.
    @discardableResult
    func send(_ message: BusMessage, descriptors: [Int32] = []) -> UInt32 {
        guard isOpen else { return 0 }
        // Zero is no number.
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        var message = message
        message.serial = lastSerial
        message.descriptorCount = UInt32(descriptors.count)
        socket.send(message.bytes(), descriptors: descriptors)
        return lastSerial
    }

    /// Sends a message that has a serial number, if there is room for it now.
    func sendNow(_ bytes: [UInt8]) -> Bool { !isOpen || socket.sendNow(bytes) }
}
