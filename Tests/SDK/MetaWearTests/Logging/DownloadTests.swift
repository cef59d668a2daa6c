import Foundation
import Synchronization
import Testing
import VirtualTime

@testable import MetaWear

@Suite struct DownloadTests {
    private static func device(
        _ board: LogBoard
    ) async throws -> (MetaWearDevice, AnsweringTransport) {
        let (device, transport) = try await RecordingTests.connected(board)
        await device.know(
            "acceleration", [LoggerChunk(id: 0, byteCount: 4), LoggerChunk(id: 1, byteCount: 2)])
        return (device, transport)
    }

    @Test func `a download has everything, confirms its pages and tells how far it is`()
        async throws
    {
        try await withVirtualTime {
            let entries = LogBoard.entries(of: 0..<10)
            let (device, transport) = try await Self.device(LogBoard(entries))
            var fractions: [Double] = []
            var last: Download<[RawLogEntry]>?
            for try await part in try await device.downloadLogs() {
                fractions.append(part.percentComplete)
                #expect(part.data == Array(entries.prefix(part.data.count)))
                if part.percentComplete < 1 {
                    #expect(await device.state != .idle)
                }
                last = part
            }
            #expect(fractions == [0, 0.2, 0.4, 0.6, 0.8, 1])
            #expect(last?.data == entries)
            #expect(last?.totalEntries == 20)
            #expect(last?.entriesDownloaded == 20)
            #expect(await device.state == .idle)
            #expect(
                await transport.written.map(\.hex) == [
                    "0b 10 01", "0b 07 01", "0b 0d 01", "0b 08 01", "0b 85", "0b 85",
                    "0b 06 14 00 00 00 01 00 00 00", "0b 0e", "0b 0e", "0b 0e", "0b 0e", "0b 07 00",
                    "0b 0d 00", "0b 08 00",
                ])
        }
    }

    @Test func `the progress is the device's state`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.device(LogBoard(LogBoard.entries(of: 0..<10)))
            await transport.slowDown { $0[1] == 0x0E ? .seconds(10) : .zero }
            let download = Task {
                for try await _ in try await device.downloadLogs() {}
            }
            var states: [DeviceState] = []
            for _ in 0..<4 {
                try await Task.sleep(for: .seconds(9.9))
                states.append(await device.state)
            }
            #expect(states == [0.2, 0.4, 0.6, 0.8].map { .downloading(progress: $0) })
            try await download.value
            #expect(await device.state == .idle)
        }
    }

    @Test func `where an entry is missing, only its sample is`() async throws {
        try await withVirtualTime {
            let (device, _) = try await Self.device(LogBoard())
            var entries = (0..<4).flatMap { i in
                [0, 1].map {
                    RawLogEntry(
                        id: $0, resetUID: 2, tick: UInt32(100 * i), rawData: UInt32(i))
                }
            }
            entries.remove(at: 3)
            let samples = try await device.decode(
                entries, [LoggerChunk(id: 0, byteCount: 4), LoggerChunk(id: 1, byteCount: 2)]
            ) { Array($0) }
            #expect(
                samples.map(\.value)
                    == [0, 2, 3].map { (i: UInt8) -> [UInt8] in [i, 0, 0, 0, i, 0] })
        }
    }

    @Test func `an empty log is one element`() async throws {
        try await withVirtualTime {
            let (device, _) = try await Self.device(LogBoard())
            var parts: [Download<[RawLogEntry]>] = []
            for try await part in try await device.downloadLogs() { parts.append(part) }
            #expect(
                parts == [
                    Download(data: [], percentComplete: 1, totalEntries: 0, entriesDownloaded: 0)
                ])
            #expect(await device.state == .idle)
        }
    }

    @Test func `entries behind the last progress are waited for`() async throws {
        try await withVirtualTime {
            let board = LogBoard(LogBoard.entries(of: 0..<10))
            board.state.withLock { $0.isProgressEarly = true }
            let (device, _) = try await Self.device(board)
            var last: Download<[MWLoggedSample<CartesianFloat>]>?
            for try await part in try await device.downloadLogs(MWAccelerometerBMI270()) {
                last = part
            }
            #expect(last?.data.count == 10)
            #expect(last?.percentComplete == 1)
        }
    }

    @Test func `a board that falls silent ends the download after a minute`() async throws {
        try await withVirtualTime {
            let board = LogBoard(LogBoard.entries(of: 0..<10))
            board.state.withLock { $0.pagesBeforeSilence = 2 }
            let (device, _) = try await Self.device(board)
            let start = ContinuousClock.now
            let error = await #expect(throws: MWError.self) {
                for try await _ in try await device.downloadLogs() {}
            }
            guard case .timeout = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(ContinuousClock.now - start == .milliseconds(60_550))
            #expect(await device.state == .idle)
        }
    }

    @Test func `a download that was left early begins the next one, however fast the board was`()
        async throws
    {
        try await withVirtualTime {
            let entries = LogBoard.entries(of: 0..<10)
            let (device, _) = try await Self.device(LogBoard(entries))
            for try await _ in try await device.downloadLogs() {
                try await Task.sleep(for: .seconds(5))
                break
            }
            var all: [RawLogEntry] = []
            for try await part in try await device.downloadLogs() { all = part.data }
            #expect(all == entries)
        }
    }

    @Test func `the log is not cleared under a download`() async throws {
        try await withVirtualTime {
            let entries = LogBoard.entries(of: 0..<10)
            let (device, transport) = try await Self.device(LogBoard(entries))
            await transport.slowDown { _ in .milliseconds(10) }
            async let clear: Void = device.clearLog()
            try await Task.sleep(for: .milliseconds(5))
            for try await _ in try await device.downloadLogs() {}
            try await clear
            #expect(await device.state == .idle)
            let written = await transport.written.map(\.hex)
            let cleared = try #require(written.firstIndex(of: "0b 0a"))
            // The first packet of a download.
            let flushed = try #require(written.firstIndex(of: "0b 10 01"))
            #expect(cleared < flushed)
        }
    }

    @Test func `an unknown key is refused before anything is written`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.device(LogBoard())
            await RecordingTests.refused { _ = try await device.downloadLogs(MWMagnetometer()) }
            #expect(await transport.written.isEmpty)
            #expect(await device.state == .idle)
        }
    }

    @Test func `a decoder that fails ends the stream, and the next download has it all`()
        async throws
    {
        try await withVirtualTime {
            let entries = LogBoard.entries(of: 0..<10)
            let (device, _) = try await Self.device(LogBoard(entries))
            struct Broken: Error {}
            await #expect(throws: Broken.self) {
                for try await _ in try await device.downloadLogs(
                    key: "acceleration",
                    decode: { bytes in
                        if bytes[0] == 5 { throw Broken() }
                    })
                {}
            }
            try await Task.sleep(for: .seconds(1))
            #expect(await device.state == .idle)
            var all: [RawLogEntry] = []
            for try await part in try await device.downloadLogs() { all = part.data }
            #expect(all == entries)
        }
    }

    /// At each packet of the readout.
    @Test(arguments: 0..<22, [false, true])
    func `nothing is lost or doubled by a lost link`(packets: Int, isProgressEarly: Bool)
        async throws
    {
        try await withVirtualTime {
            let entries = LogBoard.entries(of: 0..<10)
            let board = LogBoard(entries)
            board.state.withLock { $0.isProgressEarly = isProgressEarly }
            let (device, transport) = try await Self.device(board)
            await transport.loseLink(afterNotifications: packets)
            var all: [RawLogEntry] = []
            do {
                for try await part in try await device.downloadLogs() { all = part.data }
            } catch {}
            try await Task.sleep(for: .seconds(1))
            if await device.state == .disconnected { try await device.connect() }
            #expect(await device.state == .idle)
            if all != entries {
                for try await part in try await device.downloadLogs() { all = part.data }
            }
            #expect(all == entries)
        }
    }

    @Test(arguments: 0..<12)
    func `a download that is given up can be taken up again`(parts: Int) async throws {
        try await withVirtualTime {
            let entries = LogBoard.entries(of: 0..<10)
            let (device, transport) = try await Self.device(LogBoard(entries))
            await transport.slowDown { _ in .milliseconds(10) }
            let download = Task {
                var all: [RawLogEntry] = []
                for try await part in try await device.downloadLogs() { all = part.data }
                return all
            }
            try await Task.sleep(for: .milliseconds(10 * parts + 5))
            download.cancel()
            var all = (try? await download.value) ?? []
            try await Task.sleep(for: .seconds(1))
            #expect(await device.state == .idle)
            if all != entries {
                for try await part in try await device.downloadLogs() { all = part.data }
            }
            #expect(all == entries)
        }
    }
}

extension MetaWearDevice {
    func know(_ key: String, _ chunks: [LoggerChunk]) { loggerRegistry[key] = chunks }
}
