import Checkout
import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing
import VirtualTime

/// Tasks of an app in a thousand orders.
@Suite struct ScheduleTests {
    @Test(.slow) func `two devices lose no sample in any order of tasks`() async throws {
        var found: Set<[Int]> = []
        for seed in UInt64(0)..<1000 {
            let desk = SimulatedDesk(seed: 7)
            let boards = [
                try desk.add(.metaMotionS).identifier, try desk.add(.metaMotionR).identifier,
            ]
            let counts = try await withJudgedDesk(desk, options: .shuffled(seed)) {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for board in boards {
                        group.addTask { try await Self.stream(board, on: desk) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            found.insert(counts.sorted())
        }
        // The order of tasks takes no time, so each finds what the others find: a second of packets with three samples.
        #expect(found.count == 1)
        #expect(found.joined().allSatisfy { (90...105).contains($0) })
    }

    /// The number of samples of a second.
    private static func stream(_ board: UUID, on desk: SimulatedDesk) async throws -> Int {
        let device = MetaWearDevice(
            identifier: board, transport: desk.radio.transport(to: board))
        try await device.connect()
        let sensor = try #require(await device.makeAccelerometer(odrHz: 100, rangeG: 4))
        let stream = try await device.startStream(sensor)
        async let battery = device.readBattery()
        let reader = Task { try await stream.reduce(0) { count, _ in count + 1 } }
        try await Task.sleep(for: .seconds(1))
        try await device.stopStreaming(sensor)
        _ = try await battery
        let count = try await reader.value
        #expect(await device.droppedSamples == 0)
        try await device.disconnect()
        return count
    }
}
