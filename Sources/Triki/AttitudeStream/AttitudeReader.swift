/// Cuts a stream of bytes into frames, however it arrives; what is no frame is counted.
public struct AttitudeReader: Sendable {
    /// Which frames the stream has.
    public let format: AttitudeFormat
    /// Frames that were refused: an angle is not finite, or the type or version is not known.
    public private(set) var refused = 0
    /// Bytes that belong to no frame; a legacy stream cannot tell.
    public private(set) var skippedBytes = 0
    private var waiting: [UInt8] = []
    private var cursor = 0

    /// Most bytes of a payload; a longer one is no frame.
    public static let longestPayload = 1024

    /// A reader at the first byte of a stream.
    public init(_ format: AttitudeFormat) { self.format = format }

    /// Bytes that wait for the rest of their frame.
    public var waitingBytes: Int { waiting.count }

    /// The frames that these bytes complete, oldest first.
    public mutating func process(_ bytes: [UInt8]) -> [AttitudeFrame] {
        waiting += bytes
        cursor = 0
        var frames: [AttitudeFrame] = []
        while let frame = format == .legacy ? nextLegacy() : nextVersioned() {
            switch frame.content {
            case .attitude(let attitude) where !attitude.isFinite: refused += 1
            default: frames.append(frame)
            }
        }
        waiting.removeFirst(cursor)
        return frames
    }

    private mutating func nextLegacy() -> AttitudeFrame? {
        guard waiting.count - cursor >= AttitudeFrame.anglesLength else { return nil }
        defer { cursor += AttitudeFrame.anglesLength }
        return AttitudeFrame(.attitude(waiting.angles(at: cursor)))
    }

    private mutating func nextVersioned() -> AttitudeFrame? {
        while true {
            guard findHeader() else { return nil }
            let length = Int(waiting.integer(UInt16.self, at: cursor + 4))
            guard length <= Self.longestPayload else {
                skip()
                continue
            }
            let end = cursor + AttitudeFrame.headerLength + length
            guard end <= waiting.count else { return nil }
            let start = cursor
            cursor = end
            if let content = content(at: start, length: length) {
                return AttitudeFrame(
                    content, sequence: waiting.integer(UInt32.self, at: start + 6),
                    microseconds: waiting.integer(UInt64.self, at: start + 10))
            }
            // A type of a later version: its length says where the next frame begins.
            refused += 1
        }
    }

    private func content(at start: Int, length: Int) -> AttitudeFrame.Content? {
        guard waiting[start + 2] == AttitudeFrame.version else { return nil }
        switch (waiting[start + 3], length) {
        case (1, AttitudeFrame.anglesLength):
            return .attitude(waiting.angles(at: start + AttitudeFrame.headerLength))
        case (2, 0): return .rezero
        default: return nil
        }
    }

    /// Moves to the next complete header; false if there is none yet.
    private mutating func findHeader() -> Bool {
        while cursor < waiting.count {
            let left = waiting.count - cursor
            let isStart =
                waiting[cursor] == AttitudeFrame.magic[0]
                && (left == 1 || waiting[cursor + 1] == AttitudeFrame.magic[1])
            if isStart { return left >= AttitudeFrame.headerLength }
            skip()
        }
        return false
    }

    private mutating func skip() {
        cursor += 1
        skippedBytes += 1
    }
}
