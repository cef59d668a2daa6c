import Wire

/// Notifications that wait for the link: a ring of fixed size, oldest first.
///
/// A third of it is reserved for answers: samples may be lost, answers may not.
struct Outbox {
    /// The kind of a packet, which decides whether it may take the last places.
    enum Kind: UInt8 { case sample, answer, readout }

    /// A queued packet.
    private struct Entry {
        var packet = ShortBytes()
        var kind = Kind.sample
    }

    private var ring: [Entry]
    /// The streams that count the packets, at the same positions.
    private var streams: [SignalOutlet?]
    private let samplesMost: Int
    private var head = 0
    private(set) var count = 0
    /// Readout packets in the queue.
    private var readouts = 0

    init(capacity: Int) {
        ring = Array(repeating: Entry(), count: capacity)
        streams = Array(repeating: nil, count: capacity)
        samplesMost = capacity - capacity / 3
    }

    var isEmpty: Bool { count == 0 }
    var hasRoomForReadout: Bool { readouts == 0 && count < ring.count }

    /// False if there is no place for a packet of this kind.
    mutating func append(_ packet: ShortBytes, _ kind: Kind, _ stream: SignalOutlet?) -> Bool {
        guard count < (kind == .sample ? samplesMost : ring.count) else { return false }
        var tail = head + count
        if tail >= ring.count { tail -= ring.count }
        ring[tail] = Entry(packet: packet, kind: kind)
        streams[tail] = stream
        count += 1
        if kind == .readout { readouts += 1 }
        return true
    }

    /// The oldest packet; the queue must not be empty.
    var first: ShortBytes { ring[head].packet }

    /// Removes the oldest packet and returns the stream that counts it; the queue must not be empty.
    mutating func removeFirst() -> SignalOutlet? {
        if ring[head].kind == .readout { readouts -= 1 }
        let stream = streams[head]
        streams[head] = nil
        head = head + 1 == ring.count ? 0 : head + 1
        count -= 1
        return stream
    }
}
