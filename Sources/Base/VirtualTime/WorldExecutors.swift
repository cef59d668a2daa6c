// The default back end, for compilers that have custom executors; others use libdispatch.
#if compiler(>=6.3)
    @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
    import CVirtualTime

    /// The process's executors, which send each job where the thread belongs that makes it ready: on a
    /// world's thread to that world, anywhere else to the platform's own.
    struct WorldExecutors: ExecutorFactory {
        static let main = WorldMainExecutor()
        private static let global = WorldGlobalExecutor()

        static var mainExecutor: any MainExecutor { main }
        static var defaultExecutor: any TaskExecutor { global }

        static func runOnMain(_ job: Job) {
            unsafeBitCast(job.job, to: UnownedJob.self)
                .runSynchronously(on: main.asUnownedSerialExecutor())
        }
    }

    /// Called before the first task of the process.
    @_cdecl("vt_install_executors") func installExecutors() -> Bool {
        _createExecutors(factory: WorldExecutors.self)
        return true
    }

    extension SchedulingExecutor {
        /// The world's share of scheduling; false if the job is none of a world's.
        fileprivate func scheduled(
            _ job: UnownedJob, after delay: (any DurationProtocol)?, onMain: Bool
        ) -> Bool {
            guard let world = World.current, let delay = delay as? Duration else { return false }
            world.enqueue(
                Job(job.pointer, onMain: onMain), after: World.nanoseconds(delay))
            return true
        }
    }

    extension UnownedJob {
        fileprivate var pointer: UnsafeMutableRawPointer {
            unsafeBitCast(self, to: UnsafeMutableRawPointer.self)
        }

        /// Whether a world takes it.
        fileprivate func enqueuedInWorld(onMain: Bool) -> Bool {
            let job = Job(pointer, onMain: onMain)
            return World.current.map { $0.enqueue(job) } ?? World.adopt(job)
        }
    }

    /// Tasks without an actor, and actors.
    final class WorldGlobalExecutor: TaskExecutor, SchedulingExecutor {
        // Only reads what the platform made once.
        private let platform = PlatformExecutorFactory.defaultExecutor

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            if !job.enqueuedInWorld(onMain: false) { platform.enqueue(ExecutorJob(job)) }
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
        ) {
            let job = UnownedJob(job)
            if scheduled(job, after: clock.now.duration(to: instant), onMain: false) { return }
            (platform as? any SchedulingExecutor)?
                .enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
        ) {
            let job = UnownedJob(job)
            if scheduled(job, after: delay, onMain: false) { return }
            (platform as? any SchedulingExecutor)?
                .enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
        }
    }

    /// The main actor.
    final class WorldMainExecutor: MainExecutor, SchedulingExecutor {
        private let platform = PlatformExecutorFactory.mainExecutor

        func run() throws { try platform.run() }
        func stop() { platform.stop() }
        func checkIsolated() { platform.checkIsolated() }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            if !job.enqueuedInWorld(onMain: true) { platform.enqueue(ExecutorJob(job)) }
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
        ) {
            let job = UnownedJob(job)
            if scheduled(job, after: clock.now.duration(to: instant), onMain: true) { return }
            (platform as? any SchedulingExecutor)?
                .enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
        }
    }
#else
    import CVirtualTime

    @_cdecl("vt_install_executors") func installExecutors() -> Bool { false }

    enum WorldExecutors {
        static func runOnMain(_ job: Job) { vt_run_job(job.job) }
    }
#endif
