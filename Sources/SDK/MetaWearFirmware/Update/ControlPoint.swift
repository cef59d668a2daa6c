import Foundation
import MetaWearTransport

/// What the control point of a bootloader notifies, one at a time and each within its time.
struct ControlPoint {
    private enum Event: Sendable {
        case notice([UInt8])
        case deadline(Int)
        case ended
    }

    private let continuation: AsyncStream<Event>.Continuation
    private let listener: Task<Void, Never>
    private var events: AsyncStream<Event>.Iterator
    private var deadlines = 0

    /// Turns the notifications on.
    init(_ transport: any BLETransport) async {
        let (stream, continuation) = AsyncStream<Event>.makeStream()
        let notices = await transport.notifications(from: UpdateUUID.control)
        listener = Task {
            do {
                for try await notice in notices { continuation.yield(.notice([UInt8](notice))) }
            } catch {}
            continuation.yield(.ended)
        }
        self.continuation = continuation
        events = stream.makeAsyncIterator()
    }

    /// No more of it.
    func close() { listener.cancel() }

    /// The next notification; nil when the link has ended.
    ///
    /// - Throws: `UpdateFailure.silent` after the time; `CancellationError`.
    mutating func next(
        within limit: Duration, _ what: String
    ) async throws -> [UInt8]? {
        deadlines += 1
        let (number, continuation) = (deadlines, continuation)
        let timer = Task {
            try await Task.sleep(for: limit)
            continuation.yield(.deadline(number))
        }
        defer { timer.cancel() }
        while let event = await events.next(isolation: #isolation) {
            switch event {
            case .notice(let bytes): return bytes
            case .deadline(number): throw UpdateFailure.silent(what)
            // Of an answer that came in time.
            case .deadline: continue
            case .ended: return nil
            }
        }
        throw CancellationError()
    }
}
