import Scenario
import Simulation
import Wire

/// The options of `boardsim run`, understood.
struct RunSettings {
    /// Virtual seconds a second; nil is as fast as it goes.
    var speed: Double?
    var options = RunOptions()
    var outputDirectory: String?
    var tracePath: String?
    var hasTimings = false
    /// In the order of the command line.
    var reports: [String] = []

    init(_ arguments: Arguments) throws(RunError) {
        if let text = arguments.value("speed"), text != "max" {
            guard let factor = Double(text), factor > 0, factor.isFinite else {
                throw RunError(
                    .input, "boardsim run: --speed is `\(text)`; write `max` or a number above 0")
            }
            speed = factor
        }
        if let text = arguments.value("seed") {
            guard let seed = UInt64(text) else {
                throw RunError(
                    .input,
                    "boardsim run: --seed is `\(text)`; write a whole number from 0 to \(UInt64.max)"
                )
            }
            options.seed = seed
        }
        if let text = arguments.value("for") {
            guard let duration = Nanoseconds(writtenAs: text), duration > .zero,
                duration <= .longest
            else {
                throw RunError(
                    .input, "boardsim run: --for is `\(text)`; write a time as `90 s` or `5min`")
            }
            options.duration = duration
        }
        options.stateDirectory = arguments.value("state")
        outputDirectory = arguments.value("out")
        if let outputDirectory, !PathText.isWhole(outputDirectory) {
            throw RunError(
                .environment,
                "boardsim run: --out \(outputDirectory): this name is not UTF-8; name another folder"
            )
        }
        tracePath = arguments.value("trace")
        hasTimings = arguments.has("timings")
        for kind in arguments.values("report") where !reports.contains(kind) {
            reports.append(kind)
        }
        if reports.isEmpty { reports = ["text"] }
    }
}
