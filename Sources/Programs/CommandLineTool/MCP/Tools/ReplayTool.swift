import CommandLineProgram
import JSON
import LiveRun
import Report

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs again what an exploration has found, or plays a capture against the model.
let replayTool = MCPTool(
    name: "replay", title: "Replay a failure or a capture",
    about:
        "Runs a failure that `explore` has found again, with report and trace; or plays the host's side of a capture of a"
        + " real board against the model, and says where the model differs.",
    effect: .runs,
    arguments: [
        MCPArgument("failure", "Path of a scenario that `explore` has written."),
        MCPArgument(
            "capture", "Instead: path of a btsnoop or pcapng file, or of a list of packets."),
        MCPArgument("model", "Of a capture: the board. Default: as captured."),
        MCPArgument("device", "Of a capture: the board's address, if there are several."),
    ]
) { (parameters, session) throws(RPCError) in
    switch (try parameters.text("failure"), try parameters.text("capture")) {
    case (let failure?, nil):
        let folder = try session.folder.make(for: "replay")
        // The files that it names lie beside the scenario that was explored.
        guard let known = session.found[FilePath.resolved(failure) ?? failure] else {
            return .work(
                RunWork.work([], of: failure, program: [], radio: nil, in: folder))
        }
        return .work(
            RunWork.work(
                ["--text=\(failure)"], of: known[0], program: Array(known[2...]), radio: known[1],
                in: folder))
    case (nil, let capture?):
        let folder = try session.folder.make(for: "replay")
        return .work(try CaptureWork.work(capture, parameters, in: folder))
    default: throw parameters.wrong("write either `failure` or `capture`")
    }
}

/// Replays of captures for an answer.
private enum CaptureWork {
    static func work(
        _ capture: String, _ parameters: RPCParameters, in folder: String
    ) throws(RPCError) -> MCPWork {
        var words = ["replay", "--report", "json", "--report", "text", "--out", folder]
        words += ["--ends-with", "\(getpid())"]
        for name in ["model", "device"] {
            if let value = try parameters.text(name) { words.append("--\(name)=\(value)") }
        }
        return MCPWork(words: words + ["--", capture]) { end, printed in
            let path = ReportWriter.path(of: ReportFormat.json.fileName, in: folder)
            guard let bytes = try? Console.system.read(path),
                let report = try? JSONValue(reading: bytes)
            else { return MCPResult(RPCError(.wrongInput, RunWork.said(printed, end))) }
            let whole = ReportWriter.path(of: ReportFormat.text.fileName, in: folder)
            return MCPResult(
                text: MCPText.bounded(RunWork.withoutFiles(printed), to: 7_000, rest: whole)
                    + "\nFiles in \(folder): \(FilePath.names(in: folder).joined(separator: ", "))\n",
                data: [
                    ("passed", .bool(end == .status(0))),
                    ("verdict", report["verdict"] ?? .null), ("folder", .string(folder)),
                ])
        }
    }
}
