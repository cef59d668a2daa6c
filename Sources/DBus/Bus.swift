import CGIO
public import EventLoop

/// A connection to a message bus, for one thread: all that comes in, comes in turns of its loop.
///
/// Calls of others to any object arrive at ``onCall``. What is sent goes out by itself: GIO writes on
/// a thread of its own.
public final class Bus {
    /// The name that the bus gave, as `:1.42`.
    public let uniqueName: String
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
    public private(set) var isOpen = true

    let loop: EventLoop
    let connection: BusConnection
    /// Who waits for the answer to a call, by the call's number.
    var inFlight: [UInt64: (Result<Reply, DBusError>) -> Void] = [:]
    /// How many calls have been made.
    var callCount: UInt64 = 0
    private let inbox: Inbox
    private var filter: UInt32 = 0
    private var closing: UInt = 0

    /// Connects, and waits until the bus has let it in.
    ///
    /// - Parameter address: as `unix:path=/run/dbus/system_bus_socket`.
    public init(at address: String, on loop: EventLoop) throws(DBusError) {
        self.loop = loop
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        var error: UnsafeMutablePointer<GError>?
        let raw = loop.asDefault {
            g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error)
        }
        guard let raw else { throw DBusError(taking: error) }
        connection = BusConnection(taking: raw)
        uniqueName = g_dbus_connection_get_unique_name(raw).map { String(cString: $0) } ?? ""
        inbox = Inbox(context: loop.context)
        g_dbus_connection_set_exit_on_close(raw, 0)
        watchClosing()
        inbox.onCall = { [unowned self] message in
            guard isOpen else { return }
            onCall(IncomingCall(message, on: connection) { [weak self] in self?.beforeSending() })
        }
        // Until now nobody could know its name.
        addFilter()
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
        if isOpen { connection.flush() }
    }

    /// Ends the connection once what was sent has gone out, or cannot; nobody is called any more, not
    /// even who waits for an answer.
    public func close() {
        inFlight = [:]
        guard isOpen else { return }
        connection.flush()
        end()
        connection.use { _ = g_dbus_connection_close_sync($0, nil, nil) }
    }

    private func end() {
        isOpen = false
        inbox.onCall = { _ in }
        if filter != 0 {
            loop.asDefault { connection.use { g_dbus_connection_remove_filter($0, filter) } }
        }
        filter = 0
        if closing != 0 {
            connection.use { g_signal_handler_disconnect(UnsafeMutableRawPointer($0), closing) }
        }
        closing = 0
    }

    private func addFilter() {
        // GIO lets go of the inbox in a turn of the context that is the default now.
        let add = { [inbox] (raw: OpaquePointer) in
            g_dbus_connection_add_filter(
                raw,
                { _, message, isIncoming, user in
                    guard let message, let user, isIncoming != 0 else { return message }
                    let inbox = Unmanaged<Inbox>.fromOpaque(user).takeUnretainedValue()
                    guard inbox.take(message) else { return message }
                    // Taken: GIO is to do nothing with it.
                    g_object_unref(UnsafeMutableRawPointer(message))
                    return nil
                }, Unmanaged.passRetained(inbox).toOpaque()
            ) { user in
                if let user { Unmanaged<Inbox>.fromOpaque(user).release() }
            }
        }
        filter = loop.asDefault { connection.use(add) }
    }

    private func watchClosing() {
        let handler:
            @convention(c) (
                OpaquePointer?, gboolean, UnsafeMutablePointer<GError>?, gpointer?
            ) -> Void = { _, _, _, user in
                guard let user else { return }
                let bus = Unmanaged<Bus>.fromOpaque(user).takeUnretainedValue()
                guard bus.isOpen else { return }
                bus.end()
                bus.onClosed()
            }
        // Unretained: the handler goes with the bus.
        let user = Unmanaged.passUnretained(self).toOpaque()
        closing = connection.use {
            g_signal_connect_data(
                UnsafeMutableRawPointer($0), "closed", unsafeBitCast(handler, to: GCallback.self),
                user, nil, GConnectFlags(rawValue: 0))
        }
    }
}

extension EventLoop {
    /// What GIO begins within `body` calls back in this loop's turns.
    func asDefault<Result>(_ body: () -> Result) -> Result {
        g_main_context_push_thread_default(context)
        defer { g_main_context_pop_thread_default(context) }
        return body()
    }
}
