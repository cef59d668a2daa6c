import CVirtualTime
import Dispatch
import Synchronization

/// One timeline: jobs that are ready, sleepers and (if there is one) a simulation, all on one thread.
///
/// Everything but ``inbox`` and ``stuck`` belongs to the world's thread.
final class World: @unchecked Sendable {
    let shared: UnsafeMutablePointer<vt_world>
    let options: VirtualTimeOptions
    var cancelRoot: () -> Void = {}
    var isRootDone = false
    private(set) var report = VirtualTimeReport()
    private(set) var failure: VirtualTimeError?
    private let source: (any VirtualTimeSource)?
    /// The main actor, for worlds that run work of it.
    private let lease: MainLease
    /// Writes what keeps the run from going on.
    private let warn: @Sendable (String) -> Void
    /// In nanoseconds of virtual time.
    private let start, end: Int64
    private var ready = JobQueue()
    private var sleepers = SleeperQueue()
    private var random: ScheduleRandom?
    private var jobsAtOnce = 0
    private var holdsMain = false

    /// The tasks that began here.
    private var tasks: [UInt64] = []
    private var lastTask: UInt64 = 0

    /// What other threads leave here.
    private struct Inbox {
        var jobs: [Job] = []
        var isCancelled = false
        var isClosed = false
    }
    private let inbox = Mutex(Inbox())
    private let arrival = DispatchSemaphore(value: 0)
    /// Which job runs, for a thread that watches it; 0 between jobs.
    private let runningJob = Atomic<Int>(0)
    /// Hands over ``report`` and ``failure``, also in the eyes of the thread sanitizer, which does not know the
    /// runtime's ways.
    private let isOver = Atomic<Bool>(false)

    private static let living = Mutex(0)
    private static let isAnyLiving = Atomic<Bool>(false)

    /// What the monotonic clocks read at the beginning: eleven days after the machine's start.
    private static let monotonicStart: Int64 = 1_000_000 * 1_000_000_000
    /// The runtime sleeps in 64-bit nanoseconds; what is further away is never.
    private static let never: Int64 = 1 << 62

    init(
        _ source: (any VirtualTimeSource)?, _ options: VirtualTimeOptions,
        lease: MainLease = .shared, warn: @escaping @Sendable (String) -> Void = { vt_warn($0) }
    ) {
        self.source = source
        self.lease = lease
        self.warn = warn
        self.options = options
        if case .shuffled(let seed) = options.schedule { random = ScheduleRandom(seed: seed) }
        start = source.map { Self.nanoseconds($0.currentTime) } ?? 0
        let (last, isBeyond) = start.addingReportingOverflow(Self.nanoseconds(options.limit))
        end = isBeyond ? Self.never : min(last, Self.never)
        shared = .allocate(capacity: 1)
        shared.initialize(to: vt_world())
        shared.pointee.now = start
        shared.pointee.monotonic_start = Self.monotonicStart
        shared.pointee.wall_start = Self.nanoseconds(.seconds(options.epoch))
        shared.pointee.most_clock_reads = UInt64(max(1, options.mostJobsAtOnce))
        shared.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
        Self.living.withLock {
            $0 += 1
            Self.isAnyLiving.store(true, ordering: .sequentiallyConsistent)
        }
    }

    deinit { shared.deallocate() }

    /// The world that the calling thread runs.
    static var current: World? {
        vt_current().map { Unmanaged<World>.fromOpaque($0.pointee.owner).takeUnretainedValue() }
    }

    /// Virtual time.
    private var now: Duration { .nanoseconds(shared.pointee.now) }

    // MARK: Jobs

    /// Takes a job that the world's thread made ready; false if it is one of real time.
    func enqueue(_ job: Job) -> Bool {
        let task = job.task
        if task != lastTask, task != 0 {
            // A task that is older than the first one here began elsewhere.
            let isNew = tasks.first.map { $0 < task } ?? true
            switch TaskHomes.home(of: task, seenIn: self, isNew: isNew) {
            case .real: return false
            case .world(let world) where world !== self:
                world.adopt(job)
                return true
            case .world: lastTask = task
            }
        }
        ready.append(job)
        return true
    }

    /// - Parameter delay: nanoseconds of virtual time.
    func enqueue(_ job: Job, after delay: Int64) {
        report.sleeps += 1
        let (time, isBeyond) = shared.pointee.now.addingReportingOverflow(max(0, delay))
        sleepers.push(job, at: isBeyond ? Self.never : min(time, Self.never))
    }

    func remember(_ task: UInt64) { tasks.append(task) }

    // MARK: From other threads

    /// A job that a thread outside of every world made ready: its task's world takes it, if it has one.
    static func adopt(_ job: Job) -> Bool {
        guard isAnyLiving.load(ordering: .relaxed) else { return false }
        let task = job.task
        guard task != 0, case .world(let home) = TaskHomes.home(of: task, seenIn: nil) else {
            return false
        }
        home.adopt(job)
        return true
    }

    private func adopt(_ job: Job) { post { if !$0.isClosed { $0.jobs.append(job) } } }

    func cancel() { post { $0.isCancelled = true } }

    private func post(_ change: (inout sending Inbox) -> Void) {
        inbox.withLock { change(&$0) }
        vt_inbox_post(shared)
        arrival.signal()
    }

    private func takeInbox() {
        vt_inbox_clear(shared)
        let (jobs, isCancelled) = inbox.withLock { inbox in
            defer {
                inbox.jobs = []
                inbox.isCancelled = false
            }
            return (inbox.jobs, inbox.isCancelled)
        }
        report.foreignWakeups += jobs.count
        for job in jobs { ready.append(job) }
        if isCancelled { cancelRoot() }
    }

