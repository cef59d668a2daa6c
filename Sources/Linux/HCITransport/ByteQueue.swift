/// Bytes on their way out: appended at the end, taken from the front, memory reused.
package struct ByteQueue {
    private var bytes: [UInt8] = []
    private var head = 0
    /// Above it, the memory of a backlog is released once it is sent.
    private static let keptCapacity = 65_536

    /// An empty queue.
    package init() {}

    package var count: Int { bytes.count - head }
    package var isEmpty: Bool { head == bytes.count }

    /// Appends through a closure.
    package mutating func append(by body: (inout [UInt8]) -> Void) {
        if head > Self.keptCapacity, head > bytes.count / 2 {
            bytes.removeFirst(head)
            head = 0
        }
        body(&bytes)
    }

    /// Takes bytes from the front.
    package mutating func drop(_ count: Int) {
        head += count
        guard isEmpty else { return }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        head = 0
    }

    /// Calls `body` with the queued bytes, at most `limit` of them.
    package func withFront<T>(_ limit: Int = .max, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[head...].prefix(limit))) }
    }
}
