import Bluetooth
import CommandLineProgram
import Declaration
import Replay
import ScenarioFile
import ScenarioRun
import Simulation

/// The parsed options of `boardsim replay`.
struct ReplaySettings {
    var device: Address?
    var model: BoardModel?
    var seed: UInt64 = 1
    var tolerance = ReplayTolerance()
    private let scenario: String?
    private let cases: String?

    init(_ arguments: Arguments) throws(RunError) {
        scenario = arguments.value("scenario")
        cases = arguments.value("cases")
        let read = OptionReader(arguments, of: "replay")
        device = try read.value("device", or: "write an address, such as `E1:00:00:00:00:01`") {
            Address($0)
        }
        model = try read.value("model", or: BoardModel.fix(arguments.value("model") ?? "")) {
            BoardModel(rawValue: $0)
        }
        seed = try read.seed() ?? seed
        let delay = try read.value("tolerance", or: "write a duration of at most 60 s: `250 ms`") {
            Nanoseconds(writtenAs: $0).flatMap { .zero ... .seconds(60) ~= $0 ? $0 : nil }
        }
        if let delay { tolerance.delay = delay.count }
    }

    /// Every file that is written, with its option.
    var files: [(option: String, path: String)] {
        var files: [(option: String, path: String)] = []
        if let scenario {
            files.append(("--scenario", scenario))
            files.append(("--scenario", Self.recording(scenario)))
        }
        if let cases { files.append(("--cases", cases)) }
        return files
    }

    /// `desk.csv` of `desk.yaml`, in the same folder.
    private static func recording(_ scenario: String) -> String {
        let name = scenario.hasSuffix(".yaml") ? String(scenario.dropLast(5)) : scenario
        return name + ".csv"
    }

    /// Without its folder.
    private static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    func writeDrafts(
        _ replay: CaptureReplay, capture path: String, _ console: Console
    ) throws(RunError) {
        let capture = Self.name(path)
        if let scenario {
            let recording = Self.recording(scenario)
            let draft = ScenarioDraft(
                replay, capture: capture, recording: Self.name(recording))
            try write(draft.yaml, to: scenario, "--scenario", console)
            if let text = draft.recording {
                try write(text, to: recording, "--scenario", console)
            }
        }
        if let cases {
            let draft = CasesDraft(replay, capture: capture)
            guard draft.count > 0 else {
                throw RunError(
                    .input,
                    "boardsim replay: --cases: the captured host read no register, so there is no"
                        + " case to draft; omit --cases")
            }
            try write(draft.yaml, to: cases, "--cases", console)
        }
    }

    private func write(
        _ text: String, to path: String, _ option: String, _ console: Console
    ) throws(RunError) {
        let file = OutputFile(path, option: option)
        try file.open(console)
        file.write(Array(text.utf8))
        try file.close("the draft")
        console.complain("wrote \(path)\n")
    }
}
