import CommandLineProgram
import CommandLineTool
import Conformance
import Declaration

/// What the conformance suite costs.
enum ConformanceBenchmarks {
    /// The whole suite on every product of the model, and the time to its first verdict.
    static func all(_ console: Console) -> [Measurement] {
        var failures = 0
        let start = Pacer.processorSeconds
        do throws(RunError) {
            let suite = try CaseFolder.suite(in: nil, console)
            let target = ModelTarget()
            let run = SuiteRun(SuitePlan(suite, boards: target.boards), on: target)
            while let result = run.step() {
                if result.verdict.isBad { failures += 1 }
            }
        } catch {
            console.complain("skipped: \(error)\n")
            return []
        }
        let whole = Pacer.processorSeconds - start
        if failures > 0 { console.complain("boardsim bench: \(failures) cases do not hold\n") }
        var all = [
            Measurement(
                name: "whole conformance suite, every product", value: whole, unit: "s",
                bound: .atMost(1.5))
        ]
        let words = ["conformance", "--verbose"]
        if let program = ProgramStart.neighbour,
            let first = ProgramStart.processorSeconds(words, tries: 5, program: program)
        {
            all.append(
                Measurement(
                    name: "start of the program to its first verdict of conformance",
                    value: first, unit: "s", bound: .atMost(0.2)))
        } else {
            console.complain("skipped: boardsim is not beside this program, or does not start\n")
        }
        return all
    }
}
