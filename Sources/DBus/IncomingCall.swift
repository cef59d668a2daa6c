import CGIO
public import EventLoop

/// A method call that somebody made; it is answered once, at once or later.
///
/// One that nobody answered is answered with `NoReply` when it is let go.
public final class IncomingCall {
    /// The unique name of the caller.
    public let sender: String
    /// The object that is called.
    public let path: String
    /// Whose method it is; nil if the caller did not say.
    public let interface: String?
    /// The method's name.
    public let member: String
    /// The signature of all arguments together.
    public let signature: String
    /// The arguments.
    public let arguments: [Value]
    /// The descriptors that came along.
    public let descriptors: [Descriptor]
    /// False if the caller does not want to know.
    public let wantsReply: Bool
    /// True once it has its answer.
    public private(set) var isAnswered = false

    private let message: GObject
    private let connection: BusConnection
    private let beforeSending: () -> Void

    init(
        _ message: GObject, on connection: BusConnection, beforeSending: @escaping () -> Void
    ) {
        self.message = message
        self.beforeSending = beforeSending
        self.connection = connection
        let raw = message.raw
        sender = Self.text(g_dbus_message_get_sender(raw)) ?? ""
        path = Self.text(g_dbus_message_get_path(raw)) ?? "/"
        interface = Self.text(g_dbus_message_get_interface(raw))
        member = Self.text(g_dbus_message_get_member(raw)) ?? ""
        signature = Self.text(g_dbus_message_get_signature(raw)) ?? ""
        arguments = Value.body(g_dbus_message_get_body(raw))
        descriptors = Descriptor.taking(g_dbus_message_get_unix_fd_list(raw))
        let flags = g_dbus_message_get_flags(raw).rawValue
        wantsReply = flags & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0
    }

    deinit { fail(.noReply) }

    /// Answers with values; descriptors are duplicated, and stay the caller's own.
    public func reply(_ values: [Value] = [], descriptors: [Int32] = []) {
        guard !isAnswered else { return }
        isAnswered = true
        beforeSending()
        guard wantsReply, let reply = g_dbus_message_new_method_reply(message.raw) else { return }
        let answer = GObject(taking: reply)
        g_dbus_message_set_body(reply, Value.tuple(values))
        if !descriptors.isEmpty, let list = g_unix_fd_list_new() {
            for number in descriptors { g_unix_fd_list_append(list, number, nil) }
            g_dbus_message_set_unix_fd_list(reply, list)
            g_object_unref(list)
        }
        send(answer)
    }

    /// Answers with an error; one whose name is not well formed is called `Failed`.
    public func fail(_ error: DBusError) {
        guard !isAnswered else { return }
        isAnswered = true
        beforeSending()
        let name =
            g_dbus_is_interface_name(error.name) != 0
            ? error.name : "org.freedesktop.DBus.Error.Failed"
        guard wantsReply,
            let reply = g_dbus_message_new_method_error_literal(message.raw, name, error.message)
        else { return }
        send(GObject(taking: reply))
    }

    private func send(_ reply: GObject) {
        connection.use {
            _ = g_dbus_connection_send_message(
                $0, reply.raw, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
        }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}

extension Descriptor {
    /// The descriptors of a list, each with a life of its own.
    static func taking(_ list: UnsafeMutablePointer<GUnixFDList>?) -> [Descriptor] {
        guard let list else { return [] }
        return (0..<g_unix_fd_list_get_length(list)).compactMap { index in
            let number = g_unix_fd_list_get(list, index, nil)
            return number < 0 ? nil : Descriptor(number)
        }
    }
}
