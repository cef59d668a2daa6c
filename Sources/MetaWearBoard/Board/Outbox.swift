import Wire

/// Notifications that wait for the link: a ring of fixed size, oldest first.
///
/// A third of it is kept for what a host waits for: samples may be lost, answers may not.
struct Outbox {
    /// What a packet is, which says who may take the last places.
    enum Kind: UInt8 { case sample, answer, readout }

    private var ring: [(packet: ShortBytes, kind: Kind)]
    private let samplesMost: Int
    private var head = 0
    private(set) var count = 0
    /// Readout packets that wait.
    private var readouts = 0

    init(capacity: Int) {
        ring = Array(repeating: (ShortBytes(), .sample), count: capacity)
        samplesMost = capacity - capacity / 3
    }

    var isEmpty: Bool { count == 0 }
    var first: ShortBytes? { count == 0 ? nil : ring[head].packet }
    var hasRoomForReadout: Bool { readouts == 0 && count < ring.count }

    /// False if there is no place for a packet of this kind.
    mutating func append(_ packet: ShortBytes, _ kind: Kind) -> Bool {
        guard count < (kind == .sample ? samplesMost : ring.count) else { return false }
        ring[(head + count) % ring.count] = (packet, kind)
        count += 1
        if kind == .readout { readouts += 1 }
        return true
    }

    mutating func removeFirst() {
        guard count > 0 else { return }
        if ring[head].kind == .readout { readouts -= 1 }
        head = (head + 1) % ring.count
        count -= 1
    }

    mutating func removeAll() {
        count = 0
        readouts = 0
    }
}
