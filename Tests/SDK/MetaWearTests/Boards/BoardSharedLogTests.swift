import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// A log that several sensors share, downloaded one sensor after the other.
@Suite struct BoardSharedLogTests {
    private static let acceleration = MWAccelerometerBMI270(odr: .hz50, range: .g4)
    private static let rotation = MWGyroscopeBMI270(odr: .hz50, range: .dps500)

    private static func record(_ device: MetaWearDevice) async throws {
        try await device.startLogging(acceleration)
        try await device.startLogging(rotation)
        try await Task.sleep(for: .seconds(5))
        try await device.stopLogging(rotation)
        try await device.stopLogging(acceleration)
    }

    private static func last<Element: Sendable>(
        _ stream: AsyncThrowingStream<Download<[Element]>, any Error>
    ) async throws -> [Element] {
        var all: [Element] = []
        for try await part in stream { all = part.data }
        return all
    }

    @Test func `each sensor has its samples, in whatever order they are downloaded`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            try await Self.record(device)
            let forces = try await Self.last(device.downloadLogs(Self.acceleration))
            #expect((230...260).contains(forces.count))
            // Nothing is left on the board, and the rest was kept.
            #expect(try await device.read(MWLogLength()).value < 4)
            let rates = try await Self.last(device.downloadLogs(Self.rotation))
            #expect((230...260).contains(rates.count))
            // What was taken is not there a second time.
            #expect(try await Self.last(device.downloadLogs(Self.acceleration)).isEmpty)
            #expect(try await Self.last(device.downloadLogs()).isEmpty)
        }
    }

    @Test func `a consumer that stops at the last element loses nothing either`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            try await Self.record(device)
            for try await part in try await device.downloadLogs(Self.rotation)
            where part.percentComplete == 1 { break }
            let forces = try await Self.last(device.downloadLogs(Self.acceleration))
            #expect((230...260).contains(forces.count))
        }
    }

    @Test func `a polled value and a sensor share a log`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let polled = MWPolledLogger(readable: MWThermometer(channel: 0), periodMs: 200)
            let handles = try await device.startLogging(polled)
            try await device.startLogging(Self.acceleration)
            try await Task.sleep(for: .seconds(5))
            try await device.stopLogging(Self.acceleration)
            try await device.stopLogging(polled, handles: handles)
            #expect(try await Self.last(device.downloadLogs(polled)).count > 20)
            #expect(try await Self.last(device.downloadLogs(Self.acceleration)).count > 200)
        }
    }

    @Test func `what was kept comes before what was recorded since, and goes with the log`()
        async throws
    {
        try await withBoard { _, device in
            try await device.connect()
            try await Self.record(device)
            _ = try await Self.last(device.downloadLogs(Self.acceleration))
            let entries = try await Self.last(device.downloadLogs())
            let rates = try await device.decodeEntries(entries, for: Self.rotation)
            #expect((230...260).contains(rates.count))
            #expect(try await device.decodeEntries(entries, for: Self.acceleration).isEmpty)
            try await device.clearLog()

            try await Self.record(device)
            _ = try await Self.last(device.downloadLogs(Self.acceleration))
            try await device.clearLog()
            #expect(try await Self.last(device.downloadLogs()).isEmpty)
        }
    }
}
