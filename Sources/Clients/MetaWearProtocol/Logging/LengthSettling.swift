/// Waits until a flush has reached a log's length: the board does not say when that is (real boards of 2026: RB26-10).
///
/// The caller waits for ``pause``, writes ``packets``, asks for the length, and hands in the answer, until that has settled.
package struct LengthSettling: Sendable {
    /// How long to wait before the next question, in milliseconds.
    package private(set) var pause: Int64
    /// What is written right before it.
    public private(set) var packets: [Packet] = []

    private let isFlushed: Bool
    private let expectsEntries: Bool
    private var last: UInt64?
    private var answers = 0

    /// The waits of the vendor's libraries: 0.3 s, then until two answers agree that are 0.25 s apart, six at most. Where entries
    /// are expected an empty log is asked ten times, 0.75 s apart, and flushed again each third time.
    init(isFlushed: Bool, expectsEntries: Bool) {
        self.isFlushed = isFlushed
        self.expectsEntries = expectsEntries
        pause = isFlushed ? 300 : 0
    }

    /// Takes an answer `[0B 85 length]`; true if no more is needed.
    package mutating func hasSettled(with answer: Span<UInt8>) -> Bool {
        guard isFlushed, answer.count > 2 else { return true }
        let length = answer.unsigned(at: 2, bytes: min(4, answer.count - 2))
        answers += 1
        defer { last = length }
        let isEmpty = expectsEntries && length == 0
        guard answers < (isEmpty ? 10 : 6), isEmpty || length != last else { return true }
        pause = isEmpty ? 750 : 250
        packets = isEmpty && answers % 3 == 0 ? [LogCommand.flushPage] : []
        return false
    }

    /// Takes an answer; true if no more is needed.
    package mutating func hasSettled(with answer: [UInt8]) -> Bool { hasSettled(with: answer.span) }
}
