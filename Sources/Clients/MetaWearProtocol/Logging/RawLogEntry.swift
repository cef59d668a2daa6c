/// One entry of a board's log, as a readout sends it (protocol, core 3.6).
public struct RawLogEntry: Sendable, Hashable {
    /// Bytes of an entry.
    public static let length = 9

    /// Of the logger, 0 to 31.
    public let id: UInt8
    /// Counts the board's starts, 0 to 7.
    public let resetUID: UInt8
    /// When it was recorded, in ticks since the start; it wraps after 72.8 days.
    public let tick: UInt32
    /// Up to four bytes, the first of them lowest.
    public let rawData: UInt32

    /// An entry.
    public init(id: UInt8, resetUID: UInt8, tick: UInt32, rawData: UInt32) {
        self.id = id & 0x1F
        self.resetUID = resetUID & 0x07
        self.tick = tick
        self.rawData = rawData
    }

    /// Reads nine bytes.
    ///
    /// - Throws: `MWError.operationFailed` for fewer.
    public init(entryBytes: [UInt8]) throws(MWError) {
        try entryBytes.span.require(Self.length, "an entry of the log")
        self.init(entryBytes.span, at: 0)
    }

    /// Reads nine bytes from `start` on, which must be there.
    public init(_ bytes: Span<UInt8>, at start: Int) {
        id = bytes[start] & 0x1F
        resetUID = bytes[start] >> 5
        tick = bytes.uint32(at: start + 1)
        rawData = bytes.uint32(at: start + 5)
    }

    /// Milliseconds since the board's start.
    public var epochMs: Double { Double(tick) * LogTick.milliseconds }

    /// The one or two entries of a notification `[0B 07 …]`; none if it is too short.
    public static func parseAll(from notification: Span<UInt8>) -> [RawLogEntry] {
        stride(from: 2, through: notification.count - length, by: length).map {
            RawLogEntry(notification, at: $0)
        }
    }

    /// The one or two entries of a notification `[0B 07 …]`; none if it is too short.
    public static func parseAll(from notification: [UInt8]) -> [RawLogEntry] {
        parseAll(from: notification.span)
    }
}
