import Conformance
import LibCrypto
import Report
import Scenario

/// `boardsim conformance`: runs the cases against boards, and says by its status whether all held.
func conformanceCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    do throws(RunError) {
        let settings = try ConformanceSettings(arguments)
        let suite = try CaseFolder.suite(in: settings.cases, console)
        let outside = try ConformanceSettings.outside(arguments, console)
        let target: any ConformanceTarget
        if let outside { target = outside } else { target = try settings.target(console) }
        let plan = SuitePlan(
            suite, boards: target.boards, filters: settings.filters, shard: settings.shard)
        guard !plan.items.isEmpty || plan.count > 0 else {
            throw RunError(
                .input,
                "boardsim conformance: no case is called like that; `boardsim conformance --list`"
                    + " names them")
        }
        if settings.isList {
            for item in plan.items {
                console.write("\(item.entry.item.id.text)  \(item.entry.item.title)\n")
            }
            return .success
        }
        let report = play(plan, suite, target, settings, console)
        try write(report, settings, console)
        return report.isGreen ? .success : .failed
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

private func play(
    _ plan: SuitePlan, _ suite: ConformanceSuite, _ target: any ConformanceTarget,
    _ settings: ConformanceSettings, _ console: Console
) -> ConformanceReport {
    let run = SuiteRun(plan, on: target, retries: settings.retries)
    var report = ConformanceReport(
        tool: "boardsim", seed: settings.seed, target: target.name, suiteHash: suite.hash,
        selection: settings.selection, planned: plan.count, shard: settings.shard,
        boards: target.boards)
    let interrupt = Interrupt()
    while !interrupt.isRaised, let result = run.step() {
        report.results.append(result)
        if settings.isVerbose || (settings.isTold && result.verdict.isBad) {
            console.complain("\(result.verdict.rawValue) \(result.id) (\(result.board))\n")
        }
        if settings.stopsAtFailure, result.verdict.isBad { break }
    }
    return report
}

private func write(
    _ report: ConformanceReport, _ settings: ConformanceSettings, _ console: Console
) throws(RunError) {
    for result in report.results where result.verdict.isBad {
        console.write(
            "\(result.verdict.rawValue) \(result.id) on \(result.board): \(result.title)\n"
                + "    \(result.file):\(result.failedStep ?? result.line): \(result.reason)\n")
        guard !settings.stopsAtFailure else { continue }
        for line in result.log {
            let bytes = line.bytes.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined(separator: " ")
            console.write(
                "    \(line.seconds) \(line.direction.rawValue) \(bytes) \(line.words)\n")
        }
    }
    let counts = Conformance.Verdict.allCases.map { "\(report.count($0)) \($0.rawValue)" }
    console.write(counts.joined(separator: ", ") + "\n")
}
