import CGIO
import EventLoop

/// A call without an answer so far.
struct CallInFlight {
    let completion: (Result<Reply, DBusError>) -> Void
    /// Ends the wait.
    let limit: AnyObject
}

extension Bus {
    /// Calls a method; the completion gets the answer once, or an error, including the end of the
    /// connection, unless by ``close()``.
    ///
    /// - Parameters:
    ///   - descriptors: are sent along, at the indices that the arguments name; duplicated, and
    ///     still the caller's own.
    ///   - timeout: in milliseconds, as ``deadline`` counts them.
    package func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [Value] = [], descriptors: [Int32] = [], timeout: Int32 = 25_000,
        completion: @escaping (Result<Reply, DBusError>) -> Void = { _ in }
    ) {
        if let error = refusal(destination, path, interface, member) {
            return completion(.failure(error))
        }
        beforeSending()
        let serial = outgoing.send(
            .call(destination, path, interface, member, arguments), descriptors: descriptors)
        let limit = deadline(UInt32(max(0, timeout))) { [weak self] in
            self?.inFlight.removeValue(forKey: serial)?.completion(.failure(.noReply))
        }
        inFlight[serial] = CallInFlight(completion: completion, limit: limit)
    }

    /// Calls a method and waits for the answer without turning the loop: for start-up, not while
    /// others wait for this thread. Over a link within this process only the bus itself answers so.
    package func callAndWait(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [Value] = [], timeout: Int32 = 5_000
    ) throws(DBusError) -> Reply {
        if let error = refusal(destination, path, interface, member) { throw error }
        beforeSending()
        let serial = outgoing.send(.call(destination, path, interface, member, arguments))
        return try waitForAnswer(to: serial, milliseconds: timeout)
    }

    /// Why a call cannot be sent at all; nil if it can.
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

    /// Whether names are well formed: a bus disconnects clients that send others.
    static func isSendable(
        _ destination: String?, _ path: String, _ interface: String, _ member: String
    ) -> Bool {
        (destination.map { g_dbus_is_name($0) != 0 } ?? true)
            && g_variant_is_object_path(path) != 0 && g_dbus_is_interface_name(interface) != 0
            && g_dbus_is_member_name(member) != 0
    }

    /// The result of an answer.
    static func outcome(
        _ message: BusMessage, _ descriptors: [Descriptor]
    ) -> Result<Reply, DBusError> {
        guard let values = message.values else {
            return .failure(
                DBusError(
                    "org.freedesktop.DBus.Error.InvalidSignature",
                    "the answer does not match its types"))
        }
        guard message.kind == .reply else {
            return .failure(
                DBusError(
                    message.errorName ?? "org.freedesktop.DBus.Error.Failed",
                    values.first?.text ?? ""))
        }
        return .success(Reply(values: values, descriptors: descriptors))
    }
}
