import CGIO

/// One reference to an object of GLib.
final class GObject {
    let raw: OpaquePointer

    /// Takes over the reference that a constructor gave.
    init(taking raw: OpaquePointer) { self.raw = raw }

    deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }
}
