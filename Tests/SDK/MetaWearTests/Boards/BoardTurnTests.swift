import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// What follows a call that ends something: it waits its turn.
@Suite struct BoardTurnTests {
    private static let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g4)

    private static func withLog(
        _ work: @escaping @Sendable (MetaWearDevice) async throws -> Void
    ) async throws {
        // A download that is given up confirms no page, and what it left is recorded over, or cleared.
        let given: Set = ["MW-READOUT-01", "MW-READOUT-07", "MW-READOUT-12"]
        try await withBoard(allowing: given) { _, device in
            try await device.connect()
            try await device.startLogging(sensor)
            try await Task.sleep(for: .seconds(20))
            try await device.stopLogging(sensor)
            try await work(device)
        }
    }

    typealias Call = @Sendable (MetaWearDevice) async throws -> Void

    /// Calls that a device accepts in the state `idle` only.
    static let calls: [(name: String, call: Call)] = [
        ("stream", { _ = try await $0.startStream(MWSwitch()) }),
        ("log", { try await $0.startLogging(MWGyroscopeBMI270()) }),
        ("download", { _ = try await $0.downloadLogs() }),
        ("clear", { try await $0.clearLog() }),
    ]

    @Test(arguments: calls.indices)
    func `a download that was left early is over for the next call`(index: Int) async throws {
        try await Self.withLog { device in
            for try await part in try await device.downloadLogs() where !part.data.isEmpty {
                break
            }
            try await Self.calls[index].call(device)
            try await Task.sleep(for: .seconds(1))
        }
    }

    @Test(arguments: calls.indices)
    func `a download that was cancelled is over for the next call`(index: Int) async throws {
        try await Self.withLog { device in
            let download = Task { for try await _ in try await device.downloadLogs() {} }
            try await Task.sleep(for: .milliseconds(700))
            download.cancel()
            try await Self.calls[index].call(device)
            try await Task.sleep(for: .seconds(1))
        }
    }

    @Test func `a download that is read is not waited for`() async throws {
        try await Self.withLog { device in
            let download = Task { for try await _ in try await device.downloadLogs() {} }
            try await Task.sleep(for: .milliseconds(700))
            await #expect(throws: MWError.self) { try await device.clearLog() }
            try await download.value
        }
    }
}
