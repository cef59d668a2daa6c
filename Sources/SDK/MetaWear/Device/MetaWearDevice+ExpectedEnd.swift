/// The connection that a board is asked to end, and the calls that wait for it.
struct ExpectedEnd {
    let session: Int
    var waiting: [PendingResult<Void>]
}

extension MetaWearDevice {
    /// Writes a command upon which the board ends the link, such as `MWDebug.Reset`, and returns when it has.
    ///
    /// Afterwards the device is disconnected as after ``disconnect()``: ``onUnexpectedDisconnect`` is not called, streams end, and
    /// loggers stay known. A board that keeps the link is left after `timeout`.
    ///
    /// - Throws: `MWError.invalidState` without a link; the error of the write, and then the link is as before;
    ///   `CancellationError`, and then the board still ends the link.
    public func sendExpectingDisconnect(
        _ command: any MWCommand, timeout: Duration = .seconds(5)
    ) async throws {
        try requireLink("sendExpectingDisconnect()")
        try await expectEnd(within: timeout) { try await write(command.writes) }
    }

    /// Runs what has the board end the link, and waits until it has.
    func expectEnd(within timeout: Duration, _ body: () async throws -> Void) async throws {
        let session = session
        let end = PendingResult<Void>()
        // Before anything is written: the board may be faster than the write.
        let former = expectedEnd.flatMap { $0.session == session ? $0.waiting : nil } ?? []
        expectedEnd = ExpectedEnd(session: session, waiting: former + [end])
        do {
            try await body()
        } catch {
            stopExpecting(end)
            throw error
        }
        let watchdog = Task {
            guard (try? await Task.sleep(for: timeout)) != nil, session == self.session else {
                return
            }
            try? await disconnect()
        }
        defer { watchdog.cancel() }
        try await end.value()
    }

    /// Whether the board was asked to end a connection.
    func isEndExpected(of session: Int) -> Bool { expectedEnd?.session == session }

    /// A connection has ended: whoever waits for it goes on.
    func connectionEnded(_ session: Int) {
        guard let ended = expectedEnd, ended.session == session else { return }
        expectedEnd = nil
        logAnchor = nil
        for end in ended.waiting { _ = end.end(with: .success(())) }
    }

    private func stopExpecting(_ end: PendingResult<Void>) {
        expectedEnd?.waiting.removeAll { $0 === end }
        if expectedEnd?.waiting.isEmpty == true { expectedEnd = nil }
    }
}
