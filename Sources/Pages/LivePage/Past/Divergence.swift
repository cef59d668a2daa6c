import Declaration
import ScenarioRun
import Simulation

/// The first packet in which two futures differ.
struct Divergence {
    var time: Instant
    /// The packets, in words; nil if there is none in that future.
    var one: String?
    var other: String?

    /// Compares the packets of two futures from a moment on, as far as both are known.
    ///
    /// - Returns: nil if they are equal.
    init?(_ one: Branch, _ other: Branch, from start: Instant) throws(RunError) {
        let end = min(one.known, other.known)
        let runs = [
            try one.taped(from: start, until: end), try other.taped(from: start, until: end),
        ]
        self.init(runs[0].traffic, runs[1].traffic, until: end)
        for (branch, run) in zip([one, other], runs) {
            run.traffic.tape = nil
            branch.put(run)
        }
    }

    private init?(_ one: LiveTraffic, _ other: LiveTraffic, until end: Instant) {
        let (first, second) = (one.tape ?? [], other.tape ?? [])
        let count = max(first.count, second.count)
        for place in 0..<count {
            let here = place < first.count ? first[place] : nil
            let there = place < second.count ? second[place] : nil
            if let here, let there, here.isSame(as: there) { continue }
            let time = min(here?.time ?? end, there?.time ?? end)
            guard time < end else { return nil }
            self.time = time
            // What comes later in one of them is no counterpart.
            self.one = here.flatMap { $0.time == time ? one.words(of: $0) : nil }
            self.other = there.flatMap { $0.time == time ? other.words(of: $0) : nil }
            return
        }
        return nil
    }
}

extension LiveTraffic.Packet {
    func isSame(as other: Self) -> Bool {
        time == other.time && board == other.board && bytes == other.bytes
            && direction == other.direction && value == other.value
    }
}
