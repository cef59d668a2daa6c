import CDBus
import DBus
import EventLoop
import Glibc

/// A program on a message bus by libdbus: another implementation of the protocol than the GDBus that is
/// under test.
///
/// It does nothing by itself: the test's thread drives it with ``step()``.
package final class Peer {
    /// The name that the bus gave.
    package let uniqueName: String
    /// Looked at first with what comes in, replies aside; true if that was all there is to do.
    package var onMessage: (Message) -> Bool = { _ in false }
    /// What came in that nobody looked at.
    package var inbox: [Message] = []
    /// Whether it writes a transcript.
    package var isRecording = false
    /// What went over the connection, a line a message; what the bus itself says is left out.
    package private(set) var transcript: [String] = []
    /// False once the bus is gone.
    package private(set) var isOpen = true

    private let raw: OpaquePointer
    private var waiting: [UInt32: Answer] = [:]

    /// Connects on its own, and waits until the bus has let it in.
    package init(at address: String) throws(DBus.DBusError) {
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let raw = dbus_connection_open_private(address, &error) else {
            throw Self.error(&error)
        }
        dbus_connection_set_exit_on_disconnect(raw, 0)
        guard dbus_bus_register(raw, &error) != 0 else {
            dbus_connection_close(raw)
            dbus_connection_unref(raw)
            throw Self.error(&error)
        }
        self.raw = raw
        uniqueName = dbus_bus_get_unique_name(raw).map { String(cString: $0) } ?? ""
        // A message may be as long as the protocol allows; that is not what is tested here.
        dbus_connection_set_max_received_size(raw, 1 << 30)
    }

    deinit {
        dbus_connection_close(raw)
        dbus_connection_unref(raw)
    }

    /// Leaves the bus: its names are free, and who called it gets an error.
    package func close() {
        isOpen = false
        dbus_connection_close(raw)
    }

    /// Readable when there is something to ``step()`` for.
    package var descriptor: Int32 {
        var number: Int32 = -1
        dbus_connection_get_unix_fd(raw, &number)
        return number
    }

    /// Whether there is something to ``step()`` for that the descriptor does not tell: what the bus
    /// has not taken yet, or what came while something else was waited for.
    package var isBusy: Bool {
        dbus_connection_has_messages_to_send(raw) != 0
            || dbus_connection_get_dispatch_status(raw) != DBUS_DISPATCH_COMPLETE
    }

    /// Puts a message on its way; descriptors are duplicated. Returns its serial.
    @discardableResult
    package func send(_ message: Message, descriptors: [Int32] = []) -> UInt32 {
        guard isOpen else { return 0 }
        let outgoing = message.raw(descriptors)
        defer { dbus_message_unref(outgoing) }
        var serial: UInt32 = 0
        dbus_connection_send(raw, outgoing, &serial)
        if isRecording, message.destination != Bus.name { transcript.append("> \(message)") }
        return serial
    }

    /// Calls a method; the answer comes by and by.
    package func call(
        _ destination: String, _ path: String, _ interface: String?, _ member: String,
        _ values: [Value] = [], descriptors: [Int32] = []
    ) -> Answer {
        let answer = Answer()
        let message = Message.call(destination, path, interface, member, values)
        waiting[send(message, descriptors: descriptors)] = answer
        return answer
    }

    /// Takes a name that is free or may be had, and waits for the bus to say so; false if somebody
    /// else keeps it.
    package func own(_ name: String) -> Bool {
        let flags = UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE)
        return dbus_bus_request_name(raw, name, flags, nil)
            == DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER
    }

    /// Gives a name back.
    package func disown(_ name: String) {
        dbus_bus_release_name(raw, name, nil)
    }

    /// Hears the signals of a rule from now on (D-Bus Specification, Match Rules).
    package func listen(_ rule: String) {
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        dbus_bus_add_match(raw, rule, &error)
        precondition(dbus_error_is_set(&error) == 0, "no rule: \(rule)")
    }

    /// Writes and reads what can be without waiting, and deals with what came; true if something did.
    @discardableResult
    package func step() -> Bool {
        guard isOpen else { return false }
        var hasCome = false
        // libdbus reads 2 kB at a time.
        for _ in 0..<512 {
            dbus_connection_read_write(raw, 0)
            while isOpen, let incoming = dbus_connection_pop_message(raw) {
                let message = Message(raw: incoming)
                dbus_message_unref(incoming)
                hasCome = true
                take(message)
            }
            guard isOpen, isReadable else { break }
        }
        return hasCome
    }

    private var isReadable: Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }

    private func take(_ message: Message) {
        if message.kind == .signal, message.interface == "org.freedesktop.DBus.Local" {
            isOpen = false
            return
        }
        let ofBus = message.sender == Bus.name
        if message.kind == .reply || message.kind == .error {
            let answer = waiting.removeValue(forKey: message.replySerial)
            if isRecording, !ofBus { transcript.append("< \(message)") }
            if let answer {
                answer.message = message
                answer.onMessage(message)
                return
            }
        } else if isRecording, !ofBus {
            transcript.append("< \(message)")
        }
        // Which names are its own a test knows.
        if ofBus, message.member == "NameAcquired" || message.member == "NameLost" { return }
        if !onMessage(message) { inbox.append(message) }
    }

    /// The lines since the last time, for a test to compare.
    package func takeTranscript() -> String {
        defer { transcript = [] }
        return transcript.joined(separator: "\n")
    }

    private static func error(_ error: inout CDBus.DBusError) -> DBus.DBusError {
        DBus.DBusError(
            error.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed",
            error.message.map { String(cString: $0) } ?? "")
    }
}

/// What a call of a ``Peer`` was answered with, once it was.
package final class Answer {
    /// The reply or the error; nil until then.
    package fileprivate(set) var message: Message?
    /// Called with it.
    package var onMessage: (Message) -> Void = { _ in }

    /// Lets go of it, and of the descriptors that came along.
    package func forget() { message = nil }

    /// The reply's values.
    package var values: [Value]? { message?.kind == .reply ? message?.values : nil }
    /// The error's name.
    package var error: String? { message?.errorName }
}
