import ClientJudge
import CommandLineProgram
import Declaration
import Exploration
import JSON
import Report
import ScenarioRun
import Simulation
import YAML

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Worlds of a program: each is a `boardsim run` of its own, whose time the program leads.
struct ProgramWorlds: @unchecked Sendable {
    // Whether it is stopped is one flag of the process.

    /// The scenario, for the files that it names.
    let file: String
    /// The program and its arguments.
    let program: [String]
    /// `bluez-bus` or `hci-unix`.
    let radio: String
    /// The virtual time after which a world hangs.
    let limit: Nanoseconds
    /// Statuses with which the program may end.
    let accepted: Set<Int32>
    let rules: WorldRules
    /// Asked about each world; nil for none.
    let oracle: WorldOracle?
    /// Whether somebody has interrupted the exploration.
    let isStopped: () -> Bool

    /// The outcomes, in the order of the runs.
    func play(_ runs: [Exploration.Run]) -> [WorldOutcome] {
        WorldPool.outcomes(of: runs) { play($0, limit) }
    }

    private func play(_ world: Exploration.Run, _ limit: Nanoseconds) -> WorldOutcome {
        guard let folder = TemporaryFolder() else {
            return WorldOutcome(problem: "cannot make a folder: \(ChildProcess.reason)")
        }
        defer { folder.remove() }
        do throws(FileError) {
            try Console.system.save(Array(world.root.block().utf8), "\(folder.path)/world.yaml")
        } catch {
            return WorldOutcome(problem: "\(error)")
        }
        let words = arguments(world, folder.path, limit)
        let process = WorldProcess.run(words, isStopped: isStopped)
        guard case .ended(let status, let said) = process else {
            return WorldOutcome(problem: process.problem)
        }
        let report = "\(folder.path)/report.json"
        guard let bytes = try? Console.system.read(report),
            let read = try? JSONReport.report(bytes, file: report)
        else {
            return WorldOutcome(
                problem: said.split(separator: "\n").last.map(String.init)
                    ?? "boardsim run ended with \(status.words)")
        }
        let account = (try? Console.system.read("\(folder.path)/account")).flatMap(AccountFile.init)
        let end = read.result.program?.end
        if end == .outlasted, limit == self.limit,
            let longer = HangLimit.longer(than: limit, lastDownload: account?.lastDownload)
        {
            return play(world, longer)
        }
        let points = (try? Console.system.read("\(folder.path)/points")).flatMap(PointFile.read)
        var outcome = WorldOutcome(
            failure: failure(of: read.result, folder.path, limit), points: points?.points ?? [],
            meanings: points?.meanings ?? [:], duration: read.result.duration)
        let right = lastRight(folder.path)
        outcome.breaches = rules.breaches(
            in: read.judged?.assessment.judged.map(\.finding) ?? [], lastRight: right)
        outcome.unreached = read.result.unreached
        guard let oracle, let end else { return outcome }
        return oracle.judged(
            outcome, of: world.root, file: file, in: folder.path, lastRight: right
        ) { difference in
            OracleDocument(
                end: end, stdout: contents("\(folder.path)/out"),
                stderr: contents("\(folder.path)/err"), seconds: read.result.duration.seconds,
                world: difference, boards: account?.boards ?? .array([]),
                trace: "\(folder.path)/trace", report: try? JSONValue(reading: bytes))
        }
    }

    private func arguments(
        _ world: Exploration.Run, _ folder: String, _ limit: Nanoseconds
    ) -> [String] {
        var words = ["run", file, "--text", "\(folder)/world.yaml", "--radio", radio]
        words += ["--speed", "led", "--for", limit.text, "--report", "json", "--out", folder]
        words += ["--ends-with", "\(getpid())", "--account", "\(folder)/account"]
        if let judge = rules.option { words.append(judge) }
        if oracle != nil { words += ["--trace", "\(folder)/trace"] }
        if let seed = world.seed { words += ["--seed", "\(seed)"] }
        if world.showsPoints { words += ["--points", "\(folder)/points"] }
        // Its output is kept apart from the run's.
        let shell = #"exec "$@" >"$0/out" 2>"$0/err""#
        return words + ["--", "/bin/sh", "-c", shell, folder] + program
    }

    private func failure(
        of result: RunResult, _ folder: String, _ limit: Nanoseconds
    ) -> WorldOutcome.Failure? {
        var result = result
        guard let program = result.program, let words = program.failure else {
            return WorldOutcome.Failure(result)
        }
        if case .status(let status) = program.end, accepted.contains(status) {
            result.program = nil
            return WorldOutcome.Failure(result)
        }
        let last = lastLine(of: "\(folder)/err").map { ": \($0)" } ?? ""
        let why = program.end == .outlasted ? "still ran after \(limit.text)" : words
        return WorldOutcome.Failure(
            what: "the program \(why)\(last)", lastRight: lastRight(folder),
            isHang: program.end.isHang)
    }

    private func lastRight(_ folder: String) -> String {
        lastLine(of: "\(folder)/out").map { "it printed `\($0)`" } ?? ""
    }

    private func contents(_ path: String) -> [UInt8] { (try? Console.system.read(path)) ?? [] }

    private func lastLine(of path: String) -> String? {
        var tail = PrintedTail()
        tail.add(contents(path).suffix(1 << 14) + [])
        return tail.lastLine
    }
}
