import CGIO
import EventLoop

extension Bus {
    /// Calls a method; the completion gets the answer once, or an error: also that the connection
    /// has ended, unless by ``close()``.
    ///
    /// - Parameters:
    ///   - descriptors: go along, by the places that the arguments name; duplicated, and still the
    ///     caller's own.
    ///   - timeout: in milliseconds.
    public func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [Value] = [], descriptors: [Int32] = [], timeout: Int32 = 25_000,
        completion: @escaping (Result<Reply, DBusError>) -> Void = { _ in }
    ) {
        if let error = refusal(destination, path, interface, member) {
            return completion(.failure(error))
        }
        beforeSending()
        callCount &+= 1
        inFlight[callCount] = completion
        let waiting = Unmanaged.passRetained(Waiting(self, callCount)).toOpaque()
        let list = Self.list(descriptors)
        let call = { (raw: OpaquePointer) in
            g_dbus_connection_call_with_unix_fd_list(
                raw, destination, path, interface, member, Value.tuple(arguments), nil,
                G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout, list, nil,
                { source, result, user in
                    guard let user else { return }
                    let waiting = Unmanaged<Waiting>.fromOpaque(user).takeRetainedValue()
                    var error: UnsafeMutablePointer<GError>?
                    var list: UnsafeMutablePointer<GUnixFDList>?
                    let body = g_dbus_connection_call_with_unix_fd_list_finish(
                        source.map { OpaquePointer($0) }, &list, result, &error)
                    let outcome = Bus.outcome(body, list, error)
                    waiting.bus?.inFlight.removeValue(forKey: waiting.number)?(outcome)
                }, waiting)
        }
        loop.asDefault { connection.use(call) }
        if let list { g_object_unref(list) }
    }

    /// Calls a method and waits for the answer, without turning the loop: for the start, not while
    /// others wait for this thread.
    public func callAndWait(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [Value] = [], timeout: Int32 = 5_000
    ) throws(DBusError) -> Reply {
        if let error = refusal(destination, path, interface, member) { throw error }
        beforeSending()
        var error: UnsafeMutablePointer<GError>?
        var list: UnsafeMutablePointer<GUnixFDList>?
        let body = connection.use {
            g_dbus_connection_call_with_unix_fd_list_sync(
                $0, destination, path, interface, member, Value.tuple(arguments), nil,
                G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout, nil, &list, nil, &error)
        }
        return try Self.outcome(body, list, error).get()
    }

    /// Why a call cannot even be sent; nil if it can.
    private func refusal(
        _ destination: String, _ path: String, _ interface: String, _ member: String
    ) -> DBusError? {
        guard isOpen else { return .disconnected }
        guard Self.isSendable(destination, path, interface, member) else {
            return DBusError(
                "org.freedesktop.DBus.Error.InvalidArgs",
                "not well formed: \(interface).\(member) of \(path) at \(destination)")
        }
        return nil
    }

    /// Whether names are well formed; GIO does nothing at all with others, and answers nothing.
    static func isSendable(
        _ destination: String?, _ path: String, _ interface: String, _ member: String
    ) -> Bool {
        (destination.map { g_dbus_is_name($0) != 0 } ?? true)
            && g_variant_is_object_path(path) != 0 && g_dbus_is_interface_name(interface) != 0
            && g_dbus_is_member_name(member) != 0
    }

    private static func outcome(
        _ body: OpaquePointer?, _ list: UnsafeMutablePointer<GUnixFDList>?,
        _ error: UnsafeMutablePointer<GError>?
    ) -> Result<Reply, DBusError> {
        guard let body else { return .failure(DBusError(taking: error)) }
        defer {
            g_variant_unref(body)
            if let list { g_object_unref(list) }
        }
        return .success(Reply(values: Value.body(body), descriptors: Descriptor.taking(list)))
    }

    private static func list(_ descriptors: [Int32]) -> UnsafeMutablePointer<GUnixFDList>? {
        guard !descriptors.isEmpty, let list = g_unix_fd_list_new() else { return nil }
        for number in descriptors { g_unix_fd_list_append(list, number, nil) }
        return list
    }

    /// What GIO keeps of a call, which may be longer than the bus is there.
    private final class Waiting {
        weak var bus: Bus?
        let number: UInt64

        init(_ bus: Bus, _ number: UInt64) {
            self.bus = bus
            self.number = number
        }
    }
}
