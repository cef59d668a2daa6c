/// `PropertiesChanged` of one property whose bytes change thousands of times a second.
///
/// The message is laid out once, and sent repeatedly with other bytes in it. One that does not fit
/// is not queued: its sender knows what to do with the value.
package final class ValueSignal {
    private let bus: Bus
    private let path: String
    private let interface: String
    private let property: String
    private var message: [UInt8] = []
    /// How many bytes of value the message has.
    private var length = -1
    private let sendsOthersFirst: Bool

    /// A signal of the property of an interface at a path.
    ///
    /// - Parameter sendsOthersFirst: as with every other message, ``Bus/beforeSending`` is called.
    package init(
        _ bus: Bus, _ path: String, _ interface: String, _ property: String,
        sendsOthersFirst: Bool = true
    ) {
        self.bus = bus
        self.sendsOthersFirst = sendsOthersFirst
        self.path = path
        self.interface = interface
        self.property = property
    }

    /// Sends it; false if there is no room for it now.
    package func send(_ bytes: Span<UInt8>) -> Bool {
        guard bus.isOpen else { return true }
        if sendsOthersFirst { bus.beforeSending() }
        if bytes.count != length { make(bytes.count) }
        // The value is followed by the padding of the next length, and that length: no names are
        // invalidated (D-Bus Specification, Marshalling).
        let start = message.count - 4 - (length + 3) / 4 * 4
        guard length >= 0, start >= 0 else { return true }
        for index in bytes.indices { message[start + index] = bytes[index] }
        // What was queued for lack of room goes first; waiting for it is cheaper than queueing
        // more.
        bus.flush()
        return bus.outgoing.sendNow(message)
    }

    private func body(_ value: [UInt8]) -> [Value] {
        [.string(interface), .options([(property, .bytes(value))]), .strings([])]
    }

    private func make(_ count: Int) {
        var signal = BusMessage.signal(
            path, Properties.name, "PropertiesChanged",
            body([UInt8](repeating: 0, count: count)), to: nil)
        // A signal has no reply: any number but zero will do.
        signal.serial = .max
        message = signal.bytes()
        length = count
    }
}
