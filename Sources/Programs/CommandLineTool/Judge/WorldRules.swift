import ClientJudge
import CommandLineProgram
import Declaration
import Exploration
import LiveRun
import Report
import ScenarioRun
import Sweep

/// The rules of the judge of clients that no world of an exploration may break, beyond those that are broken
/// without a fault.
struct WorldRules {
    /// Which findings count.
    enum Level: String, CaseIterable {
        case off, errors, strict
    }

    let level: Level
    private let waivers: [Waiver]

    static let options: [Option] = [
        .value(
            "judge", "off|errors|strict", choices: Level.allCases.map(\.rawValue),
            "Rules that a client may break in no world, unless it breaks them without a fault, too: errors, or"
                + " warnings as well. docs/rules.md lists them. Default: errors."),
        .value("waivers", "FILE", "Breaches that are accepted, as for `run --judge-client`."),
        .value("today", "DAY", "With --waivers: the date for checking them. Default: today."),
    ]

    init(_ arguments: Arguments, _ console: Console) throws(RunError) {
        let read = OptionReader(arguments, of: ExploreSettings.command)
        level = Self.level(arguments)
        guard let path = arguments.value("waivers") else {
            if arguments.has("today") { throw read.wrong("--today needs --waivers; add it") }
            waivers = []
            return
        }
        guard level != .off else {
            throw read.wrong("--waivers needs the judge; omit `--judge off`")
        }
        let today = try JudgeSettings.today(read)
        waivers = try JudgeSettings.waivers(at: path, console)
            .filter { waiver in today.map { $0 <= waiver.expires } ?? true }
    }

    private static func level(_ arguments: Arguments) -> Level {
        arguments.value("judge").flatMap(Level.init) ?? .errors
    }

    /// What `run` needs to judge clients; nil if nothing is judged.
    var option: String? { level == .off ? nil : "--judge-client" }

    /// What `run` needs to find the same; nil if nothing is judged.
    static func option(_ arguments: Arguments) -> String? {
        guard level(arguments) != .off else { return nil }
        let path = arguments.value("waivers").map(SweepHeader.quoted)
        return "--judge-client" + (path.map { "=\($0)" } ?? "")
    }

    /// The breaches that count, the most severe first.
    ///
    /// - Parameter lastRight: the last thing of the client that went right.
    func breaches(in findings: [Finding], lastRight: String) -> [WorldOutcome.Breach] {
        Assessment(findings).open
            .filter { finding in
                isCounted(finding.rule) && !waivers.contains { $0.covers(finding) }
            }
            .map { $0.breach(after: lastRight) }
    }

    private func isCounted(_ rule: Rule) -> Bool {
        switch level {
        case .off: false
        case .errors: rule.severity == .error
        case .strict: rule.severity != .note
        }
    }
}
