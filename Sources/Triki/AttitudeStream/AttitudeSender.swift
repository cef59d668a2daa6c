/// Turns attitudes into the bytes of a stream; a slow stream loses old frames, never parts of one.
public struct AttitudeSender: Sendable {
    /// Which frames it sends.
    public let format: AttitudeFormat
    /// Frames that a newer one replaced before any byte of them was sent.
    public private(set) var replaced = 0
    /// Attitudes that were not sent because they are not finite.
    public private(set) var refused = 0
    private var zero: Attitude?
    private var sequence: UInt32 = 0
    /// What is on its way: it must be sent to its end.
    private var current: ArraySlice<UInt8> = []
    private var rezero: [UInt8]?
    private var newest: [UInt8]?

    /// A sender whose first attitude is its zero.
    public init(_ format: AttitudeFormat = .versioned) { self.format = format }

    /// Whether bytes wait.
    public var hasBytes: Bool { !current.isEmpty || rezero != nil || newest != nil }

    /// Takes the attitude of now; `microseconds` of any clock that does not go backwards.
    ///
    /// As published, what is sent is the first attitude minus this one; legacy frames do not wrap.
    public mutating func update(_ attitude: Attitude, microseconds: UInt64 = 0) {
        let sent = attitude.subtracted(from: zero ?? attitude, wraps: format == .versioned)
        // The difference of two finite angles may not be finite.
        guard attitude.isFinite, sent.isFinite else {
            refused += 1
            return
        }
        if zero == nil { zero = attitude }
        if newest != nil { replaced += 1 }
        newest = frame(.attitude(sent), microseconds)
    }

    /// Takes the next attitude as zero; a versioned stream reports that to the receiver.
    public mutating func resetZero(microseconds: UInt64 = 0) {
        zero = nil
        newest = nil
        if format == .versioned { rezero = frame(.rezero, microseconds) }
    }

    /// Sends pending frames; `write` takes bytes and says how many of them it took.
    public mutating func flush(_ write: ([UInt8]) -> Int) {
        while true {
            if current.isEmpty {
                guard let next = rezero ?? newest else { return }
                if rezero != nil { rezero = nil } else { newest = nil }
                current = next[...]
            }
            let taken = min(max(0, write(Array(current))), current.count)
            current = current.dropFirst(taken)
            if !current.isEmpty { return }
        }
    }

    private mutating func frame(
        _ content: AttitudeFrame.Content, _ microseconds: UInt64
    ) -> [UInt8] {
        defer { sequence &+= 1 }
        return AttitudeFrame(content, sequence: sequence, microseconds: microseconds).bytes(format)
    }
}
