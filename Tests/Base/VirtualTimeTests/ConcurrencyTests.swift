import Dispatch
import Testing
import VirtualTime

/// The forms that concurrent code has, unchanged.
@Suite struct ConcurrencyTests {
    private actor Counter {
        private(set) var count = 0

        func add() { count += 1 }

        func addSlowly() async throws {
            try await Task.sleep(for: .seconds(1))
            count += 1
        }
    }

    @Test func `actors, and calls that interleave in them`() async throws {
        try await withVirtualTime {
            let counter = Counter()
            let start = ContinuousClock.now
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { try await counter.addSlowly() } }
                for _ in 0..<100 { group.addTask { await counter.add() } }
                try await group.waitForAll()
            }
            #expect(await counter.count == 200)
            #expect(ContinuousClock.now - start == .seconds(1))
        }
    }

    @Test func `child tasks and a deadline for them`() async throws {
        struct Late: Error {}
        try await withVirtualTime {
            let start = ContinuousClock.now
            async let slow: Void = Task.sleep(for: .seconds(20))
            await #expect(throws: Late.self) {
                try await withThrowingTaskGroup { group in
                    group.addTask { try await Task.sleep(for: .seconds(10)) }
                    group.addTask {
                        try await Task.sleep(for: .seconds(3))
                        throw Late()
                    }
                    try await group.next()
                }
            }
            #expect(ContinuousClock.now - start == .seconds(3))
            try await slow
            #expect(ContinuousClock.now - start == .seconds(20))
        }
    }

    @Test func `streams, their end and their cancellation`() async throws {
        try await withVirtualTime {
            let ticks = AsyncStream { continuation in
                let source = Task {
                    for tick in 1...5 {
                        try await Task.sleep(for: .seconds(1))
                        continuation.yield(tick)
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in source.cancel() }
            }
            let start = ContinuousClock.now
            var sum = 0
            for await tick in ticks { sum += tick }
            #expect(sum == 15)
            #expect(ContinuousClock.now - start == .seconds(5))

            let (endless, continuation) = AsyncStream<Int>.makeStream()
            let reader = Task { await endless.reduce(0, +) }
            continuation.yield(7)
            try await Task.sleep(for: .seconds(1))
            reader.cancel()
            #expect(await reader.value == 7)
        }
    }

    @MainActor private final class Model {
        private(set) var values: [Int] = []

        func load(_ value: Int) async throws {
            try await Task.sleep(for: .seconds(1))
            MainActor.assertIsolated()
            values.append(value)
        }
    }

    @MainActor @Test func `a test on the main actor`() async throws {
        try await withVirtualTime {
            MainActor.assertIsolated()
            let model = Model()
            for value in 1...5 { try await model.load(value) }
            #expect(model.values == [1, 2, 3, 4, 5])
        }
        MainActor.assertIsolated()
        dispatchPrecondition(condition: .onQueue(.main))
    }

    @Test func `main-actor work of a test that is elsewhere`() async throws {
        try await withVirtualTime {
            let model = await MainActor.run { Model() }
            try await model.load(7)
            #expect(await model.values == [7])
        }
    }

    @MainActor @Test func `a world that the main thread runs`() async throws {
        var options = VirtualTimeOptions()
        options.host = .mainThread
        try await withVirtualTime(options: options) {
            dispatchPrecondition(condition: .onQueue(.main))
            try await Task.sleep(for: .seconds(60))
            dispatchPrecondition(condition: .onQueue(.main))
        }
    }

    @Test func `detached tasks, priorities and task-local values`() async throws {
        enum Local { @TaskLocal static var name = "none" }
        try await Local.$name.withValue("outer") {
            try await withVirtualTime {
                #expect(Local.name == "outer")
                let start = ContinuousClock.now
                try await Task.detached(priority: .background) {
                    #expect(Local.name == "none")
                    try await Task.sleep(for: .seconds(2))
                }.value
                #expect(ContinuousClock.now - start == .seconds(2))
            }
        }
    }

    @Test func `issues belong to the test`() async throws {
        let name = Test.current?.name
        try await withVirtualTime {
            try await Task.sleep(for: .seconds(1))
            #expect(Test.current?.name == name)
            withKnownIssue { Issue.record("recorded in virtual time") }
        }
    }

    @Test func `the operation is cancelled with its caller`() async throws {
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let caller = Task {
            try await withVirtualTime {
                continuation.finish()
                var sleeps = 0
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(1))
                    sleeps += 1
                }
                return sleeps
            }
        }
        for await _ in started {}
        caller.cancel()
        #expect(try await caller.value > 0)
    }
}
