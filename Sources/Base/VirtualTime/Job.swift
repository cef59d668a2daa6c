import CVirtualTime

/// A piece of a task that is ready to run, or will be.
struct Job: @unchecked Sendable {  // The runtime hands each job to one thread at a time.
    var job: UnsafeMutableRawPointer
    var isOnMain: Bool
    /// How libdispatch would run it; nil with executors.
    var function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

    init(
        _ job: UnsafeMutableRawPointer, onMain isOnMain: Bool,
        by function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil
    ) {
        self.job = job
        self.isOnMain = isOnMain
        self.function = function
    }

    /// The number of its task.
    var task: UInt64 { vt_task_of(job) }
}

/// Jobs in a ring.
struct JobQueue {
    private var slots: [Job?] = Array(repeating: nil, count: 64)
    private var head = 0
    private(set) var count = 0

    mutating func append(_ job: Job) {
        if count == slots.count {
            slots =
                (0..<count).map { slots[(head + $0) & (slots.count - 1)] }
                + Array(repeating: nil, count: count)
            head = 0
        }
        slots[(head + count) & (slots.count - 1)] = job
        count += 1
    }

    mutating func popFirst() -> Job? {
        if count == 0 { return nil }
        let job = slots[head]
        slots[head] = nil
        head = (head + 1) & (slots.count - 1)
        count -= 1
        return job
    }

    mutating func swapFirst(with index: Int) {
        slots.swapAt(head, (head + index) & (slots.count - 1))
    }
}
