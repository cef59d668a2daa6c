import MetaWearTables
import Peripheral
import Simulation

/// A packet of a stream as the board made it, described by its newest sample.
package struct MadePacket {
    /// Counts the packets of its stream, from 0.
    var number: Int
    var time: Instant
    var x: Int16
    var y: Int16
    var z: Int16
    /// When the samples before the newest were made, oldest first.
    var earlier: (Instant, Instant)

    /// When one of its samples was made: the newest, or the one `back` places before it.
    func time(back: Int) -> Instant { back == 0 ? time : back == 1 ? earlier.1 : earlier.0 }
}

/// Where a device records samples.
package protocol SampleLog: AnyObject {
    /// Whether samples are being recorded.
    var isRecording: Bool { get }
    /// How many entries have been recorded so far.
    var recordedEntries: Int { get }
    /// How many of the oldest entries can no longer be read out.
    var goneEntries: Int { get }
}

/// Receives every packet of a stream as it is made.
protocol PacketWitness: AnyObject {
    func made(_ packet: MadePacket, _ fate: NotificationFate)
}

/// The packets of one stream that a board makes, and what became of them; what clients received is
/// looked up in it.
///
/// It keeps sent packets until they arrive, and recorded ones as long as they can be read out. All
/// others are only counted.
package final class MadeSamples {
    /// The source of the packets; it differs between streams.
    package let source: AnyObject
    /// How its packets begin, if it is a MetaWear's.
    package let key: SourceKey?
    /// Packets so far.
    @exclusivity(unchecked) private(set) var count = 0
    /// The stream of single samples, for one whose packets hold three.
    @exclusivity(unchecked) package var single: MadeSamples?
    @exclusivity(unchecked) private var witnesses: [any PacketWitness] = []
    /// What was sent and has neither arrived nor been lost with its link, oldest first.
    @exclusivity(unchecked) private var underWay = Queue<MadePacket>()
    /// More cannot be under way at once: buffers of boards and links are smaller.
    private static let mostUnderWay = 1 << 15
    /// When the last three were made, oldest first.
    @exclusivity(unchecked) private var latest = (Instant.zero, Instant.zero, Instant.zero)

    /// Where a device records the samples, if a client wants them from there.
    @exclusivity(unchecked) private var log: (any SampleLog)?
    @exclusivity(unchecked) private var recorded = SampleHistory()
    /// Where numbers of packets and of recorded ones part: from which recorded one on, and the
    /// packet that it was.
    @exclusivity(unchecked) private var runs: [(recorded: Int, packet: Int)] = []
    /// How much was in the log when a block of recorded ones began.
    @exclusivity(unchecked) private var logged = Queue<(recorded: Int, entries: Int)>()
    /// Times that clients asked about, with the packets made before them and up to them.
    @exclusivity(unchecked) private var moments: [(time: Instant, before: Int, through: Int)] = []
    @exclusivity(unchecked) private var atLatest = 0

    package init(of source: AnyObject, key: SourceKey?) {
        self.source = source
        self.key = key
    }

    /// The board made a packet, with these counts of the newest sample in it.
    package func make(
        _ time: Instant, _ x: Int16, _ y: Int16, _ z: Int16, _ fate: NotificationFate
    ) {
        if count == 0 { latest = (time, time, time) }
        atLatest = time == latest.2 ? atLatest + 1 : 1
        latest = (latest.1, latest.2, time)
        if let last = moments.last, last.time == time { moments[moments.count - 1].through += 1 }
        let packet = MadePacket(
            number: count, time: time, x: x, y: y, z: z,
            earlier: single.map { ($0.latest.0, $0.latest.1) } ?? (time, time))
        count += 1
        for witness in witnesses { witness.made(packet, fate) }
        if fate.mayArrive {
            if underWay.count == Self.mostUnderWay { underWay.removeFirst() }
            underWay.append(packet)
        }
        if let log, log.isRecording { record(packet, in: log) }
    }

    func add(_ witness: any PacketWitness) { witnesses.append(witness) }

    func remove(_ witness: any PacketWitness) { witnesses.removeAll { $0 === witness } }

    /// Removes all observers at the end of the run, so that no references remain.
    package func close() { witnesses = [] }

    // MARK: Over the link

    /// What waited for the link before went with it.
    package func linkBegan() { underWay.removeAll() }

    /// Bytes of a packet before its data.
    private var header: Int { key?.index ?? SourceKey.noIndex == SourceKey.noIndex ? 2 : 3 }

    /// Whether a packet of the module and register is of this very stream.
    package func hasIndex(of packet: Span<UInt8>) -> Bool {
        header == 2 || packet.count > 2 && packet[2] == key?.index
    }

    /// Which packet came to the board's host; nil for one that the sensor never made.
    ///
    /// The link loses and reorders nothing while it lasts: the first on its way with these counts
    /// is the one.
    package func arrived(_ packet: Span<UInt8>) -> MadePacket? {
        let at = max(header, packet.count - 6)
        func byte(_ i: Int) -> UInt16 { i < packet.count ? UInt16(packet[i]) : 0 }
        func value(_ i: Int) -> Int16 { Int16(bitPattern: byte(at + i) | byte(at + i + 1) << 8) }
        return arrived(value(0), value(2), value(4))
    }

    /// The same, by the counts of the newest sample in the packet.
    func arrived(_ x: Int16, _ y: Int16, _ z: Int16) -> MadePacket? {
        for i in 0..<underWay.count {
            let packet = underWay[i]
            guard packet.x == x, packet.y == y, packet.z == z else { continue }
            underWay.removeFirst(i + 1)
            return packet
        }
        return nil
    }

    // MARK: In the log

    /// From now on what the log takes is kept for as long as it can be read out.
    package func remember(recordedIn log: any SampleLog) { self.log = log }

    private func record(_ packet: MadePacket, in log: any SampleLog) {
        let distance = packet.number - recorded.count
        if runs.last.map({ $0.packet - $0.recorded }) != distance {
            runs.append((recorded.count, packet.number))
        }
        if recorded.count.isMultiple(of: SampleHistory.blockLength) { forget(what: log) }
        recorded.append(
            SampleHistory.Sample(time: packet.time, x: packet.x, y: packet.y, z: packet.z))
    }

    /// Forgets what the log does not hold any more.
    private func forget(what log: any SampleLog) {
        logged.append((recorded.count, log.recordedEntries))
        let gone = log.goneEntries
        while logged.count > 1, logged[1].entries <= gone { logged.removeFirst() }
        recorded.forget(before: logged[0].recorded)
        while runs.count > 1, runs[1].recorded <= recorded.start { runs.removeFirst() }
    }

    /// Samples that are kept, however many were made.
    var kept: Int { underWay.count + recorded.count - recorded.start }

    /// A place among the recorded ones, from which a download is looked for on.
    func place(at time: Instant) -> Int { recorded.position(at: time) }

    /// The recorded sample with these counts that is next, not before `place` and not after
    /// `limit`; for one that the sensor never made, put together wrongly, the one whose place it
    /// takes, so that its error counts. No two samples get the same.
    func find(
        _ x: Int16, _ y: Int16, _ z: Int16, from place: inout Int, until limit: Instant
    ) -> (time: Instant, number: Int)? {
        place = max(place, recorded.start)
        var i = place
        var first: Instant?
        while i < recorded.count {
            let sample = recorded[i]
            guard sample.time <= limit else { break }
            if sample.x == x, sample.y == y, sample.z == z {
                place = i + 1
                return (sample.time, number(ofRecorded: i))
            }
            first = first ?? sample.time
            i += 1
        }
        guard let first else { return nil }
        place += 1
        return (first, number(ofRecorded: place - 1))
    }

    private func number(ofRecorded place: Int) -> Int {
        // Nearly always the newest run, or the one after the last answer's.
        let run = runs.last { $0.recorded <= place } ?? (0, 0)
        return run.packet + place - run.recorded
    }

    // MARK: By time

    /// Remembers how many packets were made until now, for `range`.
    package func mark(_ now: Instant) {
        guard moments.last?.time != now else { return }
        let atNow = latest.2 == now && count > 0 ? atLatest : 0
        moments.append((now, count - atNow, count))
    }

    /// The packets made from `start` to `end`, both of them marked.
    func range(from start: Instant, to end: Instant) -> Range<Int> {
        let first = moments.first { $0.time >= start }?.before ?? count
        let last = moments.last { $0.time <= end }?.through ?? 0
        return first..<max(first, last)
    }
}

/// First in, first out, in a ring that grows when it is full.
struct Queue<Element> {
    private var ring: [Element] = []
    private var head = 0
    private(set) var count = 0

    subscript(position: Int) -> Element {
        let at = head + position
        return ring[at < ring.count ? at : at - ring.count]
    }

    mutating func append(_ element: Element) {
        if count == ring.count {
            // The oldest stands first again, so that there is room behind the newest.
            if head > 0 { ring = Array(ring[head...] + ring[..<head]) }
            head = 0
            ring.append(element)
            // The new places hold the element too, until others come.
            for _ in 0..<(ring.count < 8 ? 3 : ring.count - 1) { ring.append(element) }
        } else {
            let at = head + count
            ring[at < ring.count ? at : at - ring.count] = element
        }
        count += 1
    }

    mutating func removeFirst(_ number: Int = 1) {
        head += number
        if head >= ring.count { head -= ring.count }
        count -= number
    }

    /// Gives back what many took.
    mutating func removeAll() {
        if ring.count > 64 { ring = [] }
        head = 0
        count = 0
    }
}
