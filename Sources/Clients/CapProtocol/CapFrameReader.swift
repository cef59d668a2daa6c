/// Puts the frames of a cap's stream together again, wherever it was cut (protocol, triki-motion 1.5).
public struct CapFrameReader: Sendable {
    private var waiting: [UInt8] = []
    /// Bytes that belong to no frame.
    public private(set) var droppedBytes = 0

    /// A reader that has seen nothing.
    public init() {}

    /// The frames that a notification completes: a header and a status of 0 or 1.
    ///
    /// Firmware that counts 0 to 15 in the status is read only where the number is 0 or 1.
    public mutating func process(_ packet: [UInt8]) -> [CapFrame] {
        waiting += packet
        var frames: [CapFrame] = []
        var cursor = 0
        while cursor < waiting.count {
            let left = waiting.count - cursor
            let isHeader = waiting[cursor] == 0x22 && (left == 1 || waiting[cursor + 1] <= 1)
            guard isHeader else {
                cursor += 1
                droppedBytes += 1
                continue
            }
            guard left >= CapFrame.length,
                let frame = CapFrame(Array(waiting[cursor..<cursor + CapFrame.length]))
            else { break }
            frames.append(frame)
            cursor += CapFrame.length
        }
        waiting.removeFirst(cursor)
        return frames
    }
}
