import Wire

/// Notifications that wait for the link: a ring of fixed size, oldest first.
///
/// A third of it is reserved for answers: samples may be lost, answers may not.
struct Outbox {
    /// The kind of a packet, which decides whether it may take the last places.
    enum Kind: UInt8 { case sample, answer, readout }

    /// A queued packet.
    struct Entry {
        var packet = ShortBytes()
        var kind = Kind.sample
        /// The stream that counts it.
        var stream: SignalOutlet?
    }

    private var ring: [Entry]
    private let samplesMost: Int
    private var head = 0
    private(set) var count = 0
    /// Readout packets in the queue.
    private var readouts = 0

    init(capacity: Int) {
        ring = Array(repeating: Entry(), count: capacity)
        samplesMost = capacity - capacity / 3
    }

    var isEmpty: Bool { count == 0 }
    var hasRoomForReadout: Bool { readouts == 0 && count < ring.count }

    /// False if there is no place for a packet of this kind.
    mutating func append(_ packet: ShortBytes, _ kind: Kind, _ stream: SignalOutlet?) -> Bool {
        guard count < (kind == .sample ? samplesMost : ring.count) else { return false }
        ring[(head + count) % ring.count] = Entry(packet: packet, kind: kind, stream: stream)
        count += 1
        if kind == .readout { readouts += 1 }
        return true
    }

    /// Removes the oldest; nil if the queue is empty.
    mutating func removeFirst() -> Entry? {
        guard count > 0 else { return nil }
        let first = ring[head]
        if first.kind == .readout { readouts -= 1 }
        head = (head + 1) % ring.count
        count -= 1
        return first
    }

    /// Puts back the packet that was removed last, which the link did not take.
    ///
    /// - Precondition: nothing was appended meanwhile.
    mutating func restore(_ first: Entry) {
        head = (head + ring.count - 1) % ring.count
        ring[head] = first
        count += 1
        if first.kind == .readout { readouts += 1 }
    }
}
