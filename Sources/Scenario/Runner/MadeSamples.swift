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
    }

    private(set) var samples: [Sample] = []

    init(of outlet: SignalOutlet) {
        outlet.observer = { [unowned self] time, bytes in
            samples.append(
                Sample(
                    time: time, x: Int16(truncatingIfNeeded: bytes.littleEndian(bytes: 2)),
                    y: Int16(truncatingIfNeeded: bytes.littleEndian(offset: 2, bytes: 2)),
                    z: Int16(truncatingIfNeeded: bytes.littleEndian(offset: 4, bytes: 2))))
        }
    }

    /// How many were made from `start` to `end`.
    func count(from start: Instant, to end: Instant) -> Int {
        samples.reduce(0) { $0 + ($1.time >= start && $1.time <= end ? 1 : 0) }
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
    func find(_ x: Int16, _ y: Int16, _ z: Int16, from cursor: Int, until limit: Instant) -> Int? {
        var i = cursor
        while i < samples.count, samples[i].time <= limit {
            let sample = samples[i]
            if sample.x == x, sample.y == y, sample.z == z { return i }
            i += 1
        }
        return nil
    }
}
