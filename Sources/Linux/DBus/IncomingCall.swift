import CGIO
public import EventLoop

/// A received method call; it is answered once, now or later.
///
/// A call without an answer is answered with `NoReply` when it is released.
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

    private let message: BusMessage
    private let outgoing: Outgoing
    private let beforeSending: () -> Void

    init(
        _ message: BusMessage, _ descriptors: [Descriptor], over outgoing: Outgoing,
        beforeSending: @escaping () -> Void
    ) {
        self.beforeSending = beforeSending
        self.outgoing = outgoing
        sender = message.sender ?? ""
        path = message.path ?? "/"
        interface = message.interface
        member = message.member ?? ""
        signature = message.signature
        arguments = message.values ?? []
        self.descriptors = descriptors
        wantsReply = !message.wantsNoReply
        self.message = message
    }

    deinit { fail(.noReply) }

    /// Answers with values; descriptors are duplicated, and stay the caller's own.
    public func reply(_ values: [Value] = [], descriptors: [Int32] = []) {
        guard !isAnswered else { return }
        isAnswered = true
        beforeSending()
        guard wantsReply else { return }
        outgoing.send(message.answer(.reply, values), descriptors: descriptors)
    }

    /// Leaves the caller without an answer, for as long as the caller waits.
    public func abandon() { isAnswered = true }

    /// Answers with an error; one whose name is not well formed is called `Failed`.
    public func fail(_ error: DBusError) {
        guard !isAnswered else { return }
        isAnswered = true
        beforeSending()
        let name =
            g_dbus_is_interface_name(error.name) != 0
            ? error.name : "org.freedesktop.DBus.Error.Failed"
        guard wantsReply else { return }
        outgoing.send(message.answer(.error, [.string(error.message)]).named(name))
    }
}
