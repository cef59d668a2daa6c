import CGIO

/// An error in answer to a call, or the reason why there is no connection.
package struct DBusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `org.bluez.Error.NotPermitted`.
    package var name: String
    /// For people.
    package var message: String

    package init(_ name: String, _ message: String = "") {
        self.name = name
        self.message = message
    }

    /// Both.
    package var description: String { message.isEmpty ? name : "\(name): \(message)" }

    /// The connection is closed.
    package static let disconnected = Self(
        "org.freedesktop.DBus.Error.Disconnected", "the bus has disconnected")
    /// No answer in time.
    package static let noReply = Self("org.freedesktop.DBus.Error.NoReply", "no reply")

    /// Takes over what GLib reports.
    package init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self = .disconnected
            return
        }
        defer { g_error_free(error) }
        // What GIO itself noticed has no name on the wire.
        if error.pointee.domain == g_io_error_quark() {
            switch UInt32(bitPattern: error.pointee.code) {
            case G_IO_ERROR_CLOSED.rawValue, G_IO_ERROR_CANCELLED.rawValue:
                self = .disconnected
                return
            case G_IO_ERROR_TIMED_OUT.rawValue:
                self = .noReply
                return
            default: break
            }
        }
        if let remote = g_dbus_error_get_remote_error(error) {
            name = String(cString: remote)
            g_free(remote)
            g_dbus_error_strip_remote_error(error)
        } else if let known = g_dbus_error_encode_gerror(error) {
            let text = String(cString: known)
            g_free(known)
            // GIO makes up an unreadable name for errors without one.
            name =
                text.hasPrefix("org.gtk.GDBus.UnmappedGError")
                ? "org.freedesktop.DBus.Error.Failed" : text
        } else {
            name = "org.freedesktop.DBus.Error.Failed"
        }
        message = String(cString: error.pointee.message)
    }
}
