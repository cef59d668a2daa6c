import CGIO
public import EventLoop

/// A connection to a message bus, for one thread: all that comes in, comes in turns of its loop, in the
/// order in which it was sent.
///
/// Calls of others to any object arrive at ``onCall``. Messages are read and written here, not by GIO:
/// it closes the connection at a message that it cannot decode, and any client of the bus may send one
/// that the bus and libdbus take for well formed.
public final class Bus {
    /// The name that the bus gave, as `:1.42`.
    public private(set) var uniqueName = ""
    /// Called with every method call that comes in; a call that is let go unanswered fails.
    public var onCall: (IncomingCall) -> Void = { call in
        call.fail(
            DBusError(
                "org.freedesktop.DBus.Error.UnknownObject",
                "there is no object at \(call.path)"))
    }
    /// Called before a call, a signal or an answer goes out: for what has to be said before it.
    public var beforeSending: () -> Void = {}
    /// Called once when the connection has ended, unless by ``close()``.
    public var onClosed: () -> Void = {}
    /// Whether messages still go out.
    public var isOpen: Bool { outgoing.isOpen }
    /// What ended the connection, in words, if it was not ``close()``.
    public private(set) var ending = ""

    let loop: EventLoop
    let outgoing: Outgoing
    /// Calls that have no answer yet, by their numbers.
    var inFlight: [UInt32: CallInFlight] = [:]
    /// Signals that somebody wants to hear, in the order of asking.
    var listeners: [SignalListener] = []
    /// Who owns the names that signals are wanted of.
    var owners: [String: NameOwner] = [:]
    private let socket: BusSocket
    private var bytes: [UInt8] = []
    private var descriptors: [Descriptor] = []
    /// What has come in and is to be handed on.
    private var incoming: [BusMessage] = []
    private var belongings: [[Descriptor]] = []
    private var isHandingOn = false
    private var hasEnded = false
    private var readable: Watch?
    private var soon: Watch?

    /// Connects, and waits until the bus has let it in.
    ///
    /// - Parameter address: as `unix:path=/run/dbus/system_bus_socket`.
    public init(at address: String, on loop: EventLoop) throws(DBusError) {
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
        try BusLogin.perform(over: socket)
        readable = socket.watch { [weak self] in self?.receive() }
        let answer = try callAndWait(Self.name, Self.path, Self.name, "Hello")
        uniqueName = answer.first?.text ?? ""
    }

    deinit { close() }

    /// The address of the machine's own bus: what `DBUS_SYSTEM_BUS_ADDRESS` says, or the usual one.
    public static func systemAddress() throws(DBusError) -> String {
        var error: UnsafeMutablePointer<GError>?
        guard let text = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nil, &error) else {
            throw DBusError(taking: error)
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Waits until what was sent has gone out, or cannot.
    public func flush() {
        if isOpen { socket.flush() }
    }

    /// Ends the connection once what was sent has gone out, or cannot; nobody is called any more, not
    /// even who waits for an answer.
    public func close() {
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
    /// Reads once and hands on what is complete: others want their turn as well.
    private func receive() {
        read()
        handOn()
    }

    /// Takes whole messages out of what has come; false if nothing comes any more.
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

    /// Nobody knows where the next message begins.
    private func garbled() -> Bool {
        hasEnded = true
        ending = "what came over it is no D-Bus message"
        return false
    }

    private func handOn() {
        // Whoever waits for an answer within a handler leaves the rest to this loop.
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
                    message.answer(.error, ["the arguments are not of their types"])
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

    /// The other side has ended it.
    private func lose() {
        end()
        onClosed()
        let calls = inFlight.sorted { $0.key < $1.key }
        inFlight = [:]
        for call in calls { call.value.completion(.failure(.disconnected)) }
    }

    /// Waits for the answer to a call, and keeps whatever else comes for later turns.
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

    /// What has come in meanwhile is handed on in the next turn, if not in this one.
    private func comeBack() {
        guard !isHandingOn, !incoming.isEmpty || hasEnded else { return }
        soon = loop.after(milliseconds: 0) { [weak self] in self?.handOn() }
    }
}
