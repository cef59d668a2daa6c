import Foundation
import Synchronization
import Testing
import VirtualTime

@testable import MetaWear

@Suite struct RecordingTests {
    static func connected(
        _ board: LogBoard
    ) async throws -> (MetaWearDevice, AnsweringTransport) {
        let transport = AnsweringTransport { board.answer($0) }
        let device = MetaWearDevice(identifier: UUID(), transport: transport)
        try await device.connect()
        await transport.forget()
        return (device, transport)
    }

    @Test func `a recording makes a logger for each part, then starts`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected(LogBoard())
            let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g2)
            try await device.startLogging(sensor)
            #expect(await device.state == .logging)
            #expect(
                await transport.written.map(\.hex) == [
                    "03 03 a8 00", "0b 02 03 04 ff 60", "0b 02 03 04 ff 24", "03 02 01 00",
                    "03 01 01", "0b 0b 01", "0b 01 01",
                ])
            #expect(
                try await device.loggers(of: "acceleration") == [
                    LoggerChunk(id: 0, byteCount: 4), LoggerChunk(id: 1, byteCount: 2),
                ])
            // Another sensor beside it, but not the same one.
            try await device.startLogging(MWGyroscopeBMI270())
            await Self.refused { try await device.startLogging(sensor) }
            await Self.refused { try await device.clearLog() }
            await Self.refused { _ = try await device.downloadLogs() }
            await transport.forget()
            try await device.stopLogging(sensor)
            #expect(
                await transport.written.map(\.hex) == [
                    "0b 10 01", "0b 01 00", "03 01 00", "03 02 00 01",
                ])
            #expect(await device.state == .idle)
            // Still to be downloaded.
            await Self.refused { try await device.startLogging(sensor) }
            await transport.forget()
            try await device.clearLog()
            #expect(
                await transport.written.map(\.hex) == [
                    "0b 01 00", "0b 0d 01", "0b 09 ff ff ff ff", "0b 85", "0b 85", "0b 0d 00",
                    "0b 0a",
                ])
            try await device.startLogging(sensor)
        }
    }

    static func refused(_ call: () async throws -> Void) async {
        let error = await #expect(throws: MWError.self) { try await call() }
        guard case .invalidState = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a recording without room for its loggers leaves nothing behind`() async throws {
        try await withVirtualTime {
            let board = LogBoard()
            let (device, transport) = try await Self.connected(board)
            board.state.withLock { $0.isAnsweringLoggers = false }
            let error = await #expect(throws: MWError.self) {
                try await device.startLogging(MWAccelerometerBMI270())
            }
            guard case .timeout = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(await device.state == .idle)
            await Self.refused { _ = try await device.downloadLogs(MWAccelerometerBMI270()) }
            #expect(await transport.written.suffix(2).map(\.hex) == ["03 01 00", "03 02 00 01"])
        }
    }

    @Test func `a recording that is cancelled removes its loggers`() async throws {
        try await withVirtualTime {
            let board = LogBoard()
            let (device, transport) = try await Self.connected(board)
            await transport.slowDown { $0[0] == 0x0B ? .seconds(1) : .zero }
            let start = Task { try await device.startLogging(MWAccelerometerBMI270()) }
            try await Task.sleep(for: .milliseconds(1500))
            start.cancel()
            await #expect(throws: CancellationError.self) { try await start.value }
            #expect(await device.state == .idle)
            try await Task.sleep(for: .seconds(10))
            // Of the second one, too, whose number came after the cancellation.
            let removed = await transport.written.map(\.hex).filter { $0.hasPrefix("0b 03") }
            #expect(Set(removed) == ["0b 03 00", "0b 03 01"])
        }
    }

    @Test func `entries of several starts do not join, and only those of this one have a date`()
        async throws
    {
        try await withVirtualTime {
            let (device, _) = try await Self.connected(LogBoard())
            let start = try #require(await device.captureBoardState()?.logReferenceDate)
            let sensor = MWAccelerometerBMI270()
            try await device.recoverLoggers(
                for: sensor,
                using: [(UInt8(0), UInt8(0), UInt8(4)), (1, 4, 2)].map {
                    ActiveLogger(
                        loggerID: $0.0, module: .accelerometer, register: 0x04, channel: 0xFF,
                        chunkOffset: $0.1, chunkLength: $0.2)
                })
            // The start before this one, cut in the middle of a sample.
            let entries =
                Array(LogBoard.entries(of: 0..<3, uid: 1).dropLast())
                + LogBoard.entries(of: 0..<2, uid: 2)
            let samples = try await device.decodeEntries(entries, for: sensor)
            #expect(samples.count == 4)
            let dates = samples.map(\.date).sorted()
            #expect(dates[0].timeIntervalSince1970 < 1)
            #expect(abs(dates[2].timeIntervalSince(start) - 100 * 0.00146484375) < 1e-6)
        }
    }
}
