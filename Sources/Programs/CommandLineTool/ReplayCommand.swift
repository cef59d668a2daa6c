import CommandLineProgram
import Declaration
import LibCrypto
import LiveRun
import Replay
import Report
import ScenarioRun
import Wire

/// `boardsim replay`, for the list of commands.
let replayCommandDeclaration = Command(
    name: "replay",
    about:
        "Plays the host's side of a capture with a real board against the model, and reports where"
        + " the model differs. FILE is a btsnoop or pcapng file, or a list of packets.",
    operands: .one("FILE"),
    options: [
        .value(
            "device", "ADDRESS", "The board, if the capture has several. Default: the only one."),
        .value("model", "M", "A product, as listed by `boardsim boards`. Default: as captured."),
        .value("firmware", "R", "A firmware revision. Default: as captured, or the closest."),
        .value(
            "tolerance", "DURATION",
            "How much later or earlier than in the capture an answer may come. Default: 250 ms."),
        .value(
            "scenario", "FILE",
            "File for a scenario of the capture; a recording is written beside it."),
        .value("cases", "FILE", "File for drafts of conformance cases."),
        .value("seed", "N", "Seed of all randomness. Default: 1."),
        .report, ConformanceOutput.outOption, .endsWith,
    ], run: replayCommand)

/// `boardsim replay`: its status says whether the model would have satisfied the captured host.
func replayCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    arguments.heedParent()
    let file = arguments.operands[0]
    do throws(RunError) {
        let settings = try ReplaySettings(arguments)
        let output = try ConformanceOutput(arguments, of: "replay")
        for (option, path) in settings.files { try output.claims.claim(path, by: option) }
        let console = console.guarding(output.claims)
        let bytes: [UInt8]
        do throws(FileError) { bytes = try console.read(file) } catch {
            throw RunError(.input, "\(file): the file cannot be read: \(error.reason)")
        }
        let replay: CaptureReplay
        do throws(CaptureError) {
            replay = try CaptureReplay(
                CaptureFile(bytes), file: PathText.shown(file), device: settings.device,
                model: settings.model, firmware: arguments.value("firmware"))
        } catch {
            throw RunError(.input, "\(file)\(error)")
        }
        for remark in replay.remarks { console.complain("\(file): note: \(remark)\n") }
        try settings.writeDrafts(replay, capture: PathText.shown(file), console)
        var options = RunOptions()
        options.cryptography = OpenSSL()
        let report = try replay.report(
            seed: settings.seed, tolerance: settings.tolerance, tool: Program.version,
            options: options)
        try output.put(.suite(report), console)
        return ConformanceOutput.status(of: report)
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}
