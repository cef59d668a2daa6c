import CGIO
import Glibc

/// `PropertiesChanged` of one property whose bytes change thousands of times a second.
///
/// A message costs GIO about 15 us, most of it for handing it to the thread that writes. This one
/// is made once, and written to the bus's socket right here with other bytes in it: 2 us. Nothing
/// of GIO's may be on its way then, so whatever it still has is waited for first.
public final class ValueSignal {
    private let bus: Bus
    private let path: String
    private let interface: String
    private let property: String
    /// The bus's socket; nil if it is none.
    private let socket: Int32?
    private var message: [UInt8] = []
    /// How many bytes of value the message has.
    private var length = -1
    private let sendsOthersFirst: Bool

    /// A signal of the property of an interface at a path.
    ///
    /// - Parameter sendsOthersFirst: as with every other message, ``Bus/beforeSending`` is called.
    public init(
        _ bus: Bus, _ path: String, _ interface: String, _ property: String,
        sendsOthersFirst: Bool = true
    ) {
        self.bus = bus
        self.sendsOthersFirst = sendsOthersFirst
        self.path = path
        self.interface = interface
        self.property = property
        socket = bus.connection.socket
    }

    /// Sends it; false if there is no room for it now.
    public func send(_ bytes: Span<UInt8>) -> Bool {
        guard bus.isOpen else { return true }
        if sendsOthersFirst { bus.beforeSending() }
        guard let socket else {
            emit(bytes)
            return true
        }
        if bytes.count != length { make(bytes.count) }
        // Behind the value come the padding of the next length, and that length: no names are
        // invalidated (D-Bus Specification, Marshalling).
        let start = message.count - 4 - (length + 3) / 4 * 4
        guard length >= 0, start >= 0 else { return true }
        for index in bytes.indices { message[start + index] = bytes[index] }
        bus.flush()
        // The kernel reads no more than the message's own bytes.
        return message.withUnsafeBytes { Self.write($0, to: socket) }
    }

    /// As every other signal.
    private func emit(_ bytes: Span<UInt8>) {
        var value: [UInt8] = []
        for index in bytes.indices { value.append(bytes[index]) }
        bus.send(path, Properties.name, "PropertiesChanged", body(value), to: nil)
    }

    private func body(_ value: [UInt8]) -> [Value] {
        [.string(interface), .options([(property, .bytes(value))]), .strings([])]
    }

    /// GIO itself lays out the message, with zeros for the value.
    private func make(_ count: Int) {
        length = -1
        guard
            let raw = g_dbus_message_new_signal(path, Properties.name, "PropertiesChanged")
        else { return }
        let signal = GObject(taking: raw)
        g_dbus_message_set_body(raw, Value.tuple(body([UInt8](repeating: 0, count: count))))
        // Nobody answers a signal: any number but zero.
        g_dbus_message_set_serial(raw, .max)
        var size: gsize = 0
        let blob = g_dbus_message_to_blob(
            signal.raw, &size, G_DBUS_CAPABILITY_FLAGS_UNIX_FD_PASSING, nil)
        guard let blob else { return }
        defer { g_free(blob) }
        message = Array(UnsafeBufferPointer(start: blob, count: Int(size)))
        length = count
    }

    /// A part of a message would garble all that follows: what has begun is brought to its end.
    private static func write(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = Glibc.send(
                socket, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            if count > 0 {
                done += count
            } else if errno == EAGAIN || errno == EINTR {
                if done == 0 { return false }
                var room = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
            } else {
                // The connection has ended, which GIO tells.
                return true
            }
        }
        return true
    }
}
