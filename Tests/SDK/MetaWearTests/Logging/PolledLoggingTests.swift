import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Values that a timer of the board has read and logged.
@Suite struct PolledLoggingTests {
    private static let board: [String: [String]] = [
        "0c 02 f4 01 00 00 ff ff 00": ["0c 02 03"], "0a 02 0c 06 03 04 c1 01": ["0a 02 04"],
        "0b 02 04 c1 02 20": ["0b 02 05"],
    ]
    private static let logger = MWPolledLogger(
        readable: MWThermometer(channel: 2), periodMs: 500)

    @Test func `a timer's event reads silently, a logger records it, and the timer starts last`()
        async throws
    {
        try await withVirtualTime {
            let desk = try await BoardBench(Self.board)
            let device = desk.device
            let handles = try await device.startLogging(Self.logger)
            #expect(handles == MWPolledLoggerHandles(timerID: 3, eventID: 4, loggerIDs: [5]))
            #expect(await device.state == .logging)
            #expect(
                await desk.written()
                    == "0c 02 f4 01 00 00 ff ff 00 | 0a 02 0c 06 03 04 c1 01 | 0a 03 02 | "
                    + "0b 02 04 c1 02 20 | 0b 0b 01 | 0b 01 01 | 0c 03 03")
            await RecordingTests.refused { _ = try await device.startLogging(Self.logger) }
            let values = try await device.decodeEntries(
                [RawLogEntry(id: 5, resetUID: 2, tick: 7, rawData: 0xC4)], for: Self.logger)
            #expect(values.map(\.value) == [24.5])
            try await device.stopLogging(Self.logger, handles: handles)
            #expect(await device.state == .idle)
            #expect(await desk.written() == "0c 04 03 | 0c 05 03 | 0a 04 04 | 0b 01 00")
        }
    }

    @Test func `another channel is another log`() async throws {
        try await withVirtualTime {
            let desk = try await BoardBench { packet in
                packet.count > 2 && packet[1] == 0x02 ? [Data([packet[0], 0x02, 0])] : []
            }
            _ = try await desk.device.startLogging(Self.logger)
            _ = try await desk.device.startLogging(
                MWPolledLogger(readable: MWThermometer(channel: 3), periodMs: 500))
            _ = try await desk.device.startLogging(
                MWPolledLogger(readable: MWHumidity(), periodMs: 500))
        }
    }

    @Test(arguments: ["0c 02", "0a 02", "0b 02"])
    func `a board without room keeps nothing`(refused: String) async throws {
        try await withVirtualTime {
            let desk = try await BoardBench { packet in
                packet.hex.hasPrefix(refused)
                    ? [] : (Self.board[packet.hex] ?? []).map { Data(hex: $0) }
            }
            let error = await #expect(throws: MWError.self) {
                _ = try await desk.device.startLogging(Self.logger)
            }
            guard case .timeout = error else { throw Unexpected() }
            #expect(await desk.device.state == .idle)
            await RecordingTests.refused { _ = try await desk.device.downloadLogs(Self.logger) }
            let written = await desk.written()
            #expect(written.contains("0c 05 03") == (refused != "0c 02"))
            #expect(written.contains("0a 04 04") == (refused == "0b 02"))
        }
    }

    @Test func `an unknown logger is not downloaded`() async throws {
        try await withVirtualTime {
            let desk = try await BoardBench()
            await RecordingTests.refused { _ = try await desk.device.downloadLogs(Self.logger) }
            #expect(await desk.written() == "")
        }
    }
}
