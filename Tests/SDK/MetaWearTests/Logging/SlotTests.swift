import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Loggers and processors that a board has: its answers do not say which slot they are of.
@Suite struct SlotTests {
    /// Two loggers and one processor; free slots give no answer.
    private static func desk() async throws -> BoardBench {
        try await BoardBench([
            "0b 82 00": ["0b 82 03 04 ff 60"], "0b 82 01": ["0b 82 03 04 ff 24"],
            "09 82 00": ["09 82 03 04 ff a0 07 a5 01"],
        ])
    }

    @Test func `two queries at once find the same`() async throws {
        try await withVirtualTime {
            let device = try await Self.desk().device
            var queries: [Task<[ActiveLogger], any Error>] = []
            for _ in 0..<3 {
                queries.append(Task { try await device.queryActiveLoggers() })
                // The one before has come to the slot that gives no answer.
                try await Task.sleep(for: .milliseconds(500))
            }
            let processors = try await device.queryActiveProcessors()
            #expect(processors.map(\.processorType) == [0x07])
            for query in queries {
                let found = try await query.value
                #expect(found.map(\.loggerID) == [0, 1])
                #expect(found.map(\.chunkOffset) == [0, 4])
            }
        }
    }

    @Test func `the answer to a query that was cancelled is not the next one's`() async throws {
        try await withVirtualTime {
            let desk = try await Self.desk()
            let device = desk.device
            await desk.transport.slowDown { _ in .milliseconds(10) }
            for delay in stride(from: 0, through: 60, by: 3) {
                let query = Task { try await device.queryActiveLoggers() }
                try await Task.sleep(for: .milliseconds(delay))
                query.cancel()
                await #expect(throws: CancellationError.self) { try await query.value }
                #expect(try await device.queryActiveLoggers().map(\.chunkOffset) == [0, 4])
            }
        }
    }
}
