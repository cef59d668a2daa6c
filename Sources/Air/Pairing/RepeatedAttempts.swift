import Bluetooth
internal import Simulation

/// Devices that must wait before pairing again (Core Vol 3, Part H, 2.3.6): twice as long after
/// each wrong secret, and not at all after a long time without one.
struct RepeatedAttempts {
    static let longest = Nanoseconds.seconds(64 as Int64)
    /// The number of devices remembered; the one whose wait ends first is forgotten first.
    static let capacity = 16

    private struct Entry {
        var who: Address
        var wait: Nanoseconds
        var until: Instant
    }

    private var entries: [Entry] = []

    func refuses(_ who: Address, at now: Instant) -> Bool {
        entries.contains { $0.who == who && now < $0.until }
    }

    /// Notes a wrong secret; `first` is the wait after the first one, zero for none.
    mutating func failed(_ who: Address, first: Nanoseconds, at now: Instant) {
        guard first > .zero else { return }
        entries.removeAll { $0.until + Self.longest < now }
        var wait = first
        if let index = entries.firstIndex(where: { $0.who == who }) {
            wait = min(entries[index].wait * 2, max(Self.longest, first))
            entries.remove(at: index)
        }
        if entries.count >= Self.capacity {
            let soonest = entries.indices.min { entries[$0].until < entries[$1].until }
            if let soonest { entries.remove(at: soonest) }
        }
        entries.append(Entry(who: who, wait: wait, until: now + wait))
    }

    mutating func succeeded(_ who: Address) { entries.removeAll { $0.who == who } }
}
