import Checkout
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing
import VirtualTime

/// Calls that make something on a board, cancelled at every moment and in many orders: nothing stays behind, and the
/// next call gets its own number.
@Suite struct BoardCancellationTests {
    /// Longer than the longest of the calls takes.
    private static let moments = Array(stride(from: 0, through: 300, by: 6))

    /// Cancels a call after some time; whether it had ended by then.
    @discardableResult
    private static func cancel<Value: Sendable>(
        after delay: Int, _ call: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let task = Task { try await call() }
        try await Task.sleep(for: .milliseconds(delay))
        task.cancel()
        do { return try await task.value } catch is CancellationError { return nil }
    }

    @Test func `a processor, a timer or an event that is cancelled does not stay`() async throws {
        // Nothing listens to what is made to be cancelled.
        try await withBoard(allowing: ["MW-FLOW-06"]) { _, device in
            try await device.connect()
            var ended = 0
            for moment in Self.moments {
                let processor = try await Self.cancel(after: moment) {
                    try await device.createProcessor(
                        MWDataProcessor.Buffer(), source: MWSwitchSignal())
                }
                let next = try await device.createProcessor(
                    MWDataProcessor.Counter(), source: MWSwitchSignal())
                let types = try await device.queryActiveProcessors().map(\.processorType)
                if let processor {
                    ended += 1
                    #expect(types == [0x0F, 0x02])
                    try await device.removeProcessor(processor)
                } else {
                    #expect(types == [0x02])
                }
                try await device.removeProcessor(next)
            }
            #expect((1..<Self.moments.count).contains(ended))

            for moment in Self.moments {
                let timer = try await Self.cancel(after: moment) {
                    try await device.createTimer(periodMs: 1000)
                }
                let event = try await Self.cancel(after: moment) {
                    try await device.createEvent(
                        source: .buttonChanged(), action: try MWEventAction(command: MWLED.Play()))
                }
                if let event { try await device.removeEvent(event) }
                if let timer {
                    try await device.startTimer(timer)
                    try await device.removeTimer(timer)
                }
            }
            // All slots are free: a board of eight timers has room for eight.
            var timers: [MWTimer] = []
            for _ in 0..<8 { timers.append(try await device.createTimer(periodMs: 1000)) }
            #expect(Set(timers.map(\.id)) == Set(0..<8))
            for timer in timers {
                try await device.startTimer(timer)
                try await device.removeTimer(timer)
            }
        }
    }

    @Test func `a recording that is cancelled leaves no loggers`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz50, range: .g2)
            for moment in Self.moments {
                let started: Void? = try await Self.cancel(after: moment) {
                    try await device.startLogging(sensor)
                }
                try await Task.sleep(for: .seconds(1))
                if started != nil {
                    try await device.stopLogging(sensor)
                    try await device.clearLog()
                }
                #expect(await device.state == .idle)
                #expect(try await device.queryActiveLoggers().isEmpty)
            }
        }
    }

    @Test func `a macro that is cancelled is ended, and the next one is whole`() async throws {
        // It is ended where it was, also within a command.
        try await withBoard(allowing: ["MW-MACRO-10"]) { _, device in
            try await device.connect()
            let timer = try await device.createTimer(periodMs: 100, repetitions: 1)
            let ticks = await device.streamTimer(timer)
            try await device.setTimerNotify(timer, enabled: true)
            // Six macros: a board has room for eight.
            for moment in [5, 100, 250] {
                try await Self.cancel(after: moment) {
                    try await device.recordMacro(
                        commands: (0..<8).map { _ in MWLED.SetPattern(color: .green, .solid) })
                }
                let macro = try await device.recordMacro { recorder in
                    await recorder.sendRaw(Data([0x0C, 0x03, timer.id]))
                }
                try await device.executeMacro(macro)
                try await Task.sleep(for: .seconds(1))
            }
            try await device.removeTimer(timer)
            #expect(try await ticks.reduce(0) { count, _ in count + 1 } == 3)
            try await device.eraseAllMacros()
        }
    }

    @Test(.slow, arguments: 0..<20)
    func `in any order every call gets the number of what it made`(seed: UInt64) async throws {
        try await withBoard(options: .shuffled(seed)) {
            _, device in
            try await device.connect()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for size in 1...4 as ClosedRange<UInt8> {
                    group.addTask {
                        let handle = try await device.createProcessor(
                            MWDataProcessor.Packer(count: size), source: MWSwitchSignal())
                        let made = try await device.queryActiveProcessors()
                            .first { $0.processorID == handle.id }
                        #expect(made?.configBytes[1] == size - 1)
                    }
                    group.addTask {
                        let timer = try await device.createTimer(periodMs: UInt32(size) * 100)
                        let ticks = await device.streamTimer(timer)
                        try await device.setTimerNotify(timer, enabled: true)
                        try await device.startTimer(timer)
                        let heard = try await collect(ticks, for: .seconds(3))
                        #expect(abs(heard.count - 30 / Int(size)) <= 1)
                        try await device.removeTimer(timer)
                    }
                }
                try await group.waitForAll()
            }
            try await device.removeAllProcessors()
        }
    }
}
