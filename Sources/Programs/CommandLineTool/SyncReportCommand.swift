import CommandLineProgram
import Declaration
import JSON
import Report

/// `boardsim sync-report`, for the list of commands.
let syncReportCommandDeclaration = Command(
    name: "sync-report",
    about: "Says how far the samples of a recording (XDF) are from the truth in time, and how that"
        + " changes: the delay, the drift, and what is left.",
    operands: .one("FILE"),
    options: [
        .value(
            "truth", "FILE",
            "The session of `boardsim run --report xdf` that has the truth. Default: the recording"
                + " itself."),
        .flag("json", "As JSON, with every window."),
    ], run: syncReportCommand)

/// `boardsim sync-report`: 0 if every recorded stream has a delay.
func syncReportCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    do throws(RunError) {
        let path = arguments.operands[0]
        let recording = try session(path, console)
        let other = try arguments.value("truth").map { path throws(RunError) in
            try session(path, console)
        }
        let truths = (other ?? recording).streams.filter(\.isTruth)
        guard !truths.isEmpty else {
            throw RunError(
                .input,
                "\(arguments.value("truth") ?? path): no stream has a truth; name a session of"
                    + " `boardsim run --report xdf` with --truth")
        }
        let report = SyncReport(recording.streams.filter { !$0.isTruth }, truths: truths)
        console.write(arguments.has("json") ? report.json.text : report.text)
        if recording.isCut { console.complain("\(path): it ends within a chunk\n") }
        return report.rows.allSatisfy { $0.delay != nil } ? .success : .failed
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

private func session(_ path: String, _ console: Console) throws(RunError) -> XDFFile {
    let bytes = try console.text(of: path)
    do throws(XDFFile.Failure) { return try XDFFile(bytes) } catch {
        throw RunError(.input, "\(path): error: \(error)")
    }
}