    /// Warns once if a job has run for long in real time without suspending: nothing can stop it.
    func watch(from job: Int = 0) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval(options.patience)) {
            [weak self] in
            guard let self, !inbox.withLock({ $0.isClosed }) else { return }
            let running = runningJob.load(ordering: .relaxed)
            guard running != 0, running == job else { return watch(from: running) }
            warn(
                "VirtualTime: a task has run for more than \(options.patience) of real time without"
                    + " suspending. Virtual time stands still until it does; wait with Task.sleep"
                    + " instead of a loop or a lock.\n")
        }
    }

    // MARK: The loop

    /// Runs until the root task is done, or cannot be done any more.
    func run() {
        let outer = vt_swap(shared)
        defer {
            vt_swap(outer)
            if holdsMain { lease.giveBack() }
            close()
        }
        while true {
            if !vt_inbox_is_empty(shared) { takeInbox() }
            if let job = nextReady() {
                guard countAtOnce() else { break }
                run(job)
            } else if isRootDone || !moveOn() {
                break
            }
        }
        report.virtualTime = .nanoseconds(shared.pointee.now - start)
        report.abandoned = sleepers.count
        isOver.store(true, ordering: .releasing)
    }

    /// To be called before another thread reads what happened.
    func takeOver() { precondition(isOver.load(ordering: .acquiring), "the world still runs") }

    private func nextReady() -> Job? {
        if ready.count > 1, let other = random?.below(ready.count) { ready.swapFirst(with: other) }
        return ready.popFirst()
    }

    /// False if time has stood still for too long.
    private func countAtOnce() -> Bool {
        jobsAtOnce += 1
        if jobsAtOnce <= options.mostJobsAtOnce { return true }
        failure = failure ?? .livelock(at: now)
        return false
    }

    private func run(_ job: Job) {
        if job.isOnMain, !holdsMain, options.host == .thread { takeMain() }
        report.jobs += 1
        if holdsMain { lease.advance() }
        runningJob.store(report.jobs, ordering: .relaxed)
        shared.pointee.clock_reads = 0
        if let function = job.function {
            function(job.job)
        } else if job.isOnMain {
            WorldExecutors.runOnMain(job)
        } else {
            vt_run_job(job.job)
        }
        runningJob.store(0, ordering: .relaxed)
        if shared.pointee.has_real_timer { fail(.realTimer(at: now)) }
        if shared.pointee.is_polling_clock { fail(.livelock(at: now)) }
    }

    /// Waits in real time for the main actor.
    private func takeMain() {
        vt_swap(nil)
        defer { vt_swap(shared) }
        lease.take(patience: Self.interval(options.patience)) {
            warn(
                "VirtualTime: a world has waited for the main actor for more than"
                    + " \(options.patience) of real time, in which nothing has happened there. Another"
                    + " world may hold it. If the program blocks its main thread, let it wait in async"
                    + " code instead.\n")
        }
        holdsMain = true
    }

    /// Every task waits: moves to the earlier of the simulation's next event and the next sleeper.
    /// False if there is neither, and the root task has had its chance to end.
    private func moveOn() -> Bool {
        // Code that runs the simulation itself has let time pass.
        if let source, source.currentTime > now {
            shared.pointee.now = Self.nanoseconds(source.currentTime)
            jobsAtOnce = 0
        }
        let event = source?.nextEventTime.map(Self.nanoseconds)
        let sleeper = sleepers.first?.time
        let next = max(shared.pointee.now, min(event ?? Self.never, sleeper ?? Self.never))
        guard next < Self.never else {
            if options.externalGrace > .zero, waitForOthers() { return true }
            return fail(.stalled(at: now))
        }
        guard next <= end else { return fail(.limitReached(at: now)) }
        if next > shared.pointee.now {
            shared.pointee.now = next
            jobsAtOnce = 0
        } else if !countAtOnce() {
            return false
        }
        // At one moment the simulation comes first.
        let isEventDue = event.map { $0 <= next } ?? false
        if let source, isEventDue || source.currentTime < now { source.advance(to: now) }
        if random != nil {
            while let sleeper = sleepers.first, sleeper.time <= next { wake(sleeper) }
        } else if !isEventDue, let sleeper = sleepers.first {
            // One by one, each with all that it causes.
            wake(sleeper)
        }
        return true
    }

    private func wake(_ sleeper: Sleeper) {
        sleepers.removeFirst()
        ready.append(sleeper.job)
    }

    /// Cancels the root task, once; false if that has been done and it still waits.
    @discardableResult private func fail(_ error: VirtualTimeError) -> Bool {
        guard failure == nil else { return false }
        failure = error
        cancelRoot()
        return true
    }

    /// Waits in real time until another thread posts something; false if none did.
    private func waitForOthers() -> Bool {
        // Outside of the world, or the deadline would be computed from virtual time.
        vt_swap(nil)
        defer { vt_swap(shared) }
        return arrival.wait(timeout: .now() + Self.interval(options.externalGrace)) == .success
    }

    private func close() {
        inbox.withLock { $0.isClosed = true }
        TaskHomes.forget(tasks)
        Self.living.withLock {
            $0 -= 1
            guard $0 == 0 else { return }
            Self.isAnyLiving.store(false, ordering: .sequentiallyConsistent)
            TaskHomes.forgetReal()
        }
    }

    // MARK: Time

    /// Rounded up, so that a sleeper never wakes before its deadline; at most ``never``.
    static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, rest) = duration.components
        let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if isBeyond { return seconds > 0 ? never : -never }
        let (sum, isOver) = whole.addingReportingOverflow((rest + 999_999_999) / 1_000_000_000)
        return isOver ? never : min(sum, never)
    }

    private static func interval(_ duration: Duration) -> DispatchTimeInterval {
        .nanoseconds(Int(nanoseconds(duration)))
    }
}
