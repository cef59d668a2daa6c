import CapProtocol

/// What the frames of a cap's stream show together.
struct CapFrames: Sendable {
    /// How many frames show the form of a stream.
    private static let enough = 20

    private(set) var count = 0
    /// When the last byte of the first frame and of the last one arrived.
    private var first: Int64 = 0
    private var last: Int64 = 0
    /// Frames with the button pressed.
    private(set) var pressed = 0
    /// Frames with another status, which a frame that was put together wrongly has too.
    private var others = 0
    /// The first bytes of the stream.
    private(set) var beginning: [UInt8] = []
    private var reader = CapFrameReader(status: .any)

    /// Takes a notification; nil for an answer to the host, which is no part of the stream even within a frame.
    ///
    /// - Returns: the status of the last frame that it completes.
    @discardableResult
    mutating func take(_ bytes: [UInt8], at time: Int64) -> UInt8? {
        guard !CapCommand.isAnswer(bytes.span) else { return nil }
        if beginning.count < (Self.enough + 3) * 2 * CapFrame.length { beginning += bytes }
        let frames = reader.process(bytes)
        for frame in frames {
            if count == 0 { first = time }
            count += 1
            last = time
            if frame.status == 1 { pressed += 1 }
            if frame.status > 1 { others += 1 }
        }
        return frames.last?.status
    }

    /// After how many bytes the header comes again in each of the first frames; nil if it never does so.
    var period: Int? {
        let starts = beginning.indices.prefix(2 * CapFrame.length).filter {
            beginning[$0] == CapFrame.header
        }
        for start in starts {
            for length in [CapFrame.length] + Array(2...32) {
                let count = min((beginning.count - start) / length, Self.enough)
                guard count >= 3 else { continue }
                if (0..<count).allSatisfy({ beginning[start + $0 * length] == CapFrame.header }) {
                    return length
                }
            }
        }
        return nil
    }

    /// Whether byte 1 is not the button.
    var isCounting: Bool { others > count / 4 }

    /// Frames a second, from the first to the last; nil if there are too few.
    var rate: Double? {
        guard count > Self.enough, last > first else { return nil }
        return Double(count - 1) / (Double(last - first) / 1e9)
    }
}
