import Device
import MetaWearBoard
import Peripheral
import Simulation

/// Every packet of one stream that a board made, in order, with what became of it: what clients got
/// is found in it.
final class MadeSamples {
    /// A packet, by the newest sample in it: the only one, or the last of three.
    struct Sample {
        var time: Instant
        var x: Int16
        var y: Int16
        var z: Int16
        var fate: NotificationFate
    }

    let outlet: any SampleOutlet
    /// How its packets begin, if it is a MetaWear's.
    let key: SignalKey?
    private(set) var samples: [Sample] = []
    /// What stands before it has arrived, or never will.
    private var underWay = 0

    init(of outlet: any SampleOutlet) {
        self.outlet = outlet
        key = (outlet as? SignalOutlet)?.key
        outlet.observe { [unowned self] time, counts, fate in
            samples.append(
                Sample(time: time, x: counts.x, y: counts.y, z: counts.z, fate: fate))
        }
    }

    // MARK: Over the link

    /// What waited for the link before went with it.
    func linkBegan() { underWay = samples.count }

    /// Bytes of a packet before its data.
    private var header: Int { key?.index ?? SignalKey.noIndex == SignalKey.noIndex ? 2 : 3 }

    /// Whether a packet of the module and register is of this very stream.
    func hasIndex(of packet: Span<UInt8>) -> Bool {
        header == 2 || packet.count > 2 && packet[2] == key?.index
    }

    /// Which packet came to the board's host; nil for one that the sensor never made.
    ///
    /// The link loses and reorders nothing while it lasts: the first on its way with these counts
    /// is the one.
    func arrived(_ packet: Span<UInt8>) -> Int? {
        let at = max(header, packet.count - 6)
        func byte(_ i: Int) -> UInt16 { i < packet.count ? UInt16(packet[i]) : 0 }
        func value(_ i: Int) -> Int16 { Int16(bitPattern: byte(at + i) | byte(at + i + 1) << 8) }
        return arrived(value(0), value(2), value(4))
    }

    /// The same, by the counts of the newest sample in the packet.
    func arrived(_ x: Int16, _ y: Int16, _ z: Int16) -> Int? {
        for i in underWay..<samples.count where samples[i].fate.mayArrive {
            guard samples[i].x == x, samples[i].y == y, samples[i].z == z else { continue }
            underWay = i + 1
            return i
        }
        return nil
    }

    // MARK: By time

    /// Those made from `start` to `end`.
    func range(from start: Instant, to end: Instant) -> Range<Int> {
        let first = position(at: start)
        return first..<max(first, position(at: end + Nanoseconds(1)))
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

    /// Where these counts stand next, not before `cursor` and not after `limit`.
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
