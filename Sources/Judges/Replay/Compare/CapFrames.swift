/// The frames of a cap, put together from notifications, which are cut without regard to frames (protocol, triki 1.5).
struct CapFrames: Sendable {
    static let header: UInt8 = 0x22
    /// Of the usual form.
    static let length = 14
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
    /// 1 while the button is pressed; some firmware counts from 0 to 15 (protocol, triki 8.3).
    private var status: UInt8 = 0
    /// Bytes of the frame that is not complete yet.
    private var position = 0

    /// Takes a notification; nil for an answer to the host, which is no part of the stream even within a frame.
    ///
    /// - Returns: the status of the last frame that it completes.
    @discardableResult
    mutating func take(_ bytes: [UInt8], at time: Int64) -> UInt8? {
        guard bytes.count != 5 || bytes[0] != 0x21 else { return nil }
        if beginning.count < (Self.enough + 3) * 2 * Self.length { beginning += bytes }
        var completed: UInt8?
        for byte in bytes {
            if position == 0, byte != Self.header { continue }
            if position == 1 { status = byte }
            position += 1
            guard position == Self.length else { continue }
            if count == 0 { first = time }
            count += 1
            last = time
            if status == 1 { pressed += 1 }
            if status > 1 { others += 1 }
            completed = status
            position = 0
        }
        return completed
    }

    /// After how many bytes the header comes again in each of the first frames; nil if it never does so.
    var period: Int? {
        let starts = beginning.indices.prefix(2 * Self.length).filter {
            beginning[$0] == Self.header
        }
        for start in starts {
            for length in [Self.length] + Array(2...32) {
                let count = min((beginning.count - start) / length, Self.enough)
                guard count >= 3 else { continue }
                if (0..<count).allSatisfy({ beginning[start + $0 * length] == Self.header }) {
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

/// What a host starts and stops on a cap (protocol, triki 1.4).
enum CapCommand {
    /// START and STOP; a START with the settings of the running stream changes nothing (real boards 5.2).
    static let stream: UInt8 = 0x20

    /// Whether a command is a START: the rate is not zero.
    static func isStart(_ bytes: [UInt8]) -> Bool {
        bytes.count == 8 && bytes[0] == stream && (bytes[5] != 0 || bytes[6] != 0)
    }
}
