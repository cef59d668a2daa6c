/// Bytes that wait for the rest of their frame, bounded: beyond `limit` only the newest `kept` stay.
public struct PacketBuffer: Sendable {
    /// The waiting bytes, oldest first.
    public private(set) var bytes: [UInt8] = []
    /// Most bytes that wait.
    public let limit: Int
    /// How many stay when there are more.
    public let kept: Int

    /// A buffer of at most `limit` bytes.
    public init(limit: Int, kept: Int) {
        self.limit = limit
        self.kept = min(kept, limit)
    }

    /// Bytes that wait.
    public var count: Int { bytes.count }

    /// Adds a notification.
    public mutating func append(_ packet: [UInt8]) {
        // Only what can stay is copied, whatever the length of a notification.
        if packet.count > limit { bytes.removeAll(keepingCapacity: true) }
        bytes.append(contentsOf: packet.count > limit ? packet.suffix(kept) : packet[...])
        if bytes.count > limit { bytes.removeFirst(bytes.count - kept) }
    }

    /// Forgets everything.
    public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Forgets the oldest bytes.
    mutating func consume(_ count: Int) {
        if count >= bytes.count { clear() } else { bytes.removeFirst(count) }
    }
}
