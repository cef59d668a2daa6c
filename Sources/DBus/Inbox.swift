import CGIO
import Synchronization

/// Method calls on their way from GIO's own thread, which reads the bus, to the loop's.
///
/// A filter sees every message there before GIO does anything with it: so every call, to whatever
/// path, comes to one place, and whoever answers decides on the words of errors and introspection.
///
/// Signals and replies go their own way, by GIO, a source of the loop each; sources of one priority run
/// in the order in which they came. So one source brings only calls that nothing else came between.
final class Inbox: Sendable {
    private let waiting = Mutex<Waiting>(Waiting())
    private let context: Context
    /// On the loop's thread only.
    nonisolated(unsafe) var onCall: (GObject) -> Void = { _ in }

    private struct Waiting {
        /// What each source that is on its way brings.
        var batches: [[GObject]] = []
        /// Whether a call may still join the last one.
        var isOpen = false
    }

    /// GLib's contexts may be woken from any thread.
    private struct Context: @unchecked Sendable { let raw: OpaquePointer }

    init(context: OpaquePointer) { self.context = Context(raw: context) }

    /// Takes a message that is a call, on GIO's thread; false for any other.
    func take(_ message: OpaquePointer) -> Bool {
        guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL else {
            waiting.withLock { $0.isOpen = false }
            return false
        }
        let isFirst = waiting.withLock { waiting in
            let call = GObject(sharing: message)
            if waiting.isOpen {
                waiting.batches[waiting.batches.count - 1].append(call)
                return false
            }
            waiting.batches.append([call])
            waiting.isOpen = true
            return true
        }
        guard isFirst else { return true }
        // A source for a batch; the context's own thread runs it, never this one.
        let source = g_idle_source_new()
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(
            source,
            { pointer in
                guard let pointer else { return 0 }
                Unmanaged<Inbox>.fromOpaque(pointer).takeUnretainedValue().empty()
                return 0
            }, Unmanaged.passRetained(self).toOpaque()
        ) { pointer in
            if let pointer { Unmanaged<Inbox>.fromOpaque(pointer).release() }
        }
        g_source_attach(source, context.raw)
        g_source_unref(source)
        return true
    }

    private func empty() {
        let batch = waiting.withLock { waiting in
            guard !waiting.batches.isEmpty else { return [GObject]() }
            let batch = waiting.batches.removeFirst()
            if waiting.batches.isEmpty { waiting.isOpen = false }
            return batch
        }
        for message in batch { onCall(message) }
    }
}
