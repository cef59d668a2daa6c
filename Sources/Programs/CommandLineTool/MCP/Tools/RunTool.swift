import CommandLineProgram
import JSON
import LiveRun
import Report
import ScenarioFile

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs a scenario, as `boardsim run` does.
let runTool = MCPTool(
    name: "run", title: "Run a scenario",
    about:
        "Runs a scenario in virtual time, judges its clients, and writes report and trace. With `program`, that"
        + " program is the client: unchanged, in virtual time.",
    effect: .runs,
    arguments: MCPSession.scenarioArguments + [
        MCPArgument("seed", .number(0...Int.max), "Other luck than the file's `seed`."),
        MCPArgument("for", "Virtual time to run: `90 s`. Default: as the file says."),
        MCPArgument(
            "set", .texts,
            "Values that replace those of the file: `boards[0].quirks.slow-flush=true`."),
        .worlds,
        MCPArgument(
            "program", .texts, "A program and its arguments: `[\"python3\", \"app.py\"]`."),
        MCPArgument(
            "radio", .choice(["bluez-bus", "hci-unix"]),
            "Where the program finds the boards. Default: bluez-bus."),
    ]
) { (parameters, session) throws(RPCError) in
    let folder = try session.folder.make(for: "run")
    let file = try session.scenario(parameters, in: folder)
    var words: [String] = []
    if let seed = try parameters.integer("seed", in: 0...Int.max) { words.append("--seed=\(seed)") }
    if let time = try parameters.text("for") { words.append("--for=\(time)") }
    for value in try parameters.texts("set") { words.append("--set=\(value)") }
    for name in try parameters.texts("world") { words.append("--world=\(name)") }
    return .work(
        RunWork.work(
            words, of: file, program: try parameters.texts("program"),
            radio: try parameters.text("radio"), in: folder))
}

extension MCPArgument {
    /// Hostile worlds.
    static let worlds = MCPArgument(
        "world", .texts,
        "Hostile worlds, from the start on: \(HostileWorld.names.joined(separator: ", ")).")
}

/// Runs of a scenario for an answer.
enum RunWork {
    /// - Parameters:
    ///   - options: words of `boardsim run`.
    ///   - program: that is run against the radio; empty for none.
    ///   - folder: for its files.
    static func work(
        _ options: [String], of file: String, program: [String], radio: String?, in folder: String
    ) -> MCPWork {
        var words = ["run"] + options
        words += ["--judge-client", "--report", "json", "--out", folder]
        words += ["--trace", "\(folder)/trace.txt", "--ends-with", "\(getpid())"]
        if !program.isEmpty {
            words += ["--radio", radio ?? "bluez-bus", "--speed", "led"]
            // A program that only waits would never end.
            if !options.contains(where: { $0.hasPrefix("--for=") }) { words.append("--for=10 min") }
        }
        words += ["--", file] + (program.isEmpty ? [] : ["--"] + program)
        return MCPWork(words: words) { end, printed in
            result(of: end, printed, folder, hasProgram: !program.isEmpty)
        }
    }

    private static func result(
        of end: ChildProcess.End, _ printed: String, _ folder: String, hasProgram: Bool
    ) -> MCPResult {
        let path = ReportWriter.path(of: ReportFormat.json.fileName, in: folder)
        guard let bytes = try? Console.system.read(path),
            let report = try? ReadReport(bytes, file: path),
            let json = try? JSONValue(reading: bytes)
        else { return MCPResult(RPCError(.wrongInput, said(printed, end))) }
        keep(ReportFormat.text.text(report), ReportFormat.text.fileName, folder)
        var text = RunAnswer.text(json, end)
        if hasProgram {
            keep(printed, "output.txt", folder)
            text += "\nIt printed:\n" + MCPText.bounded(printed, to: 2_000)
        }
        let files = FilePath.names(in: folder)
        text += "\nFiles in \(folder): \(files.joined(separator: ", "))\n"
        return MCPResult(text: text, data: RunAnswer.data(json, end, folder, files))
    }

    /// Files that only make an answer complete; without them it is still true.
    static func keep(_ text: String, _ name: String, _ folder: String) {
        try? Console.system.save(Array(text.utf8), ReportWriter.path(of: name, in: folder))
    }

    /// What was printed without the names of the files, which an answer lists at its end.
    static func withoutFiles(_ printed: String) -> String {
        printed.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("wrote ") }.joined(separator: "\n")
    }

    /// Why there is no report.
    static func said(_ printed: String, _ end: ChildProcess.End) -> String {
        let lines = printed.split(separator: "\n").filter { !$0.hasPrefix("Try: ") }
        return lines.isEmpty ? "it ended with \(end.words)" : lines.joined(separator: "\n")
    }
}
