import Central
import CommandLineProgram
import Conformance
import Declaration
import LiveRun
import Report
import ScenarioRun

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
            about: "A product, as listed by `boardsim boards`. Default: all."),
        Option(
            name: "filter", value: "ID", isRepeated: true,
            about: "Only cases with this id: `MW/ACC`, `*/DATA/*`. Default: all."),
        .value("shard", "I/N", "Only the Ith of N parts; `slurm` for the task of a job array."),
        .value(
            "cases", "DIR",
            "Where the cases are. Default: Conformance, here or of the installed program."),
        .value("seed", "N", "Seed of all randomness. Default: 1."),
        .flag("list", "Lists the cases without running them."),
        .flag("fail-fast", "Stops at the first case that does not pass."),
        .flag("verbose", "Prints each verdict to standard error at once."),
        .report, ConformanceOutput.outOption,
    ] + ConformanceSettings.outsideOptions,
    run: conformanceCommand)

/// `boardsim conformance`: runs the cases against boards; its status says whether all passed.
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
                "boardsim conformance: no case matches; `boardsim conformance --list` lists all of them"
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

/// Each case once, whatever the number of its boards.
private func list(_ plan: SuitePlan, _ console: Console) {
    var last = ""
    for item in plan.items where item.entry.item.id.text != last {
        last = item.entry.item.id.text
        console.write("\(last)  \(item.entry.item.title)\n")
    }
}

/// The report, and why it is incomplete if the connection to the board was lost.
private func play(
    _ plan: SuitePlan, _ suite: ConformanceSuite, _ target: any ConformanceTarget,
    _ settings: ConformanceSettings, _ console: Console
) -> (ConformanceReport, AccessError?) {
    let run = SuiteRun(plan, on: target, retries: settings.retries)
    var report = ConformanceReport(
        tool: Program.version, seed: settings.seed, target: target.name, suiteHash: suite.hash,
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
