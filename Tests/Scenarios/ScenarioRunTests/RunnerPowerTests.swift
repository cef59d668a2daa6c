import Checkout
import Device
import MetaWearBoard
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun

@Suite struct RunnerPowerTests {
    // holds POW-07
    @Test(.slow) func `a board dies while it logs, and comes back with its log when it is charged`()
        throws
    {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R, sensors: ideal,"
                    + " battery: {level: 20 %, capacity: 0.1 mAh}}",
                steps: ("connect, log: {acceleration: {rate: 25 Hz}}, wait-disconnect: 1000 s,"
                    + " reconnect: 1000 s, download").asSteps,
                """
                inputs: [{at: 600 s, charger: connect}]
                expect:
                  - {within: 900 s, state: {resets: 1}}
                  - {within: 1000 s, downloaded: {signal: acceleration, at-least: 500}}
                """))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
        #expect(play.traces("battery empty") == 1)
        #expect(play.traces("power back") == 1)
    }

    // holds CLK-02
    @Test func `a board's clock drifts as its scenario says`() throws {
        let play = try RunBench(
            RunBench.scenario(board: "{name: wrist, model: MetaMotion S, clock-drift: -500 ppm}"),
            duration: .seconds(10_000))
        // 10,000 s are 6,826,666.7 ticks.
        let board = try #require(play.run.boards[0] as? MetaWearBoard)
        #expect(board.logTick == 6_823_253)
    }

    // holds BOO-21
    @Test func `what an image is and what runs it can be said`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, firmware: 1.7.2,"
                    + " bootloader: {revision: 0.5.0, image: 1.7.4}}"),
            duration: .seconds(1))
        let board = try #require(play.run.boards[0] as? MetaWearBoard)
        #expect(board.firmwareRevision == "1.7.2")
        #expect(board.bootloaderRevision == "0.5.0")
        #expect(board.profile.imageRevision == FirmwareRevision(major: 1, minor: 7, patch: 4))
    }

    @Test(arguments: [
        (
            "bootloader: {image: 1.7}",
            "`image` is `1.7`, which is not a revision; use three numbers"
        ),
        (
            "bootloader: {revision: 1.7.256}",
            "`revision` is `1.7.256`, which is not a revision; use three numbers"
        ),
        ("clock-drift: 20", "ppm"), ("clock-drift: 2000 ppm", "1000"),
        ("battery: {capacity: 0 mAh}", "from 0.001 mAh"), ("battery: {capacity: 3 s}", "mAh"),
    ])
    func `a wrong value is told`(key: String, words: String) {
        let error = #expect(throws: (any Error).self) {
            try RunBench(RunBench.scenario(board: "{name: wrist, model: MetaMotion S, \(key)}"))
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(error.map { "\($0)" } ?? "")")
    }
}
