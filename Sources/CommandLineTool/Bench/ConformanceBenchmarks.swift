import Conformance
import Scenario

/// What the conformance suite costs.
enum ConformanceBenchmarks {
    /// The whole suite on every product of the model, and the way to its first verdict.
    static func all(_ console: Console) -> [Measurement] {
        var first = Double.infinity
        for _ in 0..<3 {
            first = min(first, seconds(console) { run in _ = run.step() })
        }
        guard first.isFinite else {
            console.complain(
                "boardsim bench: the cases cannot be read; start it in the repository\n")
            return []
        }
        var failures = 0
        let whole = seconds(console) { run in
            while let result = run.step() {
                if result.verdict.isBad { failures += 1 }
            }
        }
        if failures > 0 { console.complain("boardsim bench: \(failures) cases do not hold\n") }
        return [
            Measurement(
                name: "first verdict of the conformance suite, files read", value: first,
                unit: "s", bound: .atMost(0.2)),
            Measurement(
                name: "whole conformance suite, every product", value: whole, unit: "s",
                bound: .atMost(5)),
        ]
    }

    /// Processor time from the files to the end of what is done; infinite without cases.
    private static func seconds(_ console: Console, _ work: (SuiteRun) -> Void) -> Double {
        let start = Pacer.processorSeconds
        do throws(RunError) {
            let suite = try CaseFolder.suite(in: nil, console)
            let target = ModelTarget()
            work(SuiteRun(SuitePlan(suite, boards: target.boards), on: target))
        } catch {
            return .infinity
        }
        return Pacer.processorSeconds - start
    }
}
