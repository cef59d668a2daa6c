/// A packet between host and board, or a remark, in the log of a case.
package struct LogLine: Sendable, Equatable {
    /// Who sent a packet.
    package enum Direction: String, Sendable, CaseIterable {
        case host, board
        /// Not a packet: what the case did or observed.
        case note
    }

    /// Since the case began, in seconds of the board's time.
    package var seconds: Double
    /// Who sent it.
    package var direction: Direction
    /// Its short name: `command`, `notify`, `2A26`; empty for a note.
    package var characteristic: String
    /// As on the air; empty for a note.
    package var bytes: [UInt8]
    /// Register and fields by name, or the note.
    package var words: String

    /// A packet or a note.
    package init(
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
