import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Timers of the board, as a device makes and hears them.
@Suite struct MWTimerTests {
    @Test func `a timer is made, started, heard, stopped and removed`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["0c 02 e8 03 00 00 ff ff 00": ["0c 02 03"]])
            let device = bench.device
            let timer = try await device.createTimer(periodMs: 1000)
            #expect(
                timer
                    == MWTimer(id: 3, periodMs: 1000, repetitions: 0xFFFF, immediate: false))
            try await device.setTimerNotify(timer, enabled: true)
            var ticks = await device.streamTimer(timer).makeAsyncIterator()
            try await device.startTimer(timer)
            await bench.transport.notify([0x0C, 0x06, 4])
            await bench.transport.notify([0x0C, 0x06, 3])
            #expect(try await ticks.next() == 3)
            try await device.stopTimer(timer)
            try await device.setTimerNotify(timer, enabled: false)
            try await device.removeTimer(timer)
            #expect(try await ticks.next() == nil)
            #expect(
                await bench.written()
                    == "0c 02 e8 03 00 00 ff ff 00 | 0c 07 03 01 | 0c 03 03 | 0c 04 03 | "
                    + "0c 07 03 00 | 0c 05 03")
        }
    }

    @Test func `every stream of every timer gets its ticks`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let timers = (0..<3).map {
                MWTimer(id: $0, periodMs: 10, repetitions: 1, immediate: false)
            }
            var streams: [AsyncThrowingStream<UInt8, any Error>] = []
            for timer in timers + timers { streams.append(await bench.device.streamTimer(timer)) }
            for id in [0, 1, 1, 2, 2, 2] as [UInt8] {
                await bench.transport.notify([0x0C, 0x06, id])
            }
            try await Task.sleep(for: .milliseconds(1))
            for timer in timers { try await bench.device.removeTimer(timer) }
            var heard: [[UInt8]] = []
            for stream in streams {
                heard.append(try await stream.reduce(into: []) { $0.append($1) })
            }
            #expect(heard == [[0], [1, 1], [2, 2, 2], [0], [1, 1], [2, 2, 2]])
        }
    }

    @Test func `a lost link ends the streams with its error, and later ones work`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let timer = MWTimer(id: 0, periodMs: 10, repetitions: 1, immediate: false)
            let stream = await bench.device.streamTimer(timer)
            await bench.transport.loseLink()
            await #expect(throws: MWError.self) { for try await _ in stream {} }
            try await bench.device.connect()
            var ticks = await bench.device.streamTimer(timer).makeAsyncIterator()
            await bench.transport.notify([0x0C, 0x06, 0])
            #expect(try await ticks.next() == 0)
        }
    }

    @Test func `without a link a stream ends at once`() async throws {
        try await withVirtualTime {
            let device = MetaWearDevice(identifier: UUID(), transport: MockBLETransport())
            let timer = MWTimer(id: 0, periodMs: 10, repetitions: 1, immediate: false)
            let stream = await device.streamTimer(timer)
            let error = await #expect(throws: MWError.self) { for try await _ in stream {} }
            guard case .invalidState = error else { throw Unexpected() }
        }
    }

    @Test func `all timers are removed, whatever a write says`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            try await bench.device.removeAllTimers()
            #expect(
                await bench.written() == (0..<8).map { "0c 05 0\($0)" }.joined(separator: " | "))
            await bench.transport.failWrites(after: 3)
            try await bench.device.removeAllTimers()
        }
    }

    @Test func `timers that are made side by side get their own numbers`() async throws {
        try await withVirtualTime {
            // A board that has no room for the second one says nothing to it.
            let bench = try await BoardBench([
                "0c 02 01 00 00 00 ff ff 00": ["0c 02 00"], "0c 02 02 00 00 00 ff ff 00": [],
                "0c 02 03 00 00 00 ff ff 00": ["0c 02 01"],
            ])
            let device = bench.device
            let calls = (1...3).map { period in
                Task { try await device.createTimer(periodMs: UInt32(period)) }
            }
            #expect(try await calls[0].value.id == 0)
            await #expect(throws: MWError.self) { try await calls[1].value }
            #expect(try await calls[2].value.id == 1)
        }
    }

    @Test func `what a cancelled call has made is removed, and not taken for the next`()
        async throws
    {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let device = bench.device
            let cancelled = Task { try await device.createTimer(periodMs: 1) }
            try await Task.sleep(for: .milliseconds(10))
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let next = Task { try await device.createTimer(periodMs: 2) }
            try await Task.sleep(for: .milliseconds(10))
            await bench.transport.notify([0x0C, 0x02, 5])
            try await Task.sleep(for: .milliseconds(10))
            await bench.transport.notify([0x0C, 0x02, 6])
            #expect(try await next.value.id == 6)
            #expect(
                await bench.written()
                    == "0c 02 01 00 00 00 ff ff 00 | 0c 05 05 | 0c 02 02 00 00 00 ff ff 00")
        }
    }

    @Test func `a lost link fails a call that waits for its number`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let waiting = Task { try await bench.device.createTimer(periodMs: 1) }
            try await Task.sleep(for: .seconds(1))
            let start = ContinuousClock.now
            await bench.transport.loseLink()
            await #expect(throws: MWError.self) { try await waiting.value }
            #expect(start == .now)
        }
    }

    @Test func `an answer without a number is an error`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench { $0.first == 0x0C ? [Data([0x0C, 0x02])] : [] }
            let error = await #expect(throws: MWError.self) {
                try await bench.device.createTimer(periodMs: 1, repetitions: 2, immediate: true)
            }
            guard case .operationFailed = error else { throw Unexpected() }
            #expect(await bench.written() == "0c 02 01 00 00 00 02 00 01")
        }
    }
}
