import CGIO
import DBus
import Glibc

/// A daemon on a thread of its own, which starts it and waits for its end.
///
/// The kernel ends the daemon with the thread that has started it (`prctl(2)`, PR_SET_PDEATHSIG), and the caller's may
/// end long before the process: those of a pool do when they have nothing to do, and the main actor's jobs run on
/// them, too, once the main thread waits in `dispatch_main`.
final class DaemonThread {
    /// The line that the daemon printed when it was ready.
    let line: String
    private let process: DBus.GObject
    private let thread: pthread_t

    /// What the two threads hand over; the semaphore orders their accesses.
    private final class Handover: @unchecked Sendable {
        let start: () -> Result<(DBus.GObject, String), DBusError>
        var result: Result<(DBus.GObject, String), DBusError>?
        private let isThere = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init(_ start: @escaping () -> Result<(DBus.GObject, String), DBusError>) {
            self.start = start
            sem_init(isThere, 0, 0)
        }

        deinit {
            sem_destroy(isThere)
            isThere.deallocate()
        }

        func signal() { sem_post(isThere) }

        /// A signal's handler may interrupt it.
        func wait() { while sem_wait(isThere) != 0 {} }
    }

    /// Starts the daemon, and returns when it is ready.
    ///
    /// - Parameter start: starts it; called on the thread.
    init(_ start: @escaping () throws(DBusError) -> (DBus.GObject, String)) throws(DBusError) {
        let handover = Handover {
            Result { () throws(DBusError) in try start() }
        }
        var thread = pthread_t()
        let body = Unmanaged.passRetained(handover).toOpaque()
        let error = pthread_create(
            &thread, nil,
            { body in
                if let body {
                    DaemonThread.run(Unmanaged<Handover>.fromOpaque(body).takeRetainedValue())
                }
                return nil
            }, body)
        guard error == 0 else {
            Unmanaged<Handover>.fromOpaque(body).release()
            throw DBusError(
                "org.freedesktop.DBus.Error.Spawn.ForkFailed", String(cString: strerror(error)))
        }
        handover.wait()
        guard case .success((let process, let line))? = handover.result else {
            pthread_join(thread, nil)
            if case .failure(let error)? = handover.result { throw error }
            throw DBusError("org.freedesktop.DBus.Error.Failed", "the daemon's thread has ended")
        }
        self.process = process
        self.line = line
        self.thread = thread
    }

    private static func run(_ handover: Handover) {
        let result = handover.start()
        handover.result = result
        handover.signal()
        guard case .success((let process, _)) = result else { return }
        g_subprocess_wait(process.raw, nil, nil)
    }

    deinit {
        g_subprocess_force_exit(process.raw)
        pthread_join(thread, nil)
    }
}
