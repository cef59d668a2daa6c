internal import Simulation

/// Counts the reads of a host that come in one connection event: the firmware's queue of commands holds 18 to 20 (real boards
/// of 2026: RB26-160).
struct ReadBurst {
    /// Ours, within that.
    private static let limit = 19
    /// All packets of one connection event come within this time; the next event is 7.5 ms later or more.
    private static let span = Nanoseconds.milliseconds(5)

    private var start = Instant.zero
    private var count = 0

    /// False if there is no room for another one.
    mutating func take(at now: Instant) -> Bool {
        if count == 0 || now - start > Self.span { (start, count) = (now, 0) }
        count += 1
        return count <= Self.limit
    }
}
