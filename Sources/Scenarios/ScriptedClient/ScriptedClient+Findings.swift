import Declaration
import MetaWearProtocol

/// What expectations ask of a client.
extension ScriptedClient {
    /// The last answer to a read of a value; nil if it was not read.
    package func lastRead(of target: any ReadableValue, from board: Int) -> ReadRecord? {
        reads.last { $0.board == board && $0.target.isSame(as: target) }
    }

    /// Calls `action` for every notification of a board from now on that fits; false while there is
    /// no session with the board, which exists only once the client has begun to connect.
    package func watchNotifications(
        of board: Int, like bytes: BytePattern, _ action: @escaping () -> Void
    ) -> Bool {
        guard let session = sessions[board] else { return false }
        let pattern = AnswerPattern(bytes.bytes, isExact: !bytes.isOpen)
        session.watchers.append { _, packet in if pattern.matches(packet) { action() } }
        return true
    }

    /// Whole samples of a signal that came from a board's log, and how many the configured rate
    /// leaves room for between them.
    ///
    /// - Parameter chipSpeed: how many samples the board's inertial chip makes where its rate is
    /// one.
    package func downloaded(
        _ signal: String, from board: Int, chipSpeed: Double
    ) -> (samples: Int, missing: Int) {
        var (samples, missing) = (0, 0)
        for record in downloads where record.board == board {
            samples += record.download.count(of: signal)
            guard let rate = record.settings[signal]?.rate, rate > 0 else { continue }
            let units = record.signals.first { $0.name == signal }?.units ?? []
            let made = rate * (units.contains(where: \.isInertial) ? chipSpeed : 1)
            for span in record.download.spans(of: signal) { missing += span.missing(rate: made) }
        }
        return (samples, missing)
    }
}
