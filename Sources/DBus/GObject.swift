import CGIO

/// One reference to an object of GLib. Its count is atomic, so the last holder may be on any thread.
final class GObject: @unchecked Sendable {
    let raw: OpaquePointer

    /// Takes over the reference that a constructor gave.
    init(taking raw: OpaquePointer) { self.raw = raw }

    /// Adds a reference.
    init(sharing raw: OpaquePointer) {
        self.raw = raw
        g_object_ref(UnsafeMutableRawPointer(raw))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }
}
