import Declaration
import ScenarioFile
import ScriptedClient
import Simulation

extension ScenarioRun {
    /// Decides the open expectations and returns the result, unless something could not be stored.
    ///
    /// - Parameter interrupted: the person at the keyboard ended it before its own end.
    package func finish(interrupted: Bool = false) throws(RunError) -> RunResult {
        let result = conclude(interrupted: interrupted)
        if let storageFailure { throw storageFailure }
        return result
    }

    /// Why flash or bonds could not be stored; nil if they were.
    package var storageFailure: RunError? { world.storageFailure }

    /// Decides the open expectations and returns the result, even if ``storageFailure`` is not nil.
    ///
    /// - Parameter interrupted: the person at the keyboard ended it before its own end.
    package func conclude(interrupted: Bool = false) -> RunResult {
        let part = ScenarioPart(whole: scenario)
        return RunConclusion(of: scenario, [(part, self)], interrupted: interrupted)
            .result(
                scenarioHash: scenarioHash,
                traceHash: simulation.trace.isOn ? judging.traceLines.digest : nil)
    }

    /// Whether the scenario's deadline passed before everything was decided.
    var isLate: Bool {
        let limit = Instant.zero + scenario.deadline
        return !isOpenEnded && simulation.now >= limit && simulation.now < plannedEnd
            && (duration != nil || !isDone)
    }

    var clientResults: [ClientResult] {
        clients.map {
            ClientResult(name: $0.script.name, steps: $0.results, series: $0.series())
        }
    }

    /// Events to mark in a plot: links that were established or ended, and faults.
    package var events: [RunEvent] {
        RunEvent.inOrder(
            scenario.faults, clients.map(\.linkEvents), until: simulation.now)
    }
}

extension ScriptedClient {
    /// Its links that were established and ended, in order.
    var linkEvents: [RunEvent] {
        links.map { link in
            let board = world.target(link.board).name
            let kind: RunEvent.Kind =
                link.isUp
                ? .connected(board: board)
                : link.isOwn ? .ended(board: board) : .lost(board: board)
            return RunEvent(link.time, kind, client: script.name)
        }
    }
}

extension RunEvent {
    /// A fault that recurs more often is a band in every plot anyway.
    private static let mostMarks = 1_000

    /// What happened until `end`: faults, then what each client met; in the order of time.
    static func inOrder(
        _ faults: [Fault], _ clients: [[RunEvent]], until end: Instant
    ) -> [RunEvent] {
        let events =
            faults.flatMap { fault in
                (0..<min(fault.timing.count(until: end), mostMarks)).compactMap {
                    fault.timing.time($0).map { RunEvent($0, .fault(fault.kind.words)) }
                }
            } + clients.joined()
        return events.filter { $0.time <= end }.sorted { $0.time < $1.time }
    }
}
