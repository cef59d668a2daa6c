import MetaWear
import MetaWearBoard
import Testing

/// What the SDK does about the habits of boards with NAND (real boards of 2026, sections 1 and 2).
@Suite struct BoardFieldTests {
    private static let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g4)

    private static func record(
        _ device: MetaWearDevice, _ sensor: some MWLoggable, for time: Duration
    ) async throws {
        try await device.startLogging(sensor)
        try await Task.sleep(for: time)
        try await device.stopLogging(sensor)
    }

    private static func entries(
        _ download: AsyncThrowingStream<Download<[RawLogEntry]>, any Error>
    ) async throws -> Int {
        try await download.reduce(0) { $1.data.count }
    }

    @Test func `after a clear the next recording loses nothing`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let fast = MWAccelerometerBMI270(odr: .hz800, range: .g4)
            try await Self.record(device, fast, for: .seconds(40))
            let start = ContinuousClock.now
            try await device.clearLog()
            // 125 pages, 20 ms each.
            let took = ContinuousClock.now - start
            #expect(took > .seconds(2) && took < .seconds(3))
            try await Self.record(device, Self.sensor, for: .seconds(3))
            let count = try await Self.entries(device.downloadLogs(expectEntries: true))
            #expect((590...620).contains(count))
        }
    }

    @Test func `a clear does not wait for a notice that never comes`() async throws {
        var profile = BoardProfile.metaMotionS
        profile.quirks.insert(.noDropNotice)
        try await withBoard(profile) { _, device in
            try await device.connect()
            try await Self.record(device, Self.sensor, for: .seconds(3))
            let start = ContinuousClock.now
            try await device.clearLog()
            let took = ContinuousClock.now - start
            #expect(took > .seconds(4) && took < .seconds(5))
            #expect(try await device.queryActiveLoggers().isEmpty)
        }
    }

    @Test func `where entries are expected a late flush is waited for`() async throws {
        var profile = BoardProfile.metaMotionS
        profile.quirks.insert(.slowFlush)
        try await withBoard(profile) { _, device in
            try await device.connect()
            try await Self.record(device, Self.sensor, for: .seconds(1))
            #expect(try await Self.entries(device.downloadLogs()) == 0)
            try await device.clearLog()
            try await Self.record(device, Self.sensor, for: .seconds(1))
            let count = try await Self.entries(device.downloadLogs(expectEntries: true))
            #expect((190...215).contains(count))
            #expect(try await Self.entries(device.downloadLogs(expectEntries: true)) == 0)
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionRL])
    func `a session of another host is stopped, and stays to be downloaded`(
        _ profile: BoardProfile
    ) async throws {
        try await withBoard(profile) { _, device in
            try await device.connect()
            #expect(try await !device.read(MWLoggingEnabled()).value)
            let sensor = try #require(await device.makeAccelerometer(odrHz: 100, rangeG: 4))
            try await device.startLogging(sensor)
            #expect(try await device.read(MWLoggingEnabled()).value)
            try await Task.sleep(for: .seconds(1))
            try await device.stopOnBoardLogging()
            #expect(await device.state == .logging)
            #expect(try await !device.read(MWLoggingEnabled()).value)
            #expect(try await device.queryActiveLoggers().count == 2)
            try await device.stopLogging(sensor)
            let count = try await Self.entries(device.downloadLogs(expectEntries: true))
            #expect((190...215).contains(count))
        }
    }
}
