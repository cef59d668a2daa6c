import CGLib
import Glibc
import Synchronization

/// A thread that runs an ``EventLoop`` for ever, and the jobs of the actors whose executor it is.
///
/// The handlers of what the loop watches are called on the same thread, between jobs. So code that is called only from
/// such actors and from such handlers needs no lock.
package final class LoopThread: SerialExecutor {
    /// For use on the thread only.
    package let loop: Confined<EventLoop>
    private let jobs = Mutex<[UnownedJob]>([])
    private let thread = Mutex<pthread_t?>(nil)

    /// A value that only one thread uses.
    package struct Confined<Value>: @unchecked Sendable {
        package let value: Value
    }

    private static let common = Mutex<LoopThread?>(nil)

    /// The thread of this process; it starts with the first use.
    package static func shared() throws(EventLoopError) -> LoopThread {
        // A typed throw does not pass through the lock.
        let made = common.withLock { (thread) -> Result<LoopThread, EventLoopError> in
            if let thread { return .success(thread) }
            return Result { () throws(EventLoopError) in try LoopThread() }.map {
                thread = $0
                return $0
            }
        }
        return try made.get()
    }

    /// Starts a thread, which never ends.
    private init() throws(EventLoopError) {
        loop = Confined(value: try EventLoop())
        var started = pthread_t()
        let body = Unmanaged.passRetained(self).toOpaque()
        let error = pthread_create(
            &started, nil,
            { body in
                if let body { Unmanaged<LoopThread>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body)
        guard error == 0 else {
            Unmanaged<LoopThread>.fromOpaque(body).release()
            throw EventLoopError(String(cString: strerror(error)))
        }
    }

    private func run() -> Never {
        thread.withLock { $0 = pthread_self() }
        while true {
            let ready = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            for job in ready { job.runSynchronously(on: asUnownedSerialExecutor()) }
            // What the jobs have made ready comes after a look at the sockets.
            loop.value.turn(mayBlock: ready.isEmpty)
        }
    }

    /// Runs a job on the thread, after those before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        if isFirst { loop.value.wake() }
    }

    /// Whether the caller is on the thread.
    package func isIsolatingCurrentContext() -> Bool? {
        thread.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } }
    }

    /// Traps if the caller is not on the thread.
    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the loop's thread")
    }
}
