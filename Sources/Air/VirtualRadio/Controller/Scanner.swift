internal import Bluetooth
internal import Simulation

/// A host's scan, and what it has found (Core Vol 6, Part B, 4.4.3).
struct Scanner {
    private(set) var isEnabled = false
    /// With the extended commands: extended advertisements are received too, and reported as such.
    var isExtended = false
    var isActive = false
    var interval = Nanoseconds.milliseconds(10)
    var window = Nanoseconds.milliseconds(10)
    var own = Controller.OwnAddress.publicDevice
    /// 0 all, 1 those of the accept list; 2 and 3 the same, with directed advertisements to
    /// unresolvable addresses.
    var filterPolicy: UInt8 = 0

    private var filtering = Filtering.none
    private var startedAt = Instant.zero
    private var duration = Nanoseconds.zero
    private var period = Nanoseconds.zero
    private var seen: Set<Sighting> = []
    /// The period, or the time span, that `seen` belongs to.
    private var seenInPeriod: Int64 = 0
    private var ticket: UInt32 = 0
    /// Limits the number of remembered advertisements.
    private static let mostSeen = 4_096
    /// Advertisements are reported again after this time, as by a chip with a short list. Linux
    /// relies on it: it looks for the device to connect to in the reports of the running scan.
    private static let memory = Nanoseconds.seconds(1)

    /// Whether a report is repeated.
    enum Filtering: UInt8 { case none, once, oncePerPeriod }

    /// What makes two reports the same (Core Vol 6, Part B, 4.4.3.5).
    struct Sighting: Hashable {
        var address: Address?
        var set: UInt8
        var isResponse: Bool
        /// For extended advertisements only.
        var data: UInt64
    }

    /// The duration, the period, and the filtering of duplicates.
    struct Run {
        var duration = Nanoseconds.zero
        var period = Nanoseconds.zero
        var filtering: Filtering
        var isExtended: Bool
    }

    /// Starts the scan; `atEnd` is called when the duration is over and there is no period.
    mutating func start(_ run: Run, _ medium: Medium, atEnd: @escaping () -> Void) {
        medium.cancel(ticket)
        isEnabled = true
        isExtended = run.isExtended
        (duration, period) = (run.duration, run.period)
        filtering = run.filtering
        startedAt = medium.clock.now
        seen = []
        seenInPeriod = 0
        if duration > .zero, period == .zero {
            ticket = medium.at(startedAt + duration, atEnd)
        }
    }

    mutating func stop(_ medium: Medium) {
        medium.cancel(ticket)
        isEnabled = false
        seen = []
    }

    /// Whether the receiver is open: within the period's duration, and within a window.
    func isOpen(at time: Instant) -> Bool {
        guard isEnabled else { return false }
        var passed = (time - startedAt).count
        if period > .zero {
            passed %= period.count
            guard passed < duration.count else { return false }
        }
        return passed % interval.count < window.count
    }

    /// True for the first advertisement in a while, or for any if duplicates are enabled.
    mutating func isNew(_ sighting: Sighting, at time: Instant) -> Bool {
        guard filtering != .none else { return true }
        let span = filtering == .oncePerPeriod && period > .zero ? period : Self.memory
        let current = (time - startedAt).count / span.count
        if current != seenInPeriod { seen = [] }
        seenInPeriod = current
        if seen.count >= Self.mostSeen { seen = [] }
        return seen.insert(sighting).inserted
    }

    /// A hash that is the same in every run (FNV-1a).
    static func digest(_ data: [UInt8]) -> UInt64 {
        data.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
