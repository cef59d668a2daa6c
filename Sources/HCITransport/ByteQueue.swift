/// Bytes on their way out: appended at the end, taken from the front, memory reused.
package struct ByteQueue {
    private var bytes: [UInt8] = []
    private var head = 0
    /// Beyond it, memory of a backlog is given back once it is gone.
    private static let keptCapacity = 65_536

    /// An empty queue.
    package init() {}

    package var count: Int { bytes.count - head }
    package var isEmpty: Bool { head == bytes.count }

    /// Lets somebody append.
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

    /// What waits, at most `limit` bytes of it.
    package func withFront<T>(_ limit: Int = .max, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[head...].prefix(limit))) }
    }
}
