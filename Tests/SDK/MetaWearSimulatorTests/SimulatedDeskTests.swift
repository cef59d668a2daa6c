import Bluetooth
import Central
import MetaWearBoard
import MetaWearSimulator
import Motion
import Peripheral
import Simulation
import Testing
import VirtualRadio
import VirtualTime

/// Boards in a world of virtual time.
@Suite struct SimulatedDeskTests {
    private static let battery: BluetoothUUID = "2A19"
    private static let command: BluetoothUUID = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
    private static let notification: BluetoothUUID = "326A9006-85CB-9195-D9DD-464CFBBAE75A"
    /// Acceleration at 100 Hz and ±8 g: configure, subscribe, enable, start.
    private static let stream: [[UInt8]] = [
        [0x03, 0x03, 0xA8, 0x02], [0x03, 0x04, 0x01], [0x03, 0x02, 0x01, 0x00], [0x03, 0x01, 0x01],
    ]

    @Test func `ten virtual minutes with a board`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).address
        var report = VirtualTimeReport()
        let readings = try await withVirtualTime(desk, report: { report = $0 }) {
            let phone = SimulatedPhone(on: desk)
            try await phone.connect(to: board)
            let end = ContinuousClock.now + .seconds(600)
            var readings = 0
            while ContinuousClock.now < end {
                #expect(try await phone.read(Self.battery, of: board).count == 1)
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
        _ desk: SimulatedDesk, _ board: Address, for duration: Duration
    ) async throws -> [String] {
        try await withVirtualTime(desk) {
            let phone = SimulatedPhone(on: desk)
            try await phone.connect(to: board)
            let notifications = try await phone.notifications(of: Self.notification, of: board)
            for packet in Self.stream {
                try await phone.write(packet, to: Self.command, of: board, .command)
            }
            let listener = Task {
                let start = ContinuousClock.now
                var lines: [String] = []
                for try await packet in notifications {
                    lines.append("\(ContinuousClock.now - start) \(packet)")
                }
                return lines
            }
            try await Task.sleep(for: duration)
            await phone.disconnect(from: board)
            return try await listener.value
        }
    }

    @Test func `a stream arrives in virtual time, to the byte`() async throws {
        var traces = Set<[String]>()
        for _ in 0..<3 {
            let desk = SimulatedDesk(seed: 7)
            let board = try desk.add(
                .metaMotionS, moving: [.rest(Rest(duration: 1)), .shake(Shake(peak: 3))])
            let trace = try await Self.samples(desk, board.address, for: .seconds(5))
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
                    let board = try desk.add(.metaMotionRL).address
                    return try await Self.samples(desk, board, for: .seconds(2)).count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.count == 20 && counts.allSatisfy { (190...210).contains($0) })
    }

    @Test func `a link that is lost ends its streams with an error`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS).address
        try await withVirtualTime(desk) {
            let phone = SimulatedPhone(on: desk)
            try await phone.connect(to: board)
            let notifications = try await phone.notifications(of: Self.notification, of: board)
            let listener = Task { for try await _ in notifications {} }
            try await Task.sleep(for: .seconds(1))
            desk.air.move(board, to: 10_000)
            let start = ContinuousClock.now
            await #expect(throws: CentralError.self) { try await listener.value }
            #expect(ContinuousClock.now - start <= .seconds(10))
            await #expect(throws: CentralError.self) {
                try await phone.read(Self.battery, of: board)
            }
        }
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

    @Test func `an unconnected phone says so`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS).address
        try await withVirtualTime(desk) {
            let phone = SimulatedPhone(on: desk)
            let error = await #expect(throws: CentralError.self) {
                try await phone.read(Self.battery, of: board)
            }
            #expect(error.map { "\($0)" }?.contains("is not connected to \(board)") == true)
        }
    }
}

/// Two boards and two listeners, in very many orders.
@Suite struct ScheduleTests {
    private static let command: BluetoothUUID = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
    private static let notification: BluetoothUUID = "326A9006-85CB-9195-D9DD-464CFBBAE75A"

    /// What two boards notify when both are asked for their model and then for their switch, at once.
    private static func answers(_ options: VirtualTimeOptions) async throws -> [[[UInt8]]] {
        let desk = SimulatedDesk(seed: 3)
        let boards = [
            try desk.add(.metaMotionS).address, try desk.add(.metaMotionRL).address,
        ]
        return try await withVirtualTime(desk, options: options) {
            let phone = SimulatedPhone(on: desk)
            return try await withThrowingTaskGroup { group in
                for (number, board) in boards.enumerated() {
                    group.addTask { (number, try await answers(of: board, to: phone)) }
                }
                return try await group.reduce(into: [[], []]) { $0[$1.0] = $1.1 }
            }
        }
    }

    private static func answers(
        of board: Address, to phone: SimulatedPhone
    ) async throws -> [[UInt8]] {
        try await phone.connect(to: board)
        let notifications = try await phone.notifications(of: Self.notification, of: board)
        let listener = Task { try await notifications.reduce(into: []) { $0.append($1) } }
        try await withThrowingTaskGroup { group in
            for module: UInt8 in 1...3 {
                group.addTask {
                    try await phone.write([module, 0x80], to: Self.command, of: board)
                }
            }
            try await group.waitForAll()
        }
        try await Task.sleep(for: .seconds(1))
        await phone.disconnect(from: board)
        return try await listener.value
    }

    @Test func `a thousand schedules with two boards lose no answer`() async throws {
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
}
