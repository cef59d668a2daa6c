/// What to do about a log that is on a board when this host connects (real boards of 2026: RB26-08).
public enum ForeignLogDecision: Sendable, Equatable {
    /// Offer it for a download: another host, or an earlier run of this program, has recorded it.
    case surface(isActivelyLogging: Bool)
    /// Clear it without a question: its loggers are gone, so that nobody can read it.
    case silentClear
    /// There is nothing to do.
    case leaveAlone

    /// The decision.
    ///
    /// - Parameters:
    ///   - hasPendingSession: whether this host knows the session and will collect it.
    ///   - hasLoggers: whether the board has any (``MetaWearDevice/queryActiveLoggers()``); nil if they could not be read.
    ///   - length: what ``MWLogLength`` says. A single entry is none: for a minute after a clear an empty log has one (RB26-06).
    ///   - isLogging: what ``MWLoggingEnabled`` says. The first page of a session that runs may not be in the length yet.
    public init(hasPendingSession: Bool, hasLoggers: Bool?, length: UInt32, isLogging: Bool) {
        let hasEntries = length > 1
        if hasPendingSession {
            self = .leaveAlone
        } else if hasLoggers == false {
            self = hasEntries ? .silentClear : .leaveAlone
        } else {
            self =
                hasEntries || isLogging ? .surface(isActivelyLogging: isLogging) : .leaveAlone
        }
    }
}

extension MetaWearDevice {
    /// Asks the board for its loggers, its log's length and whether it records, and decides. It changes nothing.
    ///
    /// - Parameter hasPendingSession: whether this host knows the session on the board and will collect it.
    /// - Throws: `MWError.timeout` if the board does not say how long its log is; the radio's error.
    public func foreignLogDecision(
        hasPendingSession: Bool
    ) async throws -> ForeignLogDecision {
        let isLogging = try await read(MWLoggingEnabled()).value
        let length = try await read(MWLogLength()).value
        let loggers = try? await queryActiveLoggers()
        return ForeignLogDecision(
            hasPendingSession: hasPendingSession, hasLoggers: loggers.map { !$0.isEmpty },
            length: length, isLogging: isLogging)
    }
}
