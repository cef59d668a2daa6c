import Declaration
import ScenarioFile
import ScriptedClient
import Simulation

/// The end of a run and its results, whether it was run as a whole or in parts.
struct RunConclusion {
    private let scenario: ScenarioFile
    private let parts: [(part: ScenarioPart, run: ScenarioRun)]
    private let ending: RunResult.Ending

    /// Decides every expectation that is open.
    ///
    /// - Parameter interrupted: the person at the keyboard ended the run before its own end.
    init(
        of scenario: ScenarioFile, _ parts: [(part: ScenarioPart, run: ScenarioRun)],
        interrupted: Bool
    ) {
        self.scenario = scenario
        self.parts = parts
        for (_, run) in parts { run.world.remarkMissingPackets() }
        // What is due at the very end is due in time.
        if !interrupted {
            for (_, run) in parts {
                run.judging.endLastMoment()
                for judge in run.judging.judges { judge.look() }
            }
        }
        if interrupted {
            ending = .interrupted
        } else if parts.contains(where: \.run.isLate) {
            ending = .deadline(Self.open(parts).joined(separator: ", "))
        } else {
            ending = .finished
        }
        for (_, run) in parts { for judge in run.judging.judges { judge.close(ending) } }
    }

    /// Clients that have not finished, then expectations that are not decided.
    private static func open(_ parts: [(part: ScenarioPart, run: ScenarioRun)]) -> [String] {
        let clients = parts.flatMap { part, run in
            zip(part.clients, run.clients).filter { !$0.1.isFinished }
                .map { ($0, $1.script.title) }
        }
        let judges = parts.flatMap { part, run in
            zip(part.expectations, run.judging.judges).filter { $0.1.isAwaited }.map {
                ($0, $1.title)
            }
        }
        return (inOrder(clients) + inOrder(judges))
    }

    func result(scenarioHash: String, traceHash: String? = nil) -> RunResult {
        let run = parts[0].run
        let now = run.simulation.now
        return RunResult(
            scenario: scenario.name.isEmpty ? run.world.file : scenario.name, file: run.world.file,
            scenarioHash: scenarioHash, seed: run.simulation.seed, duration: now - .zero,
            ending: ending,
            boards: Self.inOrder(parts.flatMap { zip($0.boards, $1.world.boardResults) }),
            clients: Self.inOrder(parts.flatMap { zip($0.clients, $1.clientResults) }),
            expectations: Self.inOrder(
                parts.flatMap { part, run in
                    zip(part.expectations, run.judging.judges).compactMap { place, judge in
                        judge.result.map { (place, $0) }
                    }
                }),
            notes: notes(until: now), traceHash: traceHash)
    }

    private func notes(until end: Instant) -> [String] {
        let made = parts.flatMap { part, run in
            run.world.notes.map { ($0.time, $0.board.map { part.boards[$0] } ?? -1, $0.text) }
        }
        // Stable: of one board and one instant in the order in which they were made.
        let sorted = made.enumerated().sorted {
            ($0.element.0, $0.element.1, $0.offset) < ($1.element.0, $1.element.1, $1.offset)
        }
        return sorted.map(\.element.2)
            + parts.compactMap { $1.storageFailure.map { "\($0)" } }
            + scenario.faults.compactMap { $0.timing.missed(by: end) }
            + (hasNothingToDo(until: end)
                ? [
                    "nothing happened: the scenario has no clients, no expectations and no `duration`;"
                        + " add one of them, or let other programs attach with `--radio`"
                ] : [])
    }

    private func hasNothingToDo(until end: Instant) -> Bool {
        end == .zero && scenario.clients.isEmpty && scenario.expect.isEmpty
    }

    /// By their places in the scenario.
    private static func inOrder<Value>(_ values: [(place: Int, value: Value)]) -> [Value] {
        values.sorted { $0.place < $1.place }.map(\.value)
    }
}

extension Client {
    /// In words: `client phone`; a name that says it already stands alone.
    fileprivate var title: String {
        name.lowercased().hasPrefix("client") ? name : "client \(name)"
    }
}

extension Recurrence {
    /// A note about faults after the end of the run; nil if there are none.
    fileprivate func missed(by end: Instant) -> String? {
        let done = count(until: end)
        guard let times, every != nil, times > 1 else {
            return done > 0
                ? nil : "the fault at \(at.text) had no effect: the run ended before it"
        }
        guard done < times else { return nil }
        return "\(times - done) of the \(times) faults from \(at.text) on had no effect: the run"
            + " ended before them"
    }
}
