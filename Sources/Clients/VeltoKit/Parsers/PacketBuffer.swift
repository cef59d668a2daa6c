/// Bytes that wait for the rest of their frame, bounded: beyond `limit` only the newest `kept` stay.
public struct PacketBuffer: Sendable {
    /// What was read stays in front of `start` until all is read, or until it is as long as the limit.
    private var storage: [UInt8] = []
    private var start = 0
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
    public var count: Int { storage.count - start }

    /// The waiting bytes, oldest first.
    public var bytes: [UInt8] { Array(storage[start...]) }

    /// The waiting bytes in place.
    var span: Span<UInt8> {
        @_lifetime(borrow self) get { storage.span.extracting(start..<storage.count) }
    }

    /// Adds a notification.
    public mutating func append(_ packet: [UInt8]) {
        guard packet.count <= limit else {
            // Only what can stay is copied, whatever the length of a notification.
            clear()
            return storage.append(contentsOf: packet.suffix(kept))
        }
        if start >= limit {
            storage.removeFirst(start)
            start = 0
        }
        storage.append(contentsOf: packet)
        if count > limit { start = storage.count - kept }
    }

    /// Forgets everything.
    public mutating func clear() {
        storage.removeAll(keepingCapacity: true)
        start = 0
    }

    /// Forgets the oldest bytes.
    mutating func consume(_ count: Int) {
        start += count
        if start >= storage.count { clear() }
    }
}
