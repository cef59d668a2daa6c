import Simulation

/// Counts the reads of a host that come in a burst: the firmware's queue of commands holds 18 to 20 (real boards of 2026:
/// RB26-160).
struct ReadBurst {
    /// Ours, within that.
    private static let limit = 19
    /// All packets of one connection event come within this time; the next event is 7.5 ms later or more.
    private static let span = Nanoseconds.milliseconds(5)

    /// The connection event of the last read, and the reads in it.
    private var event = Instant.zero
    private var inEvent = 0
    private var count = 0

    /// False if there is no room for another one. A host that asks one after the other has one read in
    /// an event; the reads of a burst come several at a time, event after event.
    ///
    /// - Parameter interval: of the link; nil for a wire.
    mutating func take(at now: Instant, interval: Nanoseconds?) -> Bool {
        if count == 0 || now - event > Self.span {
            let goesOn = inEvent > 1 && now - event <= (interval ?? .zero) + Self.span
            if !goesOn { count = 0 }
            (event, inEvent) = (now, 0)
        }
        inEvent += 1
        count += 1
        return count <= Self.limit
    }
}
