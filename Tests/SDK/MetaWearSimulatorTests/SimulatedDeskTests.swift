import Checkout
import CoreBluetooth
import Foundation
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import Motion
import Simulation
import Testing
import VirtualTime

/// Boards in a world of virtual time.
@Suite struct SimulatedDeskTests {
    /// Acceleration at 100 Hz and ±8 g: configure, subscribe, enable, start.
    private static let stream: [Data] = [
        Data([0x03, 0x03, 0xA8, 0x02]), Data([0x03, 0x04, 0x01]), Data([0x03, 0x02, 0x01, 0x00]),
        Data([0x03, 0x01, 0x01]),
    ]

    @Test func `ten virtual minutes with a board`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).identifier
        var report = VirtualTimeReport()
        let readings = try await withVirtualTime(desk, report: { report = $0 }) {
            let transport = desk.radio.transport(to: board)
            try await transport.connect(to: board)
            let end = ContinuousClock.now + .seconds(600)
            var readings = 0
            while ContinuousClock.now < end {
                #expect(try await transport.read(from: MWUUIDs.batteryLevel).count == 1)
                readings += 1
                try await Task.sleep(for: .seconds(10))
            }
            return readings
        }
        #expect(readings == 60)
        #expect(report.virtualTime >= .seconds(600))
        #expect(report.foreignWakeups == 0)
        #expect(desk.simulation.now.seconds >= 600)
    }

    /// The samples of some seconds, and when each arrived.
    private static func samples(
        _ desk: SimulatedDesk, _ board: UUID, for duration: Duration
    ) async throws -> [String] {
        try await withVirtualTime(desk) {
            let transport = desk.radio.transport(to: board)
            try await transport.connect(to: board)
            let notifications = await transport.notifications(from: MWUUIDs.notify)
            for packet in Self.stream {
                try await transport.write(packet, to: MWUUIDs.command, type: .withoutResponse)
            }
            let listener = Task {
                let start = ContinuousClock.now
                var lines: [String] = []
                for try await packet in notifications {
                    lines.append("\(ContinuousClock.now - start) \(Array(packet))")
                }
                return lines
            }
            try await Task.sleep(for: duration)
            try await transport.disconnect()
            return try await listener.value
        }
    }

    @Test func `a stream arrives in virtual time, to the byte`() async throws {
        var traces = Set<[String]>()
        for _ in 0..<3 {
            let desk = SimulatedDesk(seed: 7)
            let board = try desk.add(
                .metaMotionS, moving: [.rest(Rest(duration: 1)), .shake(Shake(peak: 3))])
            let trace = try await Self.samples(desk, board.identifier, for: .seconds(5))
            // The chip's own clock may err by some percent.
            #expect((480...520).contains(trace.count))
            traces.insert(trace)
        }
        #expect(traces.count == 1)
    }

    @Test func `desks run side by side`() async throws {
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for seed in 1...20 as ClosedRange<UInt64> {
                group.addTask {
                    let desk = SimulatedDesk(seed: seed)
                    let board = try desk.add(.metaMotionRL).identifier
                    return try await Self.samples(desk, board, for: .seconds(2)).count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.count == 20 && counts.allSatisfy { (180...210).contains($0) })
    }

    @Test func `two desks in one process do not share time`() async throws {
        let desk = SimulatedDesk()
        desk.simulation.run(for: .seconds(3))
        try await withVirtualTime(desk) { try await Task.sleep(for: .seconds(1)) }
        #expect(desk.simulation.now == .zero + .seconds(4))
        // And on from there.
        try await withVirtualTime(desk) { try await Task.sleep(for: .seconds(1)) }
        #expect(desk.simulation.now == .zero + .seconds(5))
        let other = Simulation()
        try await withVirtualTime(other) { try await Task.sleep(for: .seconds(1)) }
    }
}

/// Two boards and two listeners, in very many orders.
@Suite struct ScheduleTests {
    /// What two boards notify when both are asked for their model and then for their switch, at once.
    private static func answers(_ options: VirtualTimeOptions) async throws -> [[Data]] {
        let desk = SimulatedDesk(seed: 3)
        let boards = [
            try desk.add(.metaMotionS).identifier, try desk.add(.metaMotionRL).identifier,
        ]
        return try await withVirtualTime(desk, options: options) {
            return try await withThrowingTaskGroup { group in
                for (number, board) in boards.enumerated() {
                    group.addTask { (number, try await answers(of: board, on: desk)) }
                }
                return try await group.reduce(into: [[], []]) { $0[$1.0] = $1.1 }
            }
        }
    }

    private static func answers(of board: UUID, on desk: SimulatedDesk) async throws -> [Data] {
        let transport = desk.radio.transport(to: board)
        try await transport.connect(to: board)
        let notifications = await transport.notifications(from: MWUUIDs.notify)
        let listener = Task { try await notifications.reduce(into: []) { $0.append($1) } }
        try await withThrowingTaskGroup { group in
            for module: UInt8 in 1...3 {
                group.addTask {
                    try await transport.write(
                        Data([module, 0x80]), to: MWUUIDs.command, type: .withResponse)
                }
            }
            try await group.waitForAll()
        }
        try await Task.sleep(for: .seconds(1))
        try await transport.disconnect()
        return try await listener.value
    }

    @Test(.slow) func `a thousand schedules with two boards lose no answer`() async throws {
        let inOrder = try await Self.answers(VirtualTimeOptions())
        #expect(inOrder.allSatisfy { $0.map { $0[0] } == [1, 2, 3] })
        #expect(inOrder[0] != inOrder[1])
        let orders = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for seed in 0..<1000 as Range<UInt64> {
                group.addTask {
                    let answers = try await Self.answers(.shuffled(seed))
                    for (some, all) in zip(answers, inOrder) {
                        #expect(Set(some) == Set(all) && some.count == all.count)
                    }
                    return answers.map { $0.map { $0[0] } }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        // Each board is asked in all six orders, next to each order of the other.
        #expect(orders.count == 36)
    }

    @Test func `the link of one board is lost, and the other goes on`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let boards = [
            try desk.add(.metaMotionS).identifier, try desk.add(.metaMotionRL).identifier,
        ]
        try await withVirtualTime(desk) {
            let transports = boards.map { desk.radio.transport(to: $0) }
            for (board, transport) in zip(boards, transports) {
                try await transport.connect(to: board)
            }
            let lost = await transports[0].notifications(from: MWUUIDs.notify)
            desk.loseLink(to: boards[0])
            await #expect(throws: (any Error).self) { for try await _ in lost {} }
            await #expect(throws: (any Error).self) {
                try await transports[0].read(from: MWUUIDs.batteryLevel)
            }
            #expect(try await transports[1].read(from: MWUUIDs.batteryLevel).count == 1)
            // The board notices, advertises and can be connected to again.
            try await transports[0].connect(to: boards[0])
            #expect(try await transports[0].read(from: MWUUIDs.batteryLevel).count == 1)
            desk.loseLink(to: UUID())
        }
    }
}
