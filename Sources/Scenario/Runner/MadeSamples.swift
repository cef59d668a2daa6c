import MetaWearBoard
import Simulation
import Wire

/// Every sample that one sensor of one board made, in order: what clients got is found in it.
final class MadeSamples {
    struct Sample {
        var time: Instant
        var x: Int16
        var y: Int16
        var z: Int16
        /// Its notification, if there was one, found every buffer full.
        var isDropped = false
    }

    private(set) var samples: [Sample] = []

    private let outlet: SignalOutlet
    private var dropped: Int

    init(of outlet: SignalOutlet) {
        self.outlet = outlet
        dropped = outlet.dropped
        outlet.observer = { [unowned self] time, bytes in
            noteDropped()
            samples.append(
                Sample(
                    time: time, x: Int16(truncatingIfNeeded: bytes.littleEndian(bytes: 2)),
                    y: Int16(truncatingIfNeeded: bytes.littleEndian(offset: 2, bytes: 2)),
                    z: Int16(truncatingIfNeeded: bytes.littleEndian(offset: 4, bytes: 2))))
        }
    }

    /// The board counts what it drops after it has told of the sample.
    func noteDropped() {
        if outlet.dropped > dropped, !samples.isEmpty {
            samples[samples.count - 1].isDropped = true
        }
        dropped = outlet.dropped
    }

    /// How many were made from `start` to `end`.
    func count(from start: Instant, to end: Instant) -> Int {
        max(0, position(at: end + Nanoseconds(1)) - position(at: start))
    }

    /// The first sample made at or after a time.
    func position(at time: Instant) -> Int {
        var low = 0
        var high = samples.count
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Where these counts stand next, not before `cursor` and not after `limit`: the link loses
    /// and reorders nothing, so that what is skipped was dropped on the board.
    func find(
        _ x: Int16, _ y: Int16, _ z: Int16, from cursor: Int, until limit: Instant,
        skipsDropped: Bool
    ) -> Int? {
        var i = cursor
        while i < samples.count, samples[i].time <= limit {
            let sample = samples[i]
            if sample.x == x, sample.y == y, sample.z == z, !(skipsDropped && sample.isDropped) {
                return i
            }
            i += 1
        }
        return nil
    }
}
