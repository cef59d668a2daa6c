import CommandLineProgram
import Declaration
import JSON
import LibCrypto
import LivePage
import PageModel
import ScenarioFile
import ScenarioRun
import Simulation

/// What it costs to look back on the live page: from the wish to everything that a browser is sent.
enum LookingBackBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        do {
            return try measured()
        } catch {
            console.complain("boardsim bench: \(error)\n")
            return []
        }
    }

    /// One board, two sensors at 100 Hz.
    private static let scenario = """
        version: 1
        boards:
          - {name: wrist, model: MetaMotion S, motion: [swing: {by: 40 deg, period: 1 s, for: 600 s}]}
        clients:
          - name: phone
            steps:
              - connect
              - configure: {accelerometer: {rate: 100 Hz}, gyroscope: {rate: 100 Hz}}
              - stream: {signals: [acceleration, rotation], for: 3600 s}
        """

    private static func run(_ text: [UInt8]) throws(RunError) -> ScenarioRun {
        let file: ScenarioFile
        do throws(ScenarioError) {
            file = try ScenarioFile(reading: text, file: "bench.yaml", vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
        var options = RunOptions()
        options.isOpenEnded = true
        options.cryptography = OpenSSL()
        return try ScenarioRun(file, text: text, file: "bench.yaml", options: options)
    }

    private static func measured() throws -> [Measurement] {
        let text = Array(scenario.utf8)
        let page = LivePage(try run(text), source: text, file: "bench.yaml") {
            source throws(RunError) in try run(source.text)
        }
        let minutes = 10.0
        page.advance(to: .zero + .seconds(minutes * 60))
        picture(of: page)
        let clock = ContinuousClock()
        func seconds(_ work: () throws -> Void) rethrows -> Double {
            let start = clock.now
            try work()
            return (clock.now - start) / .seconds(1)
        }
        var random = RandomStream(seed: 1, purpose: "moments")
        var seeks: [Double] = []
        for _ in 0..<1000 {
            let at = Double(random.below(UInt64(minutes * 60_000))) / 1000
            try seeks.append(
                seconds {
                    _ = try page.perform(PageCommand("look", .object([("at", .number(at))])))
                    picture(of: page)
                })
            // A person sees the picture before the next wish.
            let end = clock.now + .milliseconds(50)
            page.work { clock.now < end }
        }
        seeks.sort()
        let fork = try seconds {
            _ = try page.perform(PageCommand("look", .object([("at", .number(300))])))
            _ = try page.perform(
                PageCommand(
                    "do", .object([("do", .object([("link-loss", .string("8 s"))]))])))
            picture(of: page)
            _ = try page.perform(PageCommand("timeline"))
        }
        page.close()
        return [
            Measurement(
                name: "any moment of ten minutes on the live page, 99th percentile, clock",
                value: seeks[seeks.count * 99 / 100] * 1e3, unit: "ms", bound: .atMost(100)),
            Measurement(
                name: "another future on the live page, and both for a minute, clock",
                value: fork * 1e3, unit: "ms", bound: .atMost(300)),
        ]
    }

    /// What a browser is sent.
    private static func picture(of page: LivePage) {
        _ = (page.takeEvents().map(\.compact), page.takeSamples(), page.state().compact)
    }
}
