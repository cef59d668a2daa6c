#if os(Linux)
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import QuickStart
import Testing
import VirtualTime

@Suite struct QuickStartTests {
    @Test(arguments: [
        (BoardProfile.metaMotionS, "MetaMotion S"), (.metaMotionRL, "MetaMotion R / RL"),
    ])
    func `the app finds a board and streams from it`(profile: BoardProfile, name: String)
        async throws
    {
        let desk = SimulatedDesk(seed: 7)
        try desk.add(profile)
        let text = try await withVirtualTime(desk) {
            try await quickStart(MetaWearScanner(radio: desk.radio))
        }
        #expect(text == "\(name): 100 samples, lying flat")
    }

    @Test func `without a board it says so`() async throws {
        let desk = SimulatedDesk(seed: 7)
        await #expect(throws: NoBoard.self) {
            try await withVirtualTime(desk) {
                try await quickStart(MetaWearScanner(radio: desk.radio))
            }
        }
    }
}
#endif
