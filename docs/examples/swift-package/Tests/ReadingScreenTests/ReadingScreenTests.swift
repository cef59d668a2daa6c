#if os(Linux)
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import ReadingScreen
import Testing
import VirtualTime

/// Two taps at the same moment; each board answers after a tenth of a second. What is on the screen then.
private func tapTwice(
    _ options: VirtualTimeOptions,
    _ tap: @escaping @Sendable (ReadingScreen, String) async throws -> Void
) async throws -> String {
    try await withVirtualTime(options: options) {
        let screen = ReadingScreen { board in
            try await Task.sleep(for: .milliseconds(100))
            return "readings of the \(board) board"
        }
        try await withThrowingTaskGroup(of: Void.self) { taps in
            for board in ["left", "right"] {
                taps.addTask { try await tap(screen, board) }
            }
            try await taps.waitForAll()
        }
        return "\(await screen.title): \(await screen.readings)"
    }
}

@Suite struct ReadingScreenTests {
    private let correct = [
        "left: readings of the left board", "right: readings of the right board",
    ]

    @Test func `in order of arrival all is well`() async throws {
        let screen = try await tapTwice(VirtualTimeOptions()) { try await $0.choose($1) }
        #expect(screen == "right: readings of the right board")
    }

    @Test func `a hundred schedules find the race`() async throws {
        var log: [String] = []
        for seed in 0..<100 as Range<UInt64> {
            let screen = try await tapTwice(.shuffled(seed)) { try await $0.choose($1) }
            if !correct.contains(screen) { log.append("seed \(seed): \(screen)") }
        }
        let summary = (log.prefix(3) + ["\(log.count) of 100 schedules are wrong"])
            .joined(separator: "\n")
        print(summary)
        #expect(
            summary == """
                seed 0: left: readings of the right board
                seed 1: left: readings of the right board
                seed 2: left: readings of the right board
                42 of 100 schedules are wrong
                """)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `no schedule finds one after the fix`(seed: UInt64) async throws {
        let screen = try await tapTwice(.shuffled(seed)) { try await $0.chooseCarefully($1) }
        #expect(correct.contains(screen))
    }

    @Test func `ten minutes with a board`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) {
            let device = MetaWearDevice(
                identifier: board, transport: desk.radio.transport(to: board))
            try await device.connect()
            for _ in 0..<60 {
                let battery = try await device.readBattery()
                #expect(battery.charge == 100)
                try await Task.sleep(for: .seconds(10))
            }
        }
    }
}
#endif
