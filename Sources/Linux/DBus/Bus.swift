import CGIO
import EventLoop

/// A connection to a message bus, for one thread: messages arrive in turns of its loop, in the
/// order in which they were sent.
///
/// Calls to any object arrive at ``onCall``. Messages are read and written here, not by GIO: GIO
/// closes the connection at a message that it cannot decode, and any client of the bus may send one
/// that the bus and libdbus accept as well formed.
package final class Bus {
    /// The name assigned by the bus, such as `:1.42`.
    package private(set) var uniqueName = ""
    /// Called with every incoming method call; a call that is released without an answer fails.
    package var onCall: (IncomingCall) -> Void = { call in
        call.fail(
            DBusError(
                "org.freedesktop.DBus.Error.UnknownObject",
                "there is no object at \(call.path)"))
    }
    /// Called before a call, a signal or an answer is sent, to send first what must precede it.
    package var beforeSending: () -> Void = {}
    /// Called once when the connection has ended, unless by ``close()``.
    package var onClosed: () -> Void = {}
    /// Ends the wait for an answer: calls what it is given after so many milliseconds, unless what it returns is
    /// released before. The loop's timer, in real time, unless something else is set.
    package var deadline: (_ milliseconds: UInt32, @escaping () -> Void) -> AnyObject
    /// Whether messages can still be sent.
    package var isOpen: Bool { outgoing.isOpen }
    /// What ended the connection, in words, if it was not ``close()``.
    package private(set) var ending = ""

    let loop: EventLoop
    let outgoing: Outgoing
    /// Calls without an answer so far, by serial number.
    var inFlight: [UInt32: CallInFlight] = [:]
    /// Signal listeners, in the order of subscription.
    var listeners: [SignalListener] = []
    /// The owners of the names with signal listeners.
    var owners: [String: NameOwner] = [:]
    private let socket: any BusLink
    private var bytes: [UInt8] = []
    private var descriptors: [Descriptor] = []
    /// Messages that have arrived and are to be dispatched.
    private var incoming: [BusMessage] = []
    private var belongings: [[Descriptor]] = []
    private var isHandingOn = false
    private var hasEnded = false
    private var readable: AnyObject?
    private var soon: Watch?

    /// Connects, and waits until the bus has authenticated it.
    ///
    /// - Parameter address: such as `unix:path=/run/dbus/system_bus_socket`.
    package init(at address: String, on loop: EventLoop) throws(DBusError) {
        self.loop = loop
        var error: UnsafeMutablePointer<GError>?
        guard let stream = g_dbus_address_get_stream_sync(address, nil, nil, &error) else {
            throw DBusError(taking: error)
        }
        guard let socket = BusSocket(taking: OpaquePointer(stream), on: loop) else {
            throw DBusError("org.freedesktop.DBus.Error.NotSupported", "the bus has no socket")
        }
        self.socket = socket
        outgoing = Outgoing(over: socket)
        deadline = { loop.after(milliseconds: $0, $1) }
        try BusLogin.perform(over: socket)
        readable = socket.watch { [weak self] in self?.receive() }
        let answer = try callAndWait(Self.name, Self.path, Self.name, "Hello")
        uniqueName = answer.first?.text ?? ""
    }

    /// Takes over a link that needs no login.
    init(over link: any BusLink, on loop: EventLoop) throws(DBusError) {
        self.loop = loop
        socket = link
        outgoing = Outgoing(over: link)
        deadline = { loop.after(milliseconds: $0, $1) }
        readable = link.watch { [weak self] in self?.receive() }
        let answer = try callAndWait(Self.name, Self.path, Self.name, "Hello")
        uniqueName = answer.first?.text ?? ""
    }

    deinit { close() }

    /// The address of the machine's system bus: `DBUS_SYSTEM_BUS_ADDRESS`, or the usual one.
    package static func systemAddress() throws(DBusError) -> String {
        var error: UnsafeMutablePointer<GError>?
        guard let text = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nil, &error) else {
            throw DBusError(taking: error)
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Waits until everything is sent, or cannot be.
    package func flush() {
        if isOpen { socket.flush() }
    }

    /// Waits until the bus has handled everything that reached it before. The first round trip may
    /// share a turn of the daemon's loop with it, the second one does not.
    package func settle() {
        for _ in 0..<2 where isOpen {
            _ = try? callAndWait(Self.name, Self.path, "org.freedesktop.DBus.Peer", "Ping")
        }
    }

    /// Closes the connection once everything is sent, or cannot be; no handler is called any more,
    /// not even for pending answers.
    package func close() {
        inFlight = [:]
        guard isOpen else { return }
        socket.flush()
        end()
    }

    private func end() {
        outgoing.isOpen = false
        readable = nil
        soon = nil
        incoming = []
        belongings = []
        socket.close()
    }
}

/// What comes in.
extension Bus {
    /// Reads once and dispatches complete messages, so that other sources get their turn.
    private func receive() {
        read()
        handOn()
    }

    /// Extracts complete messages from the input; false if the connection has ended.
    @discardableResult
    private func read() -> Bool {
        guard !hasEnded else { return false }
        if socket.read(into: &bytes, &descriptors) == .ended {
            hasEnded = true
            ending = "its daemon has ended or has closed the connection"
            return false
        }
        var start = 0
        while bytes.count - start >= BusMessage.prefixLength {
            guard let length = BusMessage.length(of: bytes[start...]) else { return garbled() }
            guard bytes.count - start >= length else { break }
            guard let message = BusMessage(Array(bytes[start..<start + length])) else {
                return garbled()
            }
            start += length
            let count = min(Int(message.descriptorCount), descriptors.count)
            incoming.append(message)
            belongings.append(Array(descriptors.prefix(count)))
            descriptors.removeFirst(count)
        }
        bytes.removeSubrange(..<start)
        return true
    }

    /// It is unknown where the next message begins.
    private func garbled() -> Bool {
        hasEnded = true
        ending = "it received an invalid D-Bus message"
        return false
    }

    private func handOn() {
        // A handler that waits for an answer leaves the other messages to this loop.
        guard !isHandingOn else { return }
        isHandingOn = true
        defer { isHandingOn = false }
        withExtendedLifetime(self) {
            var index = 0
            while isOpen, index < incoming.count {
                let (message, own) = (incoming[index], belongings[index])
                belongings[index] = []
                index += 1
                take(message, own)
            }
            incoming.removeFirst(min(index, incoming.count))
            belongings.removeFirst(min(index, belongings.count))
            if hasEnded, isOpen { lose() }
        }
    }

    private func take(_ message: BusMessage, _ descriptors: [Descriptor]) {
        switch message.kind {
        case .call:
            guard message.values != nil else {
                outgoing.send(
                    message.answer(.error, ["the arguments do not match their types"])
                        .named("org.freedesktop.DBus.Error.InvalidArgs"))
                return
            }
            onCall(
                IncomingCall(message, descriptors, over: outgoing) { [weak self] in
                    self?.beforeSending()
                })
        case .reply, .error:
            inFlight.removeValue(forKey: message.replySerial)?
                .completion(Self.outcome(message, descriptors))
        case .signal: hear(message)
        case .unknown: break
        }
    }

    /// The other side has closed the connection.
    private func lose() {
        end()
        onClosed()
        let calls = inFlight.sorted { $0.key < $1.key }
        inFlight = [:]
        for call in calls { call.value.completion(.failure(.disconnected)) }
    }

    /// Waits for the answer to a call, and queues other messages for later turns.
    func waitForAnswer(to serial: UInt32, milliseconds: Int32) throws(DBusError) -> Reply {
        let end = EventLoop.now &+ Int64(milliseconds) * 1_000_000
        var seen = incoming.count
        while true {
            let goesOn = read()
            if let index = incoming[seen...].firstIndex(where: { $0.replySerial == serial }) {
                let message = incoming.remove(at: index)
                let own = belongings.remove(at: index)
                comeBack()
                return try Self.outcome(message, own).get()
            }
            seen = incoming.count
            let left = (end &- EventLoop.now) / 1_000_000
            guard goesOn, isOpen else {
                comeBack()
                throw .disconnected
            }
            guard left > 0, socket.waitToRead(milliseconds: Int32(clamping: left)) else {
                comeBack()
                throw .noReply
            }
        }
    }

    /// Messages that have arrived meanwhile are dispatched in the next turn, if not in this one.
    private func comeBack() {
        guard !isHandingOn, !incoming.isEmpty || hasEnded else { return }
        soon = loop.after(milliseconds: 0) { [weak self] in self?.handOn() }
    }
}
