import Central
import Conformance
import Report
import Scenario

/// `boardsim conformance`, for the list of commands.
let conformanceCommandDeclaration = Command(
    name: "conformance", about: "Judges boards by the conformance cases.",
    options: [
        .value(
            "target", "T",
            "What is judged: model (in this process, in virtual time), hci-tcp:[HOST:]PORT,"
                + " hci-unix:PATH, bluez:ADDRESS. Default: model."),
        Option(
            name: "model", value: "M", isRepeated: true,
            about: "A product, as `boardsim boards` lists it. Default: every one."),
        Option(
            name: "filter", value: "ID", isRepeated: true,
            about: "Only cases of this id: `MW/ACC`, `*/DATA/*`. Default: all."),
        .value("shard", "I/N", "Only the Ith of N parts; `slurm` for the task of a job array."),
        .value("cases", "DIR", "Where the cases are. Default: Conformance."),
        .value("seed", "N", "Where all chance comes from. Default: 1."),
        .flag("list", "Lists the cases instead."),
        .flag("fail-fast", "Ends with the first case that does not hold."),
        .flag("verbose", "Tells each verdict on standard error as soon as it is there."),
        ConformanceOutput.reportOption, ConformanceOutput.outOption,
    ] + ConformanceSettings.outsideOptions,
    run: conformanceCommand)

/// `boardsim conformance`: runs the cases against boards, and says by its status whether all held.
func conformanceCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    do throws(RunError) {
        let settings = try ConformanceSettings(arguments)
        let output = try ConformanceOutput(arguments, of: "conformance")
        let console = console.guarding(output.claims)
        let suite = try CaseFolder.suite(in: settings.cases, console)
        let outside = try ConformanceSettings.outside(arguments, console)
        let target: any ConformanceTarget
        if let outside { target = outside } else { target = try settings.target(console) }
        let plan = SuitePlan(
            suite, boards: target.boards, filters: settings.filters, shard: settings.shard)
        guard plan.count > 0 else {
            throw RunError(
                .input,
                "boardsim conformance: no case is left; `boardsim conformance --list` names them all"
            )
        }
        if settings.isList {
            list(plan, console)
            return .success
        }
        let (report, failure) = play(plan, suite, target, settings, console)
        try output.put(.suite(report), console)
        if let failure {
            let rest = report.expected - report.results.count
            let left = rest > 0 ? "; \(rest) of \(report.expected) cases were not judged" : ""
            throw RunError(.environment, "boardsim conformance: \(failure)\(left)")
        }
        return ConformanceOutput.status(of: report)
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

/// Each case once, however many boards it is for.
private func list(_ plan: SuitePlan, _ console: Console) {
    var last = ""
    for item in plan.items where item.entry.item.id.text != last {
        last = item.entry.item.id.text
        console.write("\(last)  \(item.entry.item.title)\n")
    }
}

/// The report, and why it ends before the plan does if the way to the board is gone.
private func play(
    _ plan: SuitePlan, _ suite: ConformanceSuite, _ target: any ConformanceTarget,
    _ settings: ConformanceSettings, _ console: Console
) -> (ConformanceReport, AccessError?) {
    let run = SuiteRun(plan, on: target, retries: settings.retries)
    var report = ConformanceReport(
        tool: Tool.version, seed: settings.seed, target: target.name, suiteHash: suite.hash,
        selection: settings.selection, planned: plan.count, shard: settings.shard,
        boards: target.boards)
    let interrupt = Interrupt()
    var live = console.isErrorTerminal && !settings.isVerbose ? CaseLine(run, console) : nil
    while !interrupt.isRaised {
        live?.show()
        guard let result = run.step() else { break }
        report.results.append(result)
        if result.verdict.isBad { live?.bad += 1 }
        if settings.isVerbose {
            console.complain("\(result.verdict.rawValue) \(result.id) (\(result.board))\n")
        }
        if settings.stopsAtFailure, result.verdict.isBad { break }
    }
    live?.end()
    return (report, run.failure)
}
