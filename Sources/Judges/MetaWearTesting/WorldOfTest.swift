import ClientJudge
import Exploration
import MetaWearScenario
import Report
import ScenarioFile
import ScenarioRun
import Simulation
import Synchronization
import Testing
import VirtualTime
import YAML

/// One world in which a test runs.
struct WorldOfTest {
    private let run: Exploration.Run
    private let explored: ExploredTest
    private let test: @Sendable (ScenarioDesk) async throws -> Void

    init(
        _ run: Exploration.Run, of explored: ExploredTest,
        _ test: @escaping @Sendable (ScenarioDesk) async throws -> Void
    ) {
        (self.run, self.explored, self.test) = (run, explored, test)
    }

    func outcome() async -> WorldOutcome {
        do {
            let scenario = try explored.scenario(run.root)
            let recorder = PointRecorder(boards: scenario.boards.map(\.name))
            let desk = try ScenarioDesk(scenario, file: explored.file) { options in
                options.seed = run.seed
                guard run.showsPoints else { return }
                recorder.watch(&options)
            }
            let judge = ClientJudge()
            if explored.options.judgesClient {
                for board in desk.run.boards { judge.attach(to: board) }
            }
            let failures = await play(desk)
            judge.finish(at: desk.run.now)
            var outcome = WorldOutcome(
                failure: failures.first, points: recorder.points, meanings: recorder.meanings,
                duration: desk.run.now - Instant.zero)
            outcome.breaches = Assessment(judge.findings).open
                .filter { $0.rule.severity == .error }.map { $0.breach(after: "") }
            return outcome
        } catch {
            return WorldOutcome(problem: "\(error)")
        }
    }

    /// What went wrong for the test.
    private func play(_ desk: ScenarioDesk) async -> [WorldOutcome.Failure] {
        var options = VirtualTimeOptions()
        options.limit = explored.options.limit
        if explored.options.shufflesTasks {
            options.schedule = .shuffled(seed: run.seedOfTasks(explored.seed))
        }
        let failures = Mutex<[WorldOutcome.Failure]>([])
        // What it throws is kept here, so that it is no issue of the test.
        await withKnownIssue("in one of the worlds of an exploration", isIntermittent: true) {
            [options, test] in
            do {
                try await withVirtualTime(desk, options: options) { try await test(desk) }
            } catch {
                let limit = options.limit
                failures.withLock { $0.append(WorldOutcome.Failure(thrown: error, limit)) }
            }
        } matching: { issue in
            failures.withLock { $0.append(WorldOutcome.Failure(issue)) }
            return true
        }
        return failures.withLock { $0 }
    }
}

extension Exploration.Run {
    /// The same for the same world, another one for each.
    fileprivate func seedOfTasks(_ own: UInt64) -> UInt64 {
        var random = RandomStream(seed: seed ?? own, purpose: "tasks of \(root.block())")
        return random.next()
    }
}

extension WorldOutcome.Failure {
    /// An expectation that does not hold, or an issue that the test records.
    fileprivate init(_ issue: Issue) {
        var what = "\(issue)".replacing(" (error)", with: "")
        if let place = issue.sourceLocation { what += " (\(place.fileName):\(place.line))" }
        self.init(what: what, lastRight: "")
    }

    /// - Parameter limit: of virtual time.
    fileprivate init(thrown error: any Error, _ limit: Duration) {
        switch error as? VirtualTimeError {
        case .limitReached:
            self.init(what: "still ran after \(limit)", lastRight: "", isHang: true)
        case .stalled:
            self.init(what: "waits for what never comes", lastRight: "", isHang: true)
        case .livelock:
            self.init(what: "runs for ever without a wait", lastRight: "", isHang: true)
        default: self.init(what: "threw \(error)", lastRight: "")
        }
    }
}
