import ClientJudge
import CommandLineProgram
import Declaration
import LiveRun
import Report
import ScenarioFile
import ScenarioRun
import Simulation
import Wire
import YAML

/// The parsed options of `boardsim run` for the judge of clients.
struct JudgeSettings {
    private let waivers: [Waiver]
    private let today: CivilDate?
    private let baseline: FindingBaseline?
    private let isStrict: Bool

    /// Nil without `--judge-client`; files are read now, so that a missing one does not surface at
    /// the end of a run.
    init?(_ arguments: Arguments, _ console: Console) throws(RunError) {
        let read = OptionReader(arguments, of: "run")
        guard let path = arguments.value("judge-client") else {
            for name in ["strict", "baseline", "today"] where arguments.has(name) {
                throw read.wrong("--\(name) needs --judge-client; add it")
            }
            for format in arguments.reportFormats where format.isOfJudge {
                throw read.wrong(
                    "--report \(format.rawValue) contains the judge's findings; add --judge-client")
            }
            return nil
        }
        isStrict = arguments.has("strict")
        today = try Self.today(read)
        baseline = try Self.baseline(arguments, console)
        guard !path.isEmpty else {
            waivers = []
            return
        }
        waivers = try Self.waivers(at: path, console)
    }

    /// Reads a file of waivers.
    static func waivers(at path: String, _ console: Console) throws(RunError) -> [Waiver] {
        let text = try console.text(of: path)
        do throws(ScenarioError) {
            return try WaiverFile.waivers(reading: text, file: PathText.shown(path))
        } catch {
            throw RunError(.input, "\(error)")
        }
    }

    /// The date for checking waivers.
    static func today(_ read: OptionReader) throws(RunError) -> CivilDate? {
        try read.value("today", or: "write a day as 2027-01-31") { CivilDate($0) }
            ?? CivilDate.today
    }

    /// An earlier report to compare with.
    private static func baseline(
        _ arguments: Arguments, _ console: Console
    ) throws(RunError) -> FindingBaseline? {
        guard let path = arguments.value("baseline") else { return nil }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try console.read(path)
        } catch {
            throw RunError(.input, "\(path): error: it cannot be read: \(error.reason)")
        }
        do throws(FindingBaseline.Failure) {
            return try FindingBaseline(reading: bytes)
        } catch {
            throw RunError(.input, "\(path): error: \(error)")
        }
    }

    /// What was found, for the reports.
    func report(_ judge: ClientJudge, _ run: ScenarioRun, file: String) -> ClientReport {
        judge.finish(at: run.simulation.now)
        let assessment = Assessment(
            judge.findings, waivers: waivers, today: today, at: run.simulation.now)
        return ClientReport(
            assessment, scoreCards: judge.scoreCards, file: file,
            places: run.scenario.boards.map { ($0.name, $0.mark.line) },
            comparison: baseline.map { FindingComparison(assessment, since: $0) },
            isStrict: isStrict)
    }
}
