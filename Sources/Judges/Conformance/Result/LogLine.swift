/// A packet between host and board, or a remark, in the log of a case.
public struct LogLine: Sendable, Equatable {
    /// Who sent a packet.
    public enum Direction: String, Sendable, CaseIterable {
        case host, board
        /// No packet: what the case did or saw.
        case note
    }

    /// Since the case began, in seconds of the board's time.
    public var seconds: Double
    /// Who sent it.
    public var direction: Direction
    /// Its short name: `command`, `notify`, `2A26`; empty of a note.
    public var characteristic: String
    /// As on the air; empty of a note.
    public var bytes: [UInt8]
    /// Register and fields by name, or the note.
    public var words: String

    /// A packet or a note.
    public init(
        seconds: Double, direction: Direction, characteristic: String = "", bytes: [UInt8] = [],
        words: String
    ) {
        self.seconds = seconds
        self.direction = direction
        self.characteristic = characteristic
        self.bytes = bytes
        self.words = words
    }
}
