import CGIO

/// GIO's connection to a bus, and whether GIO may still have something of ours to write.
///
/// Who writes to the socket past GIO (``ValueSignal``) has to wait for that first. So nobody gets at
/// the connection but by ``use(_:)``, and nothing that is given to GIO can go unnoticed.
final class BusConnection {
    private let object: GObject
    /// Whether all that GIO was given has gone out, or cannot.
    private var isFlushed = false

    /// Takes over the reference that a constructor gave.
    init(taking raw: OpaquePointer) { object = GObject(taking: raw) }

    /// Lets GIO do something, of which it may have something to write.
    func use<Outcome>(_ body: (OpaquePointer) -> Outcome) -> Outcome {
        isFlushed = false
        return body(object.raw)
    }

    /// Waits until what GIO was given has gone out, or cannot.
    func flush() {
        guard !isFlushed else { return }
        g_dbus_connection_flush_sync(object.raw, nil, nil)
        isFlushed = true
    }

    /// The bus's socket, for as long as this lives; nil if the bus is behind something else.
    var socket: Int32? {
        guard let stream = g_dbus_connection_get_stream(object.raw) else { return nil }
        let raw = UnsafeMutableRawPointer(stream)
        // GLib's casts have checked the type before they change the pointer's.
        let isSocket = g_type_check_instance_is_a(
            raw.assumingMemoryBound(to: GTypeInstance.self), g_socket_connection_get_type())
        guard isSocket != 0,
            let socket = g_socket_connection_get_socket(
                raw.assumingMemoryBound(to: GSocketConnection.self))
        else { return nil }
        return g_socket_get_fd(socket)
    }
}
