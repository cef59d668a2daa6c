import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// A log that somebody else has left, or that nobody can read (real boards of 2026: RB26-08).
@Suite struct ForeignLogDecisionTests {
    typealias Row = (
        pending: Bool, loggers: Bool?, length: UInt32, isLogging: Bool,
        decision: ForeignLogDecision
    )

    private static let rows: [Row] = [
        (true, true, 500, true, .leaveAlone), (true, false, 500, false, .leaveAlone),
        (true, nil, 500, false, .leaveAlone),
        (false, true, 500, false, .surface(isActivelyLogging: false)),
        (false, true, 500, true, .surface(isActivelyLogging: true)),
        // The first page is still in memory.
        (false, true, 0, true, .surface(isActivelyLogging: true)),
        (false, true, 0, false, .leaveAlone), (false, true, 1, false, .leaveAlone),
        (false, false, 500, false, .silentClear), (false, false, 500, true, .silentClear),
        (false, false, 1, false, .leaveAlone), (false, false, 0, true, .leaveAlone),
        (false, nil, 500, false, .surface(isActivelyLogging: false)),
        (false, nil, 0, true, .surface(isActivelyLogging: true)),
        (false, nil, 0, false, .leaveAlone),
    ]

    @Test(arguments: rows.indices)
    func `the table of the vendor's apps`(_ index: Int) {
        let row = Self.rows[index]
        #expect(
            ForeignLogDecision(
                hasPendingSession: row.pending, hasLoggers: row.loggers, length: row.length,
                isLogging: row.isLogging) == row.decision)
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionRL, .metaMotionR])
    func `a second host finds the session of the first`(_ profile: BoardProfile) async throws {
        try await withBoard(profile) { desk, device in
            try await device.connect()
            #expect(try await device.foreignLogDecision(hasPendingSession: false) == .leaveAlone)
            let sensor = try #require(await device.makeAccelerometer(odrHz: 50, rangeG: 4))
            try await device.startLogging(sensor)
            try await Task.sleep(for: .seconds(3))
            try await device.disconnect()
            let other = MetaWearDevice(
                identifier: device.identifier,
                transport: desk.radio.transport(to: device.identifier))
            try await other.connect()
            #expect(
                try await other.foreignLogDecision(hasPendingSession: false)
                    == .surface(isActivelyLogging: true))
            #expect(try await other.foreignLogDecision(hasPendingSession: true) == .leaveAlone)
            try await other.flushLogPage()
            try await other.stopOnBoardLogging()
            try await Task.sleep(for: .seconds(2))
            #expect(
                try await other.foreignLogDecision(hasPendingSession: false)
                    == .surface(isActivelyLogging: false))
            try await other.recoverLoggers(for: sensor)
            try await other.stopLogging(sensor)
            try await other.disconnect()
        }
    }

    @Test func `entries without loggers are cleared`() async throws {
        try await withBoard { desk, device in
            desk.boards[0].fillRecording(to: 0.01)
            try await device.connect()
            #expect(try await device.foreignLogDecision(hasPendingSession: false) == .silentClear)
            try await device.clearLog()
            #expect(try await device.foreignLogDecision(hasPendingSession: false) == .leaveAlone)
        }
    }
}
