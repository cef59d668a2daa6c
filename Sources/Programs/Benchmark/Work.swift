/// The least that has to happen for one unit of a row's figure, in bare operations: what no program could leave out.
struct Work {
    /// Events through the queue that do nothing.
    var events = 0.0
    /// Bytes copied, each once.
    var bytes = 0.0
    /// Products of a 3 × 3 matrix and a vector.
    var products = 0.0
    /// Writes and reads of 32 bytes at a pair of sockets.
    var systemCalls = 0.0
    /// Bytes that must be held, for rows of memory.
    var held = 0.0

    /// What it takes on this machine, in seconds of processor time.
    var seconds: Double {
        let cost = BareCosts.ofThisMachine
        return events * cost.event + bytes * cost.byte + products * cost.product
            + systemCalls * cost.systemCall
    }

    /// The same work for so many units less.
    static func / (work: Work, count: Double) -> Work {
        Work(
            events: work.events / count, bytes: work.bytes / count,
            products: work.products / count, systemCalls: work.systemCalls / count,
            held: work.held / count)
    }
}
