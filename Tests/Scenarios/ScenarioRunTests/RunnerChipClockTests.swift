import Checkout
import Device
import MetaWearBoard
import Simulation
import Testing

@testable import ScenarioRun

@Suite struct RunnerChipClockTests {
    // holds CLK-06
    @Test(.slow, arguments: ["clock: -13000 ppm", "clock: 7000 ppm", "specimen: 0", "specimen: 1"])
    func `a complete log misses nothing, whatever the chip's clock`(_ sensors: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, sensors: {\(sensors)}}",
                steps: ("connect, initialise, log: {acceleration: {rate: 50 Hz},"
                    + " rotation: {rate: 50 Hz}}, wait: 60 s, stop-log, download").asSteps,
                """
                expect:
                  - {within: 200 s, downloaded: {signal: acceleration, at-least: 2900, missing: 0}}
                  - {within: 200 s, downloaded: {signal: rotation, at-least: 2900, missing: 0}}
                """))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
    }

    // holds CLK-06
    @Test(.slow) func `a chip that is 0.7 % fast makes 0.7 % more samples`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S,"
                    + " sensors: {errors: ideal, clock: 7000 ppm}}",
                steps: ("connect, initialise, configure: {accelerometer: 100 Hz},"
                    + " stream: {signals: [acceleration], for: 100 s}").asSteps,
                "expect: [{within: 200 s, received:"
                    + " {signal: acceleration, at-least: 10055, at-most: 10080}}]"))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
        let board = try #require(play.run.boards[0] as? MetaWearBoard)
        #expect(abs(board.hardware.chipClock.fast - 0.007) < 4e-6)
    }

    @Test(arguments: [
        ("MetaMotion S", "clock: 5000", "ppm"), ("MetaMotion S", "clock: 60000 ppm", "50000"),
        ("MetaMotion S", "clock: -60000 ppm", "-50000"),
        ("Triki", "clock: 5000 ppm", "`clock` cannot be used with wrist"),
    ])
    func `a wrong clock is refused`(_ model: String, _ key: String, _ words: String) {
        let error = #expect(throws: (any Error).self) {
            try RunBench(
                RunBench.scenario(board: "{name: wrist, model: \(model), sensors: {\(key)}}"))
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(error.map { "\($0)" } ?? "")")
    }
}
