import CGIO
import EventLoop

extension Bus {
    /// Sends a signal, to everybody who listens or to one; one whose names are not well formed goes
    /// nowhere.
    public func emit(
        _ path: String, _ interface: String, _ member: String, _ values: [Value],
        to destination: String? = nil
    ) {
        beforeSending()
        send(path, interface, member, values, to: destination)
    }

    /// Sends a signal, without ``beforeSending``.
    func send(
        _ path: String, _ interface: String, _ member: String, _ values: [Value],
        to destination: String?
    ) {
        guard isOpen, Self.isSendable(destination, path, interface, member) else { return }
        connection.use {
            _ = g_dbus_connection_emit_signal(
                $0, destination, path, interface, member, Value.tuple(values), nil)
        }
    }

    /// Calls `handler` with the signals that match everything that is given, until the
    /// subscription is let go.
    ///
    /// - Parameter argument: the first value, which is a string.
    public func subscribe(
        sender: String? = nil, path: String? = nil, interface: String? = nil,
        member: String? = nil, argument: String? = nil, _ handler: @escaping (Signal) -> Void
    ) -> SignalSubscription {
        SignalSubscription(self, sender, path, interface, member, argument: argument, handler)
    }

    /// Owns a name, at once or not at all.
    public func own(_ name: String) throws(DBusError) {
        // DBUS_NAME_FLAG_DO_NOT_QUEUE (D-Bus Specification, RequestName); the answer 1 is primary
        // owner, 4 already owner.
        let answer = try callAndWait(
            Self.name, Self.path, Self.name, "RequestName", [.string(name), .uint32(4)])
        guard let number = answer.first?.number, number == 1 || number == 4 else {
            throw DBusError(
                "org.freedesktop.DBus.Error.AddressInUse", "\(name) belongs to somebody else")
        }
    }

    /// The unique name of who owns a name now; nil if nobody does.
    public func owner(of name: String) -> String? {
        let answer = try? callAndWait(
            Self.name, Self.path, Self.name, "GetNameOwner", [.string(name)])
        return answer?.first?.text
    }

    /// Calls `handler` with the new owner of a name, nil for none, each time that it changes.
    public func watch(
        name: String, _ handler: @escaping (_ owner: String?) -> Void
    ) -> SignalSubscription {
        SignalSubscription(
            self, Self.name, Self.path, Self.name, "NameOwnerChanged", argument: name
        ) { signal in
            guard signal.values.count == 3, let owner = signal.values[2].text else { return }
            handler(owner.isEmpty ? nil : owner)
        }
    }

    /// The bus itself, as a destination and an interface.
    public static let name = "org.freedesktop.DBus"
    /// The object of the bus itself.
    public static let path = "/org/freedesktop/DBus"
}

/// Signals that somebody wants to hear, as long as this lives.
public final class SignalSubscription {
    private let connection: BusConnection
    private let holder: Handler
    private var number: UInt32 = 0

    init(
        _ bus: Bus, _ sender: String?, _ path: String?, _ interface: String?, _ member: String?,
        argument: String? = nil, _ handler: @escaping (Signal) -> Void
    ) {
        let connection = bus.connection
        let holder = Handler(handler)
        self.connection = connection
        self.holder = holder
        // GIO asks the bus for what matches.
        let subscribe = { (raw: OpaquePointer) in
            g_dbus_connection_signal_subscribe(
                raw, sender, interface, member, path, argument, G_DBUS_SIGNAL_FLAGS_NONE,
                { _, sender, path, interface, member, body, user in
                    guard let user else { return }
                    let handler = Unmanaged<Handler>.fromOpaque(user).takeUnretainedValue()
                    guard let handle = handler.handle else { return }
                    let signal = Signal(
                        sender: text(sender), path: text(path), interface: text(interface),
                        member: text(member), values: Value.body(body))
                    handle(signal)
                }, Unmanaged.passUnretained(holder).toOpaque(), nil)
        }
        number = bus.loop.asDefault { connection.use(subscribe) }
    }

    deinit { cancel() }

    /// Ends it: the handler is not called again, not even with what had arrived already.
    public func cancel() {
        holder.handle = nil
        guard number != 0 else { return }
        // On the thread that handles signals, none is handled after this.
        connection.use { g_dbus_connection_signal_unsubscribe($0, number) }
        number = 0
    }

    private final class Handler {
        var handle: ((Signal) -> Void)?

        init(_ handle: @escaping (Signal) -> Void) { self.handle = handle }
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
}
