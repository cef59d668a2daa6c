/// Bytes that wait for the rest of their frame, bounded: beyond `limit` only the newest `kept` stay.
public struct PacketBuffer: Sendable {
    /// As long as it ever had to be; the bytes that wait are those from `start` to `end`.
    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0
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
    public var count: Int { end - start }

    /// The waiting bytes, oldest first.
    public var bytes: [UInt8] { Array(storage[start..<end]) }

    /// The waiting bytes in place.
    var span: Span<UInt8> {
        @_lifetime(borrow self) get { storage.span.extracting(start..<end) }
    }

    /// Adds a notification.
    public mutating func append(_ packet: [UInt8]) {
        guard packet.count <= limit else {
            // Only what can stay is copied, whatever the length of a notification.
            clear()
            return add(packet.span.extracting(last: kept))
        }
        // What was read stays in front until all is read, or until it is as long as the limit.
        if start >= limit { moveToFront() }
        add(packet.span)
        if count > limit { start = end - kept }
    }

    /// Forgets everything.
    public mutating func clear() { (start, end) = (0, 0) }

    /// Forgets the oldest bytes.
    mutating func consume(_ count: Int) {
        start += count
        if start >= end { clear() }
    }

    private mutating func add(_ bytes: Span<UInt8>) {
        let end = end
        let missing = end + bytes.count - storage.count
        if missing > 0 { storage.append(contentsOf: repeatElement(0, count: max(missing, 64))) }
        var space = storage.mutableSpan
        for i in bytes.indices { space[end + i] = bytes[i] }
        self.end = end + bytes.count
    }

    private mutating func moveToFront() {
        let (start, end) = (start, end)
        var space = storage.mutableSpan
        for i in start..<end { space[i - start] = space[i] }
        (self.start, self.end) = (0, end - start)
    }
}
