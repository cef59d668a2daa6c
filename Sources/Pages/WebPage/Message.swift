import CSoup

/// Bytes that libsoup sends, which it counts itself.
struct Message {
    var isText: Bool
    var bytes: [UInt8]

    /// Calls with the bytes as GLib holds them; they are freed when nothing needs them any more.
    func withGBytes(_ use: (OpaquePointer) -> Void) { bytes.withGBytes(use) }
}

extension [UInt8] {
    /// Calls with a copy that GLib holds.
    func withGBytes(_ use: (OpaquePointer) -> Void) {
        guard let held = g_bytes_new(self, gsize(count)) else { return }
        use(held)
        g_bytes_unref(held)
    }
}
