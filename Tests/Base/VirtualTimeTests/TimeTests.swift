import Foundation
import Testing
import VirtualTime

/// What a task sees of time inside a world.
@Suite struct TimeTests {
    @Test func `every clock moves with a sleep, to the nanosecond`() async throws {
        try await withVirtualTime {
            let date = Date()
            let continuous = ContinuousClock.now
            let suspending = SuspendingClock.now
            try await Task.sleep(for: .seconds(3600) + .nanoseconds(1))
            #expect(abs(Date().timeIntervalSince(date) - 3600) < 1e-6)
            #expect(ContinuousClock.now - continuous == .seconds(3600) + .nanoseconds(1))
            #expect(SuspendingClock.now - suspending == .seconds(3600) + .nanoseconds(1))
        }
    }

    @Test func `a world begins at its epoch`() async throws {
        try await withVirtualTime { #expect(Date() == Date(timeIntervalSince1970: 1_767_225_600)) }
        var options = VirtualTimeOptions()
        options.epoch = -86_400
        try await withVirtualTime(options: options) {
            try await Task.sleep(for: .milliseconds(1500))
            #expect(abs(Date().timeIntervalSince1970 + 86_398.5) < 1e-6)
        }
    }

    @Test func `every kind of sleep is virtual`() async throws {
        try await withVirtualTime {
            let start = ContinuousClock.now
            try await Task.sleep(nanoseconds: 1_000_000_000)
            #expect(ContinuousClock.now - start == .seconds(1))
            try await Task.sleep(until: .now + .seconds(2), clock: .continuous)
            #expect(ContinuousClock.now - start == .seconds(3))
            try await Task.sleep(until: .now + .seconds(3), clock: .suspending)
            #expect(ContinuousClock.now - start == .seconds(6))
            try await Task.sleep(for: .seconds(9), tolerance: .seconds(1), clock: .suspending)
            #expect(ContinuousClock.now - start == .seconds(15))
            try await ContinuousClock().sleep(for: .seconds(5))
            #expect(ContinuousClock.now - start == .seconds(20))
            try await Task.sleep(for: .seconds(-1))
            #expect(ContinuousClock.now - start == .seconds(20))
            #expect(await ContinuousClock().measure { await Task.yield() } == .zero)
        }
    }

    @Test func `sleepers wake in the order of their times, then of their requests`() async throws {
        let order = try await withVirtualTime {
            await withTaskGroup(of: Int.self) { group in
                for (number, delay) in [3, 1, 2, 1, 3].enumerated() {
                    group.addTask {
                        try? await Task.sleep(for: .seconds(delay))
                        return number
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(order == [1, 3, 2, 0, 4])
    }

    @Test func `a sleep that is cancelled ends at once`() async throws {
        try await withVirtualTime {
            let start = ContinuousClock.now
            let sleeper = Task { try await Task.sleep(for: .seconds(100)) }
            try await Task.sleep(for: .seconds(3))
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
            #expect(ContinuousClock.now - start == .seconds(3))
        }
    }

    @Test func `the report counts what happened`() async throws {
        var report = VirtualTimeReport()
        try await withVirtualTime(report: { report = $0 }) {
            let forgotten = Task { try await Task.sleep(for: .seconds(1000)) }
            _ = forgotten
            try await Task.sleep(for: .seconds(7))
        }
        #expect(report.virtualTime == .seconds(7))
        #expect(report.sleeps == 2)
        #expect(report.jobs >= 3)
        #expect(report.foreignWakeups == 0)
        #expect(report.abandoned == 1)
    }

    @Test func `results and errors of the operation come out`() async throws {
        struct Refused: Error, Equatable { var reason: String }
        #expect(try await withVirtualTime { 42 } == 42)
        await #expect(throws: Refused(reason: "late")) {
            try await withVirtualTime {
                try await Task.sleep(for: .seconds(1))
                throw Refused(reason: "late")
            }
        }
    }

    @Test func `the back end is what the environment says`() {
        let chosen = ProcessInfo.processInfo.environment["VIRTUAL_TIME_BACKEND"] ?? "executors"
        #expect(VirtualTimeBackEnd.current == VirtualTimeBackEnd(rawValue: chosen))
    }
}
