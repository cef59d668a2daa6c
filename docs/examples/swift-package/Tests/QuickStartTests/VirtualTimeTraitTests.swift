#if os(Linux)
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// Every test is in virtual time, and none says so.
@Suite(.virtualTime(seed: 7)) struct VirtualTimeTraitTests {
    @Test func `an hour is over at once`() async throws {
        let start = ContinuousClock.now
        try await Task.sleep(for: .seconds(3600))
        #expect((3600..<3601).contains((ContinuousClock.now - start) / .seconds(1)))
    }

    @Test func `the link of a board is lost, and the app connects again`() async throws {
        let desk = try #require(VirtualTimeTrait.desk)
        let board = try desk.add(.metaMotionS).identifier
        let device = MetaWearDevice(
            identifier: board, transport: desk.radio.transport(to: board))
        try await device.connect()
        let presses = try await device.startStream(MWSwitch())
        desk.loseLink(to: board)
        await #expect(throws: MWError.self) { for try await _ in presses {} }
        #expect(await device.state == .disconnected)
        try await device.connect()
        #expect(await device.state == .idle)
    }

    @Suite struct WithinASuite {
        @Test(arguments: [1, 60])
        func `each case has a desk of its own`(minutes: Int) async throws {
            try await Task.sleep(for: .seconds(60 * minutes))
            let desk = try #require(VirtualTimeTrait.desk)
            #expect(desk.boards.isEmpty)
            try desk.add(.metaMotionRL)
        }
    }
}
#endif
