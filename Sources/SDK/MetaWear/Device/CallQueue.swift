/// What goes on one at a time.
enum Line {
    /// Streams and recordings start and stop.
    case starts
    /// The board makes something and answers with its number, or it records a macro.
    case creations
}

/// Calls that wait for their turn, first come, first served.
struct CallQueue {
    private var isTaken = false
    private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// True if the turn is the caller's at once.
    mutating func takeIfFree() -> Bool {
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    mutating func wait(_ id: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        waiting.append((id, continuation))
    }

    mutating func cancel(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Ends a turn; the next one begins.
    mutating func end() {
        guard !waiting.isEmpty else {
            isTaken = false
            return
        }
        waiting.removeFirst().continuation.resume()
    }
}

extension MetaWearDevice {
    /// Runs a call after those before it in its queue: interleaved starts would leave a sensor running without a
    /// reader, and mix up the numbers of what two calls create. A download that was given up is over then, too.
    func inTurn<Value: Sendable>(
        _ line: Line = .starts, _ body: () async throws -> Value
    ) async throws -> Value {
        if !turns[line, default: CallQueue()].takeIfFree() {
            let id = turns[line, default: CallQueue()].makeID()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    (continuation: CheckedContinuation<Void, any Error>) in
                    if Task.isCancelled {
                        continuation.resume(throwing: CancellationError())
                    } else {
                        turns[line, default: CallQueue()].wait(id, continuation)
                    }
                }
            } onCancel: {
                Task { await self.cancelTurn(id, line) }
            }
        }
        defer { turns[line]?.end() }
        if case .starts = line { try await endOfAbandonedReadout() }
        return try await body()
    }

    /// What the device is doing once nothing starts or ends any more.
    package func settledState() async throws -> DeviceState { try await inTurn { state } }

    private func cancelTurn(_ id: Int, _ line: Line) { turns[line]?.cancel(id) }
}
