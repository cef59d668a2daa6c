/// The newest attitude of a stream, and whether it is still current.
public struct AttitudeReceiver: Sendable {
    /// After how many seconds without a frame the attitude is stale.
    public static let staleAfter = 0.35

    /// The newest attitude; nil before the first frame.
    public private(set) var attitude: Attitude?
    /// How often the sender took a new zero.
    public private(set) var rezeros = 0
    /// Frames that came after a newer one, and were not used.
    public private(set) var outdated = 0
    /// Frames and bytes that were not used; see the reader.
    public var reader: AttitudeReader
    private var lastSequence: UInt32?
    private var lastTime: Double?

    /// A receiver at the first byte of a stream.
    public init(_ format: AttitudeFormat = .versioned) { reader = AttitudeReader(format) }

    /// Takes bytes that arrive at `now`, in seconds, and says how many frames they completed.
    @discardableResult
    public mutating func process(_ bytes: [UInt8], at now: Double) -> Int {
        let frames = reader.process(bytes)
        for frame in frames {
            if reader.format == .versioned {
                // The sequence begins again after the largest: newer is the shorter way ahead.
                if let last = lastSequence, Int32(bitPattern: frame.sequence &- last) <= 0 {
                    outdated += 1
                    continue
                }
                lastSequence = frame.sequence
            }
            lastTime = now
            switch frame.content {
            case .attitude(let new): attitude = new
            case .rezero:
                attitude = Attitude()
                rezeros += 1
            }
        }
        return frames.count
    }

    /// Whether no frame came for too long, or none at all; `now` in seconds.
    public func isStale(at now: Double) -> Bool {
        lastTime.map { now - $0 > Self.staleAfter } ?? true
    }
}
