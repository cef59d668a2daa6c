import Bluetooth
import MetaWearBoard
import Motion
import Simulation
import Testing

@testable import ClientJudge

@Suite struct GuideTests {
    @Test func `the guide's Swift finds the guide's mistake`() throws {
        let body = StillBody()
        // The guide's own lines, from here on; the stage `guides` holds the page to them.
        let simulation = Simulation()
        let board = MetaWearBoard(
            .metaMotionS, name: "wrist", address: Address(0xE800_0000_0001), body: body,
            environment: SimpleEnvironment(), in: simulation)
        let judge = ClientJudge()
        judge.attach(to: board)
        // Here the client does its work; this one asks with the silent bit and would wait forever.
        board.perform([0x11, 0xCC])
        judge.finish(at: simulation.now)
        let errors = judge.findings.filter { $0.rule.severity == .error }
        #expect(errors.map(\.rule.id) == ["MW-READ-01"])
    }
}
