/// Puts the frames of a cap's stream together again, wherever it was cut (protocol, triki-motion 1.5).
package struct CapFrameReader: Sendable {
    /// What the status of a frame, its second byte, may be.
    package enum Status: Sendable {
        /// 0 or 1. Firmware that counts 0 to 15 in the status is read only where the number is 0 or 1.
        case flag
        /// Any value, for firmware of either kind.
        case any
    }

    private let status: Status
    private var waiting: [UInt8] = []
    /// Bytes that belong to no frame.
    package private(set) var droppedBytes = 0

    /// A reader that has seen nothing.
    package init(status: Status = .flag) { self.status = status }

    /// The frames that a notification completes.
    package mutating func process(_ packet: [UInt8]) -> [CapFrame] { process(packet.span) }

    /// The frames that a notification completes. The answer to START is no part of the stream, even within a frame.
    package mutating func process(_ packet: Span<UInt8>) -> [CapFrame] {
        guard !CapCommand.isAnswer(packet) else {
            droppedBytes += packet.count
            return []
        }
        for index in packet.indices { waiting.append(packet[index]) }
        var frames: [CapFrame] = []
        var cursor = 0
        while cursor < waiting.count {
            let left = waiting.count - cursor
            let isStatus = status == .any || left == 1 || waiting[cursor + 1] <= 1
            guard waiting[cursor] == CapFrame.header, isStatus else {
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
