import CVirtualTime
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import VirtualTime

/// What cannot go on ends with an error that says what to do.
@Suite struct ErrorTests {
    @Test func `a stall is an error`() async throws {
        await #expect(throws: VirtualTimeError.stalled(at: .seconds(5))) {
            try await withVirtualTime {
                try await Task.sleep(for: .seconds(5))
                let (stream, continuation) = AsyncStream<Int>.makeStream()
                for await _ in stream {}
                withExtendedLifetime(continuation) {}
            }
        }
    }

    @Test func `a sleep for ever is no sleep that could end`() async throws {
        await #expect(throws: VirtualTimeError.stalled(at: .zero)) {
            try await withVirtualTime { try await Task.sleep(for: .seconds(1e18)) }
        }
    }

    @Test func `a stall that ignores cancellation is an error`() async throws {
        await #expect(throws: VirtualTimeError.stalled(at: .zero)) {
            try await withVirtualTime {
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
        }
    }

    private static func few() -> VirtualTimeOptions {
        var options = VirtualTimeOptions()
        options.mostJobsAtOnce = 10_000
        return options
    }

    @Test func `a loop that only yields is a livelock`() async throws {
        await #expect(throws: VirtualTimeError.livelock(at: .seconds(2))) {
            try await withVirtualTime(options: Self.few()) {
                try await Task.sleep(for: .seconds(2))
                while !Task.isCancelled { await Task.yield() }
            }
        }
    }

    @Test func `a loop of sleeps without length is a livelock`() async throws {
        await #expect(throws: VirtualTimeError.livelock(at: .zero)) {
            try await withVirtualTime(options: Self.few()) {
                while true { try await Task.sleep(for: .zero) }
            }
        }
    }

    @Test func `a loop that reads the clock without suspending is a livelock`() async throws {
        await #expect(throws: VirtualTimeError.livelock(at: .seconds(1))) {
            try await withVirtualTime(options: Self.few()) {
                try await Task.sleep(for: .seconds(1))
                let end = ContinuousClock.now + .seconds(86_400)
                while ContinuousClock.now < end {}
            }
        }
        await #expect(throws: VirtualTimeError.livelock(at: .zero)) {
            try await withVirtualTime(options: Self.few()) {
                let end = Date() + 3600
                while Date() < end {}
            }
        }
    }

    @Test func `a simulation whose events never end at one moment is a livelock`() async throws {
        final class Stuck: VirtualTimeSource {
            var nextEventTime: Duration? { .seconds(3) }
            var currentTime = Duration.zero
            func advance(to time: Duration) { currentTime = time }
        }
        await #expect(throws: VirtualTimeError.livelock(at: .seconds(3))) {
            try await withVirtualTime(Stuck(), options: Self.few()) {
                try await Task.sleep(for: .seconds(9))
            }
        }
    }

    @Test func `time does not pass the limit`() async throws {
        var options = VirtualTimeOptions()
        options.limit = .seconds(60)
        try await withVirtualTime(options: options) { try await Task.sleep(for: .seconds(60)) }
        var report = VirtualTimeReport()
        await #expect(throws: VirtualTimeError.limitReached(at: .seconds(50))) {
            try await withVirtualTime(options: options, report: { report = $0 }) {
                while true { try await Task.sleep(for: .seconds(50)) }
            }
        }
        #expect(report.virtualTime == .seconds(50))
    }

    @Test func `a world inside a world is refused`() async throws {
        try await withVirtualTime {
            await #expect(throws: VirtualTimeError.nested) { try await withVirtualTime {} }
        }
    }

    @Test func `a timer of libdispatch is found out`() async throws {
        await #expect(throws: VirtualTimeError.realTimer(at: .seconds(4))) {
            try await withVirtualTime {
                try await Task.sleep(for: .seconds(4))
                DispatchQueue.global().asyncAfter(deadline: .now() + 1) {}
                try await Task.sleep(for: .seconds(4))
            }
        }
        await #expect(throws: VirtualTimeError.realTimer(at: .zero)) {
            try await withVirtualTime {
                let work = DispatchWorkItem {}
                DispatchQueue.global().asyncAfter(wallDeadline: .now() + 1, execute: work)
            }
        }
        await #expect(throws: VirtualTimeError.realTimer(at: .zero)) {
            try await withVirtualTime {
                let timer = DispatchSource.makeTimerSource()
                timer.schedule(deadline: .now() + 1)
                timer.activate()
                timer.cancel()
            }
        }
    }

    @Test func `a task that never suspends is reported`() async throws {
        let text = Mutex("")
        let world = World(nil, .impatient) { warning in text.withLock { $0 = warning } }
        try await run(world) { while text.withLock({ $0.isEmpty }) {} }
        #expect(text.withLock { $0 }.contains("has run for more than 0.01 seconds of real time"))
    }

    @MainActor @Test func `a world that waits for a blocked main thread is reported`() async throws
    {
        let text = Mutex("")
        let isReported = DispatchSemaphore(value: 0)
        let world = World(nil, .impatient, lease: MainLease()) { warning in
            text.withLock { $0 = warning }
            isReported.signal()
        }
        let running = Task.detached { try await run(world) { await MainActor.run {} } }
        Self.block(on: isReported)
        try await running.value
        #expect(text.withLock { $0 }.contains("has waited for the main actor for more than"))
    }

    @Test func `of all worlds that wait for the main actor one reports that nothing happens`() {
        var progress = LeaseProgress()
        progress.handOver()
        var waiting = Array(repeating: progress.moment, count: 72)
        let reports = (0..<3).flatMap { _ in
            waiting.indices.map { progress.isToBeReported(since: &waiting[$0]) }
        }
        #expect(reports.filter(\.self).count == 1)
        // The next one that keeps the main actor is reported, too.
        progress.handOver()
        let next = (0..<2).map { _ in progress.isToBeReported(since: &waiting[0]) }
        #expect(next == [false, true])
    }

    @Test func `worlds that wait while others take turns, or while one goes on, report nothing`() {
        var progress = LeaseProgress()
        var waiting = progress.moment
        let reports = (0..<5).flatMap { _ in
            progress.handOver()
            let afterTurn = progress.isToBeReported(since: &waiting)
            progress.advance()
            return [afterTurn, progress.isToBeReported(since: &waiting)]
        }
        #expect(!reports.contains(true))
        let isReported = progress.isToBeReported(since: &waiting)
        #expect(isReported)
    }

    private static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test func `every error says what to do`() {
        let errors: [VirtualTimeError] = [
            .stalled(at: .seconds(1)), .livelock(at: .seconds(1)), .limitReached(at: .seconds(1)),
            .realTimer(at: .seconds(1)), .nested, .unsupported("it is another system"),
        ]
        let words = [
            "Look for a continuation", "wait with Task.sleep", "Raise `limit`", "Use Task.sleep",
            "as tasks of the outer", "it is another system",
        ]
        for (error, words) in zip(errors, words) { #expect("\(error)".contains(words)) }
    }

    /// Run with `VIRTUAL_TIME_BACKEND=none`, as the stage `unit` does: nothing is caught then, as with a toolchain
    /// that this library does not know.
    @Test(
        .enabled(
            if: VirtualTimeBackEnd.current == nil, "it is run by itself, with no back end"))
    func `a process that catches no sleep is reported`() async throws {
        let error = await #expect(throws: VirtualTimeError.self) { try await withVirtualTime {} }
        #expect(
            error.map { "\($0)" }
                == "this process cannot run in virtual time: a task that sleeps was not caught, because"
                + " VIRTUAL_TIME_BACKEND is `none`; it can be `executors` or `dispatch`.")
    }
}

extension VirtualTimeOptions {
    fileprivate static var impatient: Self {
        var options = Self()
        options.patience = .milliseconds(10)
        return options
    }
}
