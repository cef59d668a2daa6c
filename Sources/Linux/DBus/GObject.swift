import CGIO

/// One reference to an object of GLib.
package final class GObject {
    /// For GLib's functions.
    package let raw: OpaquePointer

    /// Takes over the reference that a constructor gave.
    package init(taking raw: OpaquePointer) { self.raw = raw }

    deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }
}
