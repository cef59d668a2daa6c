internal import Wire

/// The queued bytes of the stream, and how they are split.
///
/// A frame is queued whole or not at all, so that a full buffer loses frames but never their
/// alignment.
struct StreamBuffer {
    /// A tenth of a second at the highest rate, and half as much again: enough for the gap of a
    /// burst.
    static let capacity = 1024

    /// The queued bytes; the first `head` have been sent.
    private var bytes: [UInt8] = []
    private var head = 0
    /// The position of the stream in 20, 20, 2.
    private var position = 0

    /// Bytes that wait.
    var count: Int { bytes.count - head }

    /// False if there is no room for the frame.
    mutating func append(_ frame: ShortBytes) -> Bool {
        guard count + frame.count <= Self.capacity else { return false }
        if head == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= Self.capacity {
            bytes.removeFirst(head)
            head = 0
        }
        for i in frame.indices { bytes.append(frame[i]) }
        return true
    }

    /// The queued bytes, and which of them are the next notification; nil if there are too few for it.
    ///
    /// - Parameter mtu: of ATT; at least 23.
    func next(
        _ chunking: TrikiSwitches.Chunking, frame: Int, mtu: Int
    ) -> (bytes: [UInt8], place: Range<Int>)? {
        let length =
            switch chunking {
            case .cycle: position == 2 ? 2 : 20
            case .frames(let count): frame * max(1, min(count, (mtu - 3) / frame))
            case .blocks: 8
            }
        return count >= length ? (bytes, head..<head + length) : nil
    }

    /// Frames of a length that have not been sent completely.
    func frames(of length: Int) -> Int { (count + length - 1) / length }

    /// A notification of this length was sent; how many frames it completed.
    mutating func sent(_ length: Int, frame: Int) -> Int {
        let before = frames(of: frame)
        head += length
        position = position == 2 ? 0 : position + 1
        return before - frames(of: frame)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        head = 0
        position = 0
    }
}
