import Synchronization
import Testing
import VirtualTime

/// A simulation and tasks on one timeline.
@Suite struct SourceTests {
    /// A list of things to do.
    private final class Agenda: VirtualTimeSource, Sendable {
        private struct State {
            var now: Duration
            var entries: [(time: Duration, act: @Sendable () -> Void)] = []
        }
        private let state: Mutex<State>

        init(at start: Duration = .zero) { state = Mutex(State(now: start)) }

        var nextEventTime: Duration? { state.withLock { $0.entries.first?.time } }
        var currentTime: Duration { state.withLock { $0.now } }

        func after(_ delay: Duration, _ act: @escaping @Sendable () -> Void) {
            state.withLock { state in
                let time = state.now + delay
                let place = state.entries.firstIndex { $0.time > time } ?? state.entries.count
                state.entries.insert((time, act), at: place)
            }
        }

        func advance(to time: Duration) {
            while let act = state.withLock({ state -> (@Sendable () -> Void)? in
                guard let first = state.entries.first, first.time <= time else {
                    state.now = max(state.now, time)
                    return nil
                }
                state.now = max(state.now, first.time)
                return state.entries.removeFirst().act
            }) { act() }
        }
    }

    @Test func `time moves to the earlier of event and sleeper`() async throws {
        let agenda = Agenda()
        let log = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { words in
            log.withLock { $0.append("\(agenda.currentTime) \(words)") }
        }
        for second in [1, 3] { agenda.after(.seconds(second)) { note("event") } }
        try await withVirtualTime(agenda) {
            for _ in 0..<2 {
                try await Task.sleep(for: .seconds(2))
                note("sleeper")
            }
        }
        #expect(
            log.withLock { $0 } == [
                "1.0 seconds event", "2.0 seconds sleeper", "3.0 seconds event",
                "4.0 seconds sleeper",
            ])
    }

    @Test func `an answer at the moment of the deadline comes first`() async throws {
        struct Late: Error {}
        let agenda = Agenda()
        let answer = try await withVirtualTime(agenda) {
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask {
                    try await Task.sleep(for: .seconds(3))
                    throw Late()
                }
                group.addTask {
                    return await withCheckedContinuation { waiting in
                        agenda.after(.seconds(3)) { waiting.resume(returning: 42) }
                    }
                }
                defer { group.cancelAll() }
                return try await group.next()
            }
        }
        #expect(answer == 42)
    }

    @Test func `virtual time begins where the simulation is`() async throws {
        let agenda = Agenda(at: .seconds(100))
        var report = VirtualTimeReport()
        var options = VirtualTimeOptions()
        options.limit = .seconds(10)
        await #expect(throws: VirtualTimeError.limitReached(at: .seconds(108))) {
            try await withVirtualTime(agenda, options: options, report: { report = $0 }) {
                while true { try await Task.sleep(for: .seconds(4)) }
            }
        }
        #expect(report.virtualTime == .seconds(8))
        #expect(agenda.currentTime == .seconds(108))
    }

    @Test func `code that moves the simulation itself lets time pass`() async throws {
        let agenda = Agenda()
        try await withVirtualTime(agenda) {
            let start = ContinuousClock.now
            agenda.advance(to: .seconds(30))
            try await Task.sleep(for: .seconds(1))
            #expect(ContinuousClock.now - start == .seconds(30))
        }
    }

    @Test func `a world without sleepers waits for events`() async throws {
        let agenda = Agenda()
        try await withVirtualTime(agenda) {
            let start = ContinuousClock.now
            for _ in 0..<100 {
                await withCheckedContinuation { waiting in
                    agenda.after(.seconds(6)) { waiting.resume() }
                }
            }
            #expect(ContinuousClock.now - start == .seconds(600))
        }
    }
}
