internal import Simulation

/// The erasure of what was dropped from a log on NAND. It takes time that grows with the pages, and meanwhile nothing is
/// recorded, without a sign to the host (real boards of 2026: RB26-01 to RB26-04, RB26-40).
struct GarbageCollection {
    /// Ours: a few pages are below half a second, as hardware tests need; an hour of 400 entries a second takes a minute, as
    /// in the vendor's field sessions.
    private static let timeOfPage = Nanoseconds.milliseconds(20)
    /// The longest that a host has seen.
    private static let longest = Nanoseconds.seconds(90 as Int64)

    private var start = Instant.zero
    /// When it ends; nil if none is under way.
    private(set) var end: Instant?
    /// The pages that it erases.
    private(set) var pages = 0
    /// Entries that were made meanwhile, and are lost.
    var lostEntries = 0

    /// How long it takes.
    static func duration(of pages: Int) -> Nanoseconds {
        min(timeOfPage * Int64(min(pages, 1 << 16)), longest)
    }

    /// It begins, or has more to erase.
    ///
    /// - Parameter garbage: every page that waits for it, those that it erases already included.
    /// - Returns: when it ends.
    mutating func begin(_ garbage: Int, at now: Instant) -> Instant {
        if end == nil { (start, lostEntries) = (now, 0) }
        pages = garbage
        let end = start + Self.duration(of: garbage)
        self.end = end
        return end
    }

    /// True if it is over; an end that was put off is not yet.
    mutating func finish(at now: Instant) -> Bool {
        guard let end, now >= end else { return false }
        self.end = nil
        return true
    }
}
