/// A job that waits for its time.
struct Sleeper {
    /// Nanoseconds of virtual time.
    var time: Int64
    var order: UInt64
    var job: Job
}

/// Sleepers, earliest first; those of one moment in order of request. A binary heap.
struct SleeperQueue {
    private var heap: [Sleeper] = []
    private var order: UInt64 = 0

    var count: Int { heap.count }
    var first: Sleeper? { heap.first }

    mutating func push(_ job: Job, at time: Int64) {
        order += 1
        heap.append(Sleeper(time: time, order: order, job: job))
        var child = heap.count - 1
        while child > 0, Self.precedes(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var best = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && Self.precedes(heap[child], heap[best]) { best = child }
            if best == parent { return }
            heap.swapAt(parent, best)
            parent = best
        }
    }

    private static func precedes(_ a: Sleeper, _ b: Sleeper) -> Bool {
        (a.time, a.order) < (b.time, b.order)
    }
}
