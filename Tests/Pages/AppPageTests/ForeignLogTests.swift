import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

@testable import AppPage

/// Logs that another program has left on a board, each treated as the decision table says (RB26-08).
@MainActor @Suite struct ForeignLogTests {
    /// What another program does with the board before the app connects to it.
    private func run(
        allowing allowed: Set<String> = [],
        _ other: @escaping @Sendable (MetaWearDevice) async throws -> Void,
        _ body: @escaping @MainActor (AppBench) async throws -> Void
    ) async throws {
        try await AppBench.run(allowing: allowed) { bench in
            let id = bench.desk.boards[0].identifier
            let device = MetaWearDevice(
                identifier: id, transport: bench.desk.radio.transport(to: id))
            try await device.connect()
            try await other(device)
            try await device.disconnect()
            try await bench.connect()
            try await body(bench)
        }
    }

    private static let acceleration = MWAccelerometerBMI270(odr: .hz100, range: .g4)

    @Test func `a log that still grows is offered although it has no page yet`() async throws {
        try await run { device in
            try await device.startLogging(Self.acceleration)
        } _: { bench in
            try await bench.until("offered") { bench.at("board", "log", "orphans") != nil }
            #expect(bench.at("board", "log", "orphans", "isRunning")?.flag == true)
            #expect(bench.at("board", "log", "orphans", "isAsked")?.flag == true)
            try await Task.sleep(for: .seconds(10))
            try bench.send("orphans", ["answer": .string("download")])
            try await bench.until("kept") { bench.at("sessions")?.items.count == 1 }
            #expect((bench.at("sessions", "0", "count")?.number ?? 0) > 900)
        }
    }

    @Test func `a log that has ended is offered as one`() async throws {
        try await run { device in
            try await device.startLogging(Self.acceleration)
            try await Task.sleep(for: .seconds(10))
            try await device.send(StopRecording())
            try await device.flushLogPage()
        } _: { bench in
            try await bench.until("offered") { bench.at("board", "log", "orphans") != nil }
            #expect(bench.at("board", "log", "orphans", "isRunning")?.flag == false)
        }
    }

    @Test func `loggers that have recorded nothing are no log, and do not spoil the next one`()
        async throws
    {
        // The other program leaves its sensor running.
        try await run(allowing: ["MW-SUB-05"]) { device in
            try await device.startLogging(Self.acceleration)
            try await device.send(StopRecording())
            try await device.send(DropEntries())
            try await Task.sleep(for: .seconds(10))
        } _: { bench in
            #expect(bench.at("board", "log", "orphans") == nil)
            try await bench.choose("gyroscope")
            try bench.send("startLog")
            try await bench.quiet()
            try bench.send("countLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "loggers")?.number == 2 && bench.errors.isEmpty)
        }
    }
}

/// Deletes all entries, and leaves the loggers.
private struct DropEntries: MWCommand {
    var commandData: Data { Data([0x0B, 0x09, 0xFF, 0xFF, 0xFF, 0xFF]) }
}
