import CGIO
import EventLoop

/// A received method call; it is answered once, now or later.
///
/// A call without an answer is answered with `NoReply` when it is released.
package final class IncomingCall {
    /// The unique name of the caller.
    package let sender: String
    /// The object that is called.
    package let path: String
    /// Whose method it is; nil if the caller did not say.
    package let interface: String?
    /// The method's name.
    package let member: String
    /// The signature of all arguments together.
    package let signature: String
    package let arguments: [Value]
    /// The descriptors that came along.
    package let descriptors: [Descriptor]
    /// False if the caller does not want to know.
    package let wantsReply: Bool
    /// True once it has its answer.
    package private(set) var isAnswered = false

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
    package func reply(_ values: [Value] = [], descriptors: [Int32] = []) {
        guard !isAnswered else { return }
        isAnswered = true
        beforeSending()
        guard wantsReply else { return }
        outgoing.send(message.answer(.reply, values), descriptors: descriptors)
    }

    /// Leaves the caller without an answer, for as long as the caller waits.
    package func abandon() { isAnswered = true }

    /// Answers with an error; one whose name is not well formed is called `Failed`.
    package func fail(_ error: DBusError) {
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
