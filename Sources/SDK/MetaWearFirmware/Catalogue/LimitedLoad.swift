// The packages have a Foundation of their own, whose requests know limits themselves.
#if PACKAGED_FOUNDATION
    import Foundation
    import FoundationNetworking

    /// One request whose answer has a size and a time that it may not exceed.
    struct LimitedLoad {
        private let url: URL
        private let limit: Int
        private let time: Duration

        /// - Parameters:
        ///   - limit: in bytes.
        ///   - time: from the request to the last byte.
        init(_ url: URL, limit: Int, time: Duration) {
            self.url = url
            self.limit = limit
            self.time = time
        }

        /// - Throws: ``MWFirmwareError/invalidServerResponse(message:)`` for an answer beyond a limit; the session's
        ///   error; `CancellationError`.
        func run(_ configuration: URLSessionConfiguration) async throws -> (Data, URLResponse) {
            do {
                return try await URLSession.shared.data(from: url, limit: limit, time: time)
            } catch let error as URLLimitError {
                throw MWFirmwareError.invalidServerResponse(
                    message: "\(url.absoluteString) \(error.description)")
            }
        }
    }
#else
    import Foundation
    import Synchronization

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// One request whose answer has a size and a time that it may not exceed. The size is that of the contents: a server may
    /// send a little that is unpacked to very much.
    final class LimitedLoad: NSObject, Sendable {
        typealias Answer = (Data, URLResponse)

        private struct State {
            var data = Data()
            var response: URLResponse?
            var task: URLSessionDataTask?
            var waiting: CheckedContinuation<Answer, any Error>?
            var isOver = false
            /// What the caller gets once the session no longer has the request.
            var outcome: Result<Answer, any Error>?
        }

        /// How long a request that was cancelled may take to end.
        private static let longestEnd = 5.0

        private let url: URL
        private let limit: Int
        private let time: Duration
        private let state = Mutex(State())
        /// Wakes the thread of the alarm.
        private let over = NSCondition()

        /// - Parameters:
        ///   - limit: in bytes.
        ///   - time: from the request to the last byte.
        init(_ url: URL, limit: Int, time: Duration) {
            self.url = url
            self.limit = limit
            self.time = time
        }

        /// - Throws: ``MWFirmwareError/invalidServerResponse(message:)`` for an answer beyond a limit; the session's error;
        ///   `CancellationError`.
        func run(_ configuration: URLSessionConfiguration) async throws -> Answer {
            // Contents come in parts only to the delegate of a session.
            let session = URLSession(
                configuration: configuration, delegate: self, delegateQueue: nil)
            defer { session.finishTasksAndInvalidate() }
            let task = session.dataTask(with: url)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { waiting in
                    let isOver = state.withLock { state in
                        state.task = task
                        if !state.isOver { state.waiting = waiting }
                        return state.isOver
                    }
                    if isOver { return waiting.resume(throwing: CancellationError()) }
                    setAlarm()
                    task.resume()
                }
            } onCancel: {
                end(with: .failure(CancellationError()))
            }
        }

        /// On a thread, because the network is real also for tasks in virtual time, whose timers are not.
        private func setAlarm() {
            Thread.detachNewThread { [self] in
                let seconds = time / .seconds(1)
                wait(until: Date(timeIntervalSinceNow: seconds)) { $0.isOver }
                refuse("is not complete after \(seconds.formatted()) s")
                wait(until: Date(timeIntervalSinceNow: Self.longestEnd)) { $0.waiting == nil }
                finish()
            }
        }

        /// Until something is so, or until a time.
        private func wait(until deadline: Date, _ isSo: (State) -> Bool) {
            over.lock()
            while !state.withLock({ isSo($0) }), over.wait(until: deadline) {}
            over.unlock()
        }

        private func refuse(_ why: String) {
            end(
                with: .failure(
                    MWFirmwareError.invalidServerResponse(message: "\(url.absoluteString) \(why)")))
        }

        /// The first end counts. The request is cancelled, and the caller continues when that is done: Foundation on Linux traps if a
        /// server closes the connection of a request that is being cancelled before it has an answer.
        private func end(with result: Result<Answer, any Error>) {
            let task = state.withLock { state -> URLSessionDataTask? in
                guard !state.isOver else { return nil }
                state.isOver = true
                state.data = Data()
                state.outcome = result
                return state.task.take()
            }
            task?.cancel()
            notify()
        }

        /// The caller continues.
        private func finish() {
            let (waiting, outcome) = state.withLock { ($0.waiting.take(), $0.outcome) }
            if let outcome { waiting?.resume(with: outcome) }
            notify()
        }

        private func notify() {
            over.lock()
            over.broadcast()
            over.unlock()
        }
    }

    extension LimitedLoad: URLSessionDataDelegate {
        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            state.withLock { $0.response = response }
            completionHandler(.allow)
            if response.expectedContentLength > Int64(limit) { refuseSize() }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
        {
            let isTooMuch = state.withLock { state in
                guard !state.isOver, state.data.count + data.count <= limit else { return true }
                state.data.append(data)
                return false
            }
            if isTooMuch { refuseSize() }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            let answer = state.withLock { state in state.response.map { (state.data, $0) } }
            if let error {
                end(with: .failure(error))
            } else if let answer {
                end(with: .success(answer))
            } else {
                refuse("has no answer")
            }
            finish()
        }

        private func refuseSize() { refuse("has more than \(limit) bytes") }
    }
#endif
