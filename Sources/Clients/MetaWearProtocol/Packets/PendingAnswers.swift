/// Who waits for which packet of a board, and until when: a host adds its callers, hands over what the board sends, and
/// learns who is concerned.
///
/// - `Token`: what the host needs to continue a caller.
/// - `Time`: of the host's clock.
package struct PendingAnswers<Token, Time: Comparable> {
    @usableFromInline struct Entry {
        @usableFromInline let id: Int
        @usableFromInline let token: Token
        @usableFromInline let pattern: AnswerPattern
        @usableFromInline let deadline: Time

        @inlinable init(id: Int, token: Token, pattern: AnswerPattern, deadline: Time) {
            self.id = id
            self.token = token
            self.pattern = pattern
            self.deadline = deadline
        }
    }

    /// Oldest first. There are few, so that a search is faster than a table.
    @usableFromInline var entries: [Entry] = []

    /// Without any.
    @inlinable package init() {}

    /// Whether nobody waits.
    @inlinable package var isEmpty: Bool { entries.isEmpty }

    /// The earliest time at which somebody has waited long enough; nil if nobody waits.
    @inlinable package var nextDeadline: Time? { entries.lazy.map(\.deadline).min() }

    /// Adds a caller behind all others.
    ///
    /// - Parameters:
    ///   - id: tells it from the others.
    ///   - answer: what it waits for.
    ///   - deadline: when it has waited long enough.
    @inlinable package mutating func add(
        _ token: Token, as id: Int, for answer: AnswerPattern, until deadline: Time
    ) {
        entries.append(Entry(id: id, token: token, pattern: answer, deadline: deadline))
    }

    /// Takes out the oldest caller that waits for this packet; nil if nobody does.
    @inlinable package mutating func take(_ packet: Span<UInt8>) -> Token? {
        for index in entries.indices where entries[index].pattern.matches(packet) {
            return entries.remove(at: index).token
        }
        return nil
    }

    /// Takes out a caller; nil if it waits no more.
    @inlinable package mutating func remove(_ id: Int) -> Token? {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        return entries.remove(at: index).token
    }

    /// Takes out all that have waited long enough, oldest first.
    @inlinable package mutating func removeDue(at time: Time) -> [Token] {
        let due = entries.filter { $0.deadline <= time }
        entries.removeAll { $0.deadline <= time }
        return due.map(\.token)
    }

    /// Takes out all, oldest first.
    @inlinable package mutating func removeAll() -> [Token] {
        defer { entries = [] }
        return entries.map(\.token)
    }
}
