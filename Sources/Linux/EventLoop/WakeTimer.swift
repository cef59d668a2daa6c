import CGLib
import Glibc

/// A kernel timer as a source: GLib's own timeouts count in milliseconds.
///
/// Its expirations are never read: setting it again clears them, which saves a system call at every
/// wake-up.
final class WakeTimer {
    private let descriptor: Int32
    private var source: UnsafeMutablePointer<GSource>?

    init() throws(EventLoopError) {
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        guard descriptor >= 0 else { throw .system }
    }

    deinit { close(descriptor) }

    func attach(to context: OpaquePointer) {
        let call: GUnixFDSourceFunc = { _, _, _ in 1 }
        source = g_unix_fd_source_new(descriptor, G_IO_IN)
        g_source_set_callback(source, unsafeBitCast(call, to: GSourceFunc.self), nil, nil)
        // GLib calls only sources of the highest priority that is ready. A loop that has no time to sleep leaves this one
        // ready; it has nothing to do but to end a wait, so it comes after all others.
        g_source_set_priority(source, G_PRIORITY_LOW)
        g_source_attach(source, context)
    }

    func detach() {
        g_source_destroy(source)
        g_source_unref(source)
    }

    /// Nanoseconds of the clock that it counts by.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// When it fires; it stays ready from then until it is set again.
    var time: Int64? {
        didSet {
            guard time != oldValue else { return }
            var setting = itimerspec()
            if let time {
                // All zero would disarm it.
                let time = max(time, 1)
                setting.it_value.tv_sec = Int(time / 1_000_000_000)
                setting.it_value.tv_nsec = Int(time % 1_000_000_000)
            }
            timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
    }
}
