import Testing

@testable import EventLoop

/// Actors on the loop's thread.
@Suite struct LoopThreadTests {
    private actor Counter {
        private let thread: LoopThread
        private(set) var count = 0
        private var timers: [Watch] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            thread.asUnownedSerialExecutor()
        }

        init(_ thread: LoopThread) { self.thread = thread }

        func add() { count += 1 }

        /// A handler of the loop is in the actor without a hop.
        func wait() async -> Bool {
            await withCheckedContinuation { waiting in
                timers.append(
                    thread.loop.value.after(milliseconds: 1) { [self] in
                        waiting.resume(returning: assumeIsolated { $0.count >= 0 })
                    })
            }
        }
    }

    @Test func `jobs from many threads run one after the other`() async throws {
        let counter = Counter(try LoopThread.shared())
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { for _ in 0..<100 { await counter.add() } } }
        }
        #expect(await counter.count == 10_000)
    }

    @Test func `handlers of the loop are on the thread of its actors`() async throws {
        let thread = try LoopThread.shared()
        #expect(thread.isIsolatingCurrentContext() != true)
        for _ in 0..<20 { #expect(await Counter(thread).wait()) }
    }
}
