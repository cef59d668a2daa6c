import Checkout
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

@Suite struct RunnerDeterminismTests {
    private static let text = RunBench.scenario(
        board:
            "{name: wrist, model: MetaMotion S, motion: [rest: 1 s, walk: {speed: 1 m/s, for: 20 s}]}",
        steps: """
            scan: 1 s, connect, initialise, stream: {signals: [acceleration, rotation], for: 5 s},
            log: {acceleration: 50 Hz}, wait: 2 s, stop-log, download, disconnect
            """.split(separator: "\n").joined(separator: " ").asSteps,
        "faults: [{at: 4 s, interference: {loss: 40 %, for: 2 s}}]\n"
            + "expect: [{within: 30 s, connected: {exactly: 1}}]\n")

    @Test(.slow) func `the same scenario and seed give the same run, another seed another`() throws
    {
        let first = try RunBench(Self.text)
        let second = try RunBench(Self.text)
        let other = try RunBench(Self.text, seed: 12)
        #expect(first.trace == second.trace && first.trace.count > 1000)
        #expect("\(first.result)" == "\(second.result)")
        #expect(first.result.traceHash == second.result.traceHash)
        #expect(first.result.seed == 11 && other.result.seed == 12)
        #expect(other.result.traceHash != first.result.traceHash)
        #expect(other.result.scenarioHash == first.result.scenarioHash)
    }

    @Test func `the pace of the caller changes nothing`() throws {
        let scenario = try ScenarioFile(reading: Array(Self.text.utf8), file: "dir/t.yaml")
        var options = RunOptions()
        options.keepsSamples = true
        let run = try ScenarioRun(
            scenario, text: Array(Self.text.utf8), file: "dir/t.yaml", options: options)
        while !run.advance(to: run.simulation.now + .milliseconds(7)) {}
        var result = try run.finish()
        #expect(result.traceHash == nil)
        let whole = try RunBench(Self.text).result
        result.traceHash = whole.traceHash
        #expect("\(result)" == "\(whole)")
    }

    @Test(arguments: [
        (
            "version: 1\nboards:\n  - name: a\n    model: MetaMotion R\n    motion: [recording: r.csv]\n",
            "dir/t.yaml:5:25: error: the recording dir/r.csv cannot be read: No such file or directory"
        ),
        (
            "version: 1\nboards:\n  - name: a\n    model: MetaMotion R\n    motion: [recording: bad.csv]\n",
            "dir/bad.csv:3:"
        ),
        (
            "version: 1\nboards:\n  - {name: a, model: MetaMotion R, address: C0:00:00:00:00:01}\n"
                + "  - {name: b, model: MetaMotion R, address: C0:00:00:00:00:01}\n",
            "dir/t.yaml:4:5: error: b has the same address as a, C0:00:00:00:00:01; give each its own"
        ),
    ])
    func `what cannot be run is an error of the input, with its place`(
        text: String, wanted: String
    ) throws {
        let error = #expect(throws: RunError.self) {
            try RunBench(
                text,
                files: [
                    "dir/bad.csv":
                        "elapsed (s),x-axis (g),y-axis (g),z-axis (g)\n0,0,0,1\n0.1,0,zero,1\n"
                ])
        }
        #expect(error?.kind == .input)
        #expect(error?.description.hasPrefix(wanted) == true, "\(String(describing: error))")
    }

    @Test(arguments: ["yes", "1", "150", "True", "\"\""])
    func `a quirk is on or off`(value: String) throws {
        func text(_ value: String) -> String {
            RunBench.scenario(
                board: "{name: a, model: MetaMotion R, quirks: {silent-reset: \(value)}}")
        }
        let error = #expect(throws: ScenarioError.self) { try RunBench(text(value)) }
        #expect(
            error?.problems.first?.fix == "write `silent-reset: true` or `silent-reset: false`")
        for (value, isOn) in [("true", true), ("on", true), ("false", false), ("off", false)] {
            let play = try RunBench(text(value) + "duration: 1 s\n")
            #expect(play.result.boards[0].quirks.contains("silent-reset") == isOn)
        }
    }
}
