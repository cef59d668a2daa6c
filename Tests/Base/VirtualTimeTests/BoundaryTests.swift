import CVirtualTime
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import VirtualTime

/// Worlds beside each other, and what is outside of them.
@Suite struct BoundaryTests {
    private static var isInWorld: Bool { World.current != nil }

    @Test func `a thousand worlds run side by side`() async throws {
        let times = try await withThrowingTaskGroup(of: Duration.self) { group in
            for number in 1...1000 {
                group.addTask {
                    try await withVirtualTime {
                        let start = ContinuousClock.now
                        for _ in 0..<10 {
                            try await Task.sleep(for: .seconds(number))
                            await Task.yield()
                        }
                        return ContinuousClock.now - start
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(times == Set((1...1000).map { .seconds(10 * $0) }))
    }

    @Test func `time outside is real while a world runs`() async throws {
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        async let world = withVirtualTime {
            let start = Date()
            try await Task.sleep(for: .seconds(86_000))
            continuation.finish()
            // The world's thread waits; no other is concerned.
            end.wait()
            return start
        }
        for await _ in started {}
        #expect(!Self.isInWorld)
        let before = Date()
        let clock = ContinuousClock.now
        try await Task.sleep(for: .milliseconds(10))
        #expect(ContinuousClock.now - clock >= .milliseconds(10))
        #expect(Date() > before)
        // Real time is that of a file that is made now.
        let file = FileManager.default.temporaryDirectory.appending(path: "clock-\(UUID())")
        try Data().write(to: file)
        let made = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
        try FileManager.default.removeItem(at: file)
        #expect(abs(try #require(made as? Date).timeIntervalSince(before)) < 600)
        end.signal()
        #expect(try await world == Date(timeIntervalSince1970: 1_767_225_600))
    }

    @Test func `tasks outside are not drawn into a world`() async throws {
        actor Outside {
            func visit() async -> Bool {
                await Task.yield()
                return World.current != nil
            }
        }
        async let world: Void = withVirtualTime {
            for _ in 0..<1000 { try await Task.sleep(for: .seconds(1)) }
        }
        let outside = Outside()
        let drawn = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try? await Task.sleep(for: .microseconds(1))
                    return await outside.visit()
                }
            }
            return await group.contains(true)
        }
        #expect(!drawn)
        try await world
    }

    @Test func `a task outside that a world wakes stays outside`() async throws {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        // Older than the world, and younger.
        let older = Task { await Self.isEverInWorld(stream) }
        await Task.yield()
        let (started, start) = AsyncStream<Void>.makeStream()
        let (others, other) = AsyncStream<Int>.makeStream()
        let ready = DispatchSemaphore(value: 0)
        async let world: Void = withVirtualTime {
            start.finish()
            ready.wait()
            for number in 0..<50 {
                try await Task.sleep(for: .seconds(1))
                continuation.yield(number)
                other.yield(number)
            }
            continuation.finish()
            other.finish()
        }
        for await _ in started {}
        let younger = Task { await Self.isEverInWorld(others) }
        await Task.yield()
        ready.signal()
        try await world
        #expect(await older.value == false)
        #expect(await younger.value == false)
    }

    private static func isEverInWorld(_ stream: AsyncStream<Int>) async -> Bool {
        var isEver = isInWorld
        for await _ in stream { isEver = isEver || isInWorld }
        return isEver
    }

    @Test func `a task that another thread wakes comes home`() async throws {
        actor Waiting {
            func wait() async -> Bool {
                await withCheckedContinuation { waiting in
                    // A task of its own runs when this one waits: resumed earlier, it would go on without a wake-up.
                    Task { DispatchQueue.global().async { waiting.resume() } }
                }
                return World.current != nil
            }
        }
        var options = VirtualTimeOptions()
        options.externalGrace = .seconds(60)
        var report = VirtualTimeReport()
        try await withVirtualTime(options: options, report: { report = $0 }) {
            await withCheckedContinuation { waiting in
                Task { DispatchQueue.global().async { waiting.resume() } }
            }
            #expect(Self.isInWorld)
            #expect(await Waiting().wait())
            let start = ContinuousClock.now
            try await Task.sleep(for: .seconds(100))
            #expect(ContinuousClock.now - start == .seconds(100))
        }
        #expect(report.foreignWakeups == 2)
    }

    @Test func `a task that another world wakes comes home`() async throws {
        var options = VirtualTimeOptions()
        options.externalGrace = .seconds(60)
        let (stream, continuation) = AsyncStream<Duration>.makeStream()
        async let listener = withVirtualTime(options: options) {
            let start = ContinuousClock.now
            try await Task.sleep(for: .seconds(5))
            for await _ in stream { try await Task.sleep(for: .seconds(5)) }
            return ContinuousClock.now - start
        }
        try await withVirtualTime {
            for number in 0..<3 {
                try await Task.sleep(for: .seconds(100))
                continuation.yield(.seconds(number))
            }
            continuation.finish()
        }
        #expect(try await listener == .seconds(20))
    }

    @MainActor private enum Shared {
        static var isInside = false

        static func enterAndLeave() {
            #expect(!isInside)
            isInside = true
            for _ in 0..<1000 where !isInside { Issue.record("another world was here") }
            isInside = false
        }
    }

    @Test(arguments: 0..<8)
    func `worlds run main-actor work one at a time`(_: Int) async throws {
        try await withVirtualTime {
            for _ in 0..<200 {
                await Shared.enterAndLeave()
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    @Test func `nothing is remembered of a world that has ended`() async throws {
        weak var ended: World?
        do {
            let world = World(nil, VirtualTimeOptions())
            ended = world
            try await run(world) {
                for _ in 0..<100 { await Task {}.value }
                try await Task.sleep(for: .seconds(1))
            }
        }
        // The thread that ran it lets go of it last.
        while ended != nil { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `processor time is real`() async throws {
        try await withVirtualTime {
            var before = timespec()
            var after = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
            repeat {
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
            } while after.tv_nsec == before.tv_nsec
            #expect(after.tv_nsec != before.tv_nsec)
        }
    }
}
