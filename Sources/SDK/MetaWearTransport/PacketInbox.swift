package import Foundation
import Synchronization

/// Packets on their way from a radio to the one task that takes them. It does what an `AsyncThrowingStream` does, at a
/// third of the cost: the stream looks up its types at run time for each element.
package final class PacketInbox: Sendable {
    /// What there is to take.
    package enum Batch: Sendable {
        /// A packet that somebody waited for: most come alone, and need no array.
        case one(Data)
        /// All that have come since; none at the end.
        case all([Data])
    }

    private struct State {
        var packets: [Data] = []
        /// nil until the end.
        var end: Result<Void, any Error>?
        var waiting: UnsafeContinuation<Batch, any Error>?
        var onCancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// An empty inbox.
    package init() {}

    /// Puts a packet in; none after the end.
    package func put(_ packet: Data) {
        let waiting = state.withLock { state -> UnsafeContinuation<Batch, any Error>? in
            guard state.end == nil else { return nil }
            if let waiting = state.waiting.take() { return waiting }
            state.packets.append(packet)
            return nil
        }
        // Resumed once, by the call that takes it out of the state.
        waiting?.resume(returning: .one(packet))
    }

    /// No more packets come: those that are there are still taken, then the error is thrown, if there is one.
    package func finish(_ error: (any Error)? = nil) {
        let end = error.map { Result<Void, any Error>.failure($0) } ?? .success(())
        let waiting = state.withLock { state -> UnsafeContinuation<Batch, any Error>? in
            guard state.end == nil else { return nil }
            state.end = end
            state.onCancel = nil
            return state.waiting.take()
        }
        waiting?.resume(with: end.map { .all([]) })
    }

    /// Packets are no longer read.
    package func cancel() {
        let onCancel = state.withLock { $0.end == nil ? $0.onCancel.take() : nil }
        finish()
        onCancel?()
    }

    /// Called once on any thread, if packets are no longer read before the end.
    package func onCancel(_ call: @escaping @Sendable () -> Void) {
        state.withLock { if $0.end == nil { $0.onCancel = call } }
    }

    /// All packets that are there, at least one; none at the end. One task at a time may wait.
    package func next() async throws -> Batch {
        try await withUnsafeThrowingContinuation { continuation in
            let now = state.withLock { state -> Result<Batch, any Error>? in
                if !state.packets.isEmpty {
                    defer { state.packets = [] }
                    return .success(.all(state.packets))
                }
                if let end = state.end { return end.map { .all([]) } }
                state.waiting = continuation
                return nil
            }
            if let now { continuation.resume(with: now) }
        }
    }
}
