import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// A run that gets its fault on its way is the run that had it from the start.
@Suite struct BranchingTests {
    private static let scenario = RunBench.scenario(
        steps: "connect, read: temperature, {wait: 1 s}, read: temperature, disconnect")

    private final class Lines { var all: [String] = [] }

    /// The trace of a run, without the lines that announce faults, and its result.
    private static func play(
        _ text: String, branchingAfter events: Int? = nil, with fault: String = ""
    ) throws -> (lines: [String], result: RunResult, isBranch: Bool) {
        let own = events == nil ? text + fault : text
        let lines = Lines()
        var options = RunOptions()
        options.traceSink = { lines.all.append($0) }
        let run = try ScenarioRun(try read(own), text: [], file: "t.yaml", options: options)
        var isBranch = true
        if let events {
            let faults = try read(text + fault).faults
            run.count(faults.compactMap(\.kind.awaited), of: 0)
            _ = run.advance(events: events)
            isBranch = run.add(faults)
        }
        run.advance(to: Instant(nanoseconds: .max))
        let result = run.conclude()
        return (lines.all.filter { !$0.contains("  fault: ") }, result, isBranch)
    }

    private static func read(_ text: String) throws -> ScenarioFile {
        try ScenarioFile(reading: Array(text.utf8), file: "t.yaml", vocabulary: .firmware)
    }

    @Test(arguments: [
        #"upon: {packet: "> 04 81", number: 2, when: before, do: {link-loss: 8 s}}"#,
        #"upon: {packet: "< 04 81", number: 2, connection: 1, when: after, do: {reset: {}}}"#,
        #"lose-packet: {packet: "< 04 81", number: 2}"#,
        #"double-packet: {packet: "< 04 81", number: 2}"#,
        #"refuse-request: {packet: "> att 08", number: 3}"#,
        #"upon: {packet: "> 04 81", number: 1, when: after, do: {reset: {}}}"#,
    ])
    func `wherever it branches, the same happens`(fault: String) throws {
        let faults = "faults: [{at: 0 s, \(fault)}]\n"
        let whole = try Self.play(Self.scenario, with: faults)
        let base = try Self.play(Self.scenario)
        #expect(whole.lines != base.lines)
        var branches = 0
        for events in stride(from: 0, to: 200, by: 7) {
            let branch = try Self.play(Self.scenario, branchingAfter: events, with: faults)
            guard branch.isBranch else { continue }
            branches += 1
            #expect(branch.lines == whole.lines, "\(events)")
            #expect(branch.result.duration == whole.result.duration)
        }
        #expect(branches > 1)
    }

    @Test func `what has come does not come again`() throws {
        let fault = #"faults: [{at: 0 s, lose-packet: {packet: "< 04 81", number: 1}}]"# + "\n"
        #expect(try !Self.play(Self.scenario, branchingAfter: 100_000, with: fault).isBranch)
    }

    @Test(arguments: [
        "{at: 1 s, link-loss: 8 s}", "{at: 0 s, reset: {}}",
        #"{at: 1 s, lose-packet: {packet: "< 04 81"}}"#,
    ])
    func `only a fault at a packet can be added`(fault: String) throws {
        let faults = "faults: [\(fault)]\n"
        #expect(try !Self.play(Self.scenario, branchingAfter: 1, with: faults).isBranch)
    }
}
