import Synchronization

/// The result of work that goes on when the call that waits for it is cancelled.
final class PendingResult<Value: Sendable>: Sendable {
    private enum State {
        case running
        case awaited(CheckedContinuation<Value, any Error>)
        case abandoned
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.running)

    /// Whether the call that waited was cancelled.
    var isAbandoned: Bool {
        state.withLock { if case .abandoned = $0 { true } else { false } }
    }

    /// Waits for the end.
    ///
    /// - Throws: what the work threw; `CancellationError` at once when the caller is cancelled.
    func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Value, any Error>? = state.withLock { state in
                    switch state {
                    case .ended(let result): return result
                    case .abandoned: return .failure(CancellationError())
                    case .running, .awaited:
                        state = .awaited(continuation)
                        return nil
                    }
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            abandon()
        }
    }

    private func abandon() {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .running:
                state = .abandoned
                return nil
            case .awaited(let continuation):
                state = .abandoned
                return continuation
            case .abandoned, .ended: return nil
            }
        }
        waiting?.resume(throwing: CancellationError())
    }

    /// The work is done; false if the caller does not want it any more.
    func end(with result: Result<Value, any Error>) -> Bool {
        let former = state.withLock { state in
            let former = state
            if case .abandoned = state { return former }
            state = .ended(result)
            return former
        }
        switch former {
        case .abandoned: return false
        case .awaited(let continuation): continuation.resume(with: result)
        case .running, .ended: break
        }
        return true
    }
}

extension MetaWearDevice {
    /// Has the board make something, or asks for what only the order of the answers tells apart; one call after the
    /// other.
    ///
    /// A caller that is cancelled gets `CancellationError` at once. Its work goes on, because the board's answer must not
    /// be taken for that to the next call, and what was made is removed again.
    func create<Value: Sendable>(
        _ make:
            @escaping @Sendable (isolated MetaWearDevice, PendingResult<Value>) async throws ->
            Value,
        discarding discard: @escaping @Sendable (Value) -> [Packet]
    ) async throws -> Value {
        try Task.checkCancellation()
        let pending = PendingResult<Value>()
        Task {
            _ = try? await inTurn(.creations) {
                guard !pending.isAbandoned else { return }
                do {
                    let made = try await make(self, pending)
                    if !pending.end(with: .success(made)) {
                        for packet in discard(made) { try? await router.write(packet) }
                    }
                } catch {
                    _ = pending.end(with: .failure(error))
                }
            }
        }
        return try await pending.value()
    }

    /// Writes a packet that makes something; the number that the board gives to it.
    ///
    /// - Throws: `MWError.timeout` if the board refuses, as it does by silence when it has no room.
    func numberOfNew(_ packet: Packet) async throws -> UInt8 {
        let answer = try await router.ask(
            packet.data, expecting: AnswerPattern(answering: packet))
        return try CreatedID.read([UInt8](answer))
    }
}
