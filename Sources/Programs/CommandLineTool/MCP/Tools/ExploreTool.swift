import CommandLineProgram
import Declaration
import Exploration
import JSON
import LiveRun
import Report
import Simulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Looks for the fault that breaks a client, as `boardsim explore` does.
let exploreTool = MCPTool(
    name: "explore", title: "Try every fault",
    about:
        "Tries every fault at every packet of a scenario whose clients, or `program`, pass without one. Gives the smallest"
        + " that breaks them, and a scenario for each, which `replay` runs again.",
    effect: .runs,
    arguments: MCPSession.scenarioArguments + [
        MCPArgument("budget", "How long to look, in real time. Default: 30 s."),
        MCPArgument(
            "worlds", .number(1...1_000_000),
            "The most worlds, instead of `budget`: the same each time."),
        MCPArgument(
            "faults", .texts,
            "Only these kinds: \(Trouble.names.joined(separator: ", ")). Default: all."),
        MCPArgument("depth", .number(1...2), "The most faults of a world. Default: 1."),
        MCPArgument("seed", .number(0...Int.max), "Other luck than the file's `seed`."),
        MCPArgument("set", .texts, "Values that replace those of the file: `world.distance=12 m`."),
        .worlds,
        MCPArgument("program", .texts, "A program and its arguments, as for `run`."),
        MCPArgument(
            "radio", .choice(["bluez-bus", "hci-unix"]),
            "Where the program finds the boards. Default: bluez-bus."),
        MCPArgument(
            "accept", .texts, "Statuses besides 0 with which the program may end: `[\"3\"]`."),
    ]
) { (parameters, session) throws(RPCError) in
    let folder = try session.folder.make(for: "explore")
    let file = try session.scenario(parameters, in: folder)
    var words = ["explore", "--report", "json", "--report", "text", "--out", folder]
    words += ["--ends-with", "\(getpid())"]
    var expected: Double?
    if let worlds = try parameters.integer("worlds", in: 1...1_000_000) {
        words.append("--worlds=\(worlds)")
    } else {
        let budget = try parameters.duration("budget") ?? .seconds(30)
        expected = budget.seconds
        words.append("--budget=\(budget.text)")
    }
    let faults = try parameters.texts("faults")
    if !faults.isEmpty { words.append("--faults=\(faults.joined(separator: ","))") }
    for name in ["depth", "seed"] {
        if let value = try parameters.integer(name, in: 0...Int.max) {
            words.append("--\(name)=\(value)")
        }
    }
    for value in try parameters.texts("set") { words.append("--set=\(value)") }
    for name in try parameters.texts("world") { words.append("--world=\(name)") }
    let program = try parameters.texts("program")
    let radio = try parameters.text("radio")
    let accepted = try parameters.texts("accept")
    if !program.isEmpty {
        words.append("--radio=\(radio ?? "bluez-bus")")
        if !accepted.isEmpty { words.append("--accept-exit=\(accepted.joined(separator: ","))") }
    }
    words += ["--", file] + (program.isEmpty ? [] : ["--"] + program)
    return .work(
        MCPWork(words: words, expected: expected) { end, printed in
            let path = ReportWriter.path(of: ReportFormat.json.fileName, in: folder)
            guard let bytes = try? Console.system.read(path),
                let report = try? JSONValue(reading: bytes)
            else { return MCPResult(RPCError(.wrongInput, RunWork.said(printed, end))) }
            let scenarios = FilePath.names(in: folder).filter { $0.hasPrefix("failure-") }
            for name in scenarios {
                session.found["\(folder)/\(name)"] =
                    [file, radio ?? "bluez-bus"] + program
            }
            let whole = ReportWriter.path(of: ReportFormat.text.fileName, in: folder)
            return MCPResult(
                text: MCPText.bounded(RunWork.withoutFiles(printed), to: 6_500, rest: whole)
                    + "\nFiles in \(folder): \(FilePath.names(in: folder).joined(separator: ", "))\n"
                    + (scenarios.isEmpty ? "" : "Next: `replay` with the path of a failure.\n"),
                data: [
                    ("passed", report["passed"] ?? .null), ("broken", report["broken"] ?? .null),
                    ("points", report["points"] ?? .null), ("tried", report["tried"] ?? .null),
                    ("planned", report["planned"] ?? .null),
                    (
                        "failures",
                        .array(
                            report.list("failures").map {
                                $0.part([
                                    "what", "lastRight", "smallest", "worlds", "opens", "closes",
                                    "failsWithOtherSeed",
                                ])
                            })
                    ),
                    ("folder", .string(folder)),
                    (
                        "scenarios",
                        .array(scenarios.map { .string("\(folder)/\($0)") })
                    ),
                ])
        })
}
