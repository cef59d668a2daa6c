import Declaration
import Device
import Motion
import ScenarioFile
import Simulation

/// A scenario whose parts have nothing to do with each other, run a stretch of one part after a
/// stretch of the next.
///
/// The result is that of a ``ScenarioRun`` to the byte. What differs is speed: event by event, with
/// thousands of boards, each event would find the memory of its board gone from the processor's
/// caches. A run whose trace or packets are kept in their order cannot be divided.
package final class DividedRun: VirtualRun {
    /// Boards of a part: few enough for the processor's caches.
    package static let boardsOfPart = 32

    private let scenario: ScenarioFile
    private let parts: [(part: ScenarioPart, run: ScenarioRun)]
    private let scenarioHash: String
    package private(set) var isOver = false
    package let boards: [any SimulatedDevice]
    package let bodies: [ScriptedBody]
    package let isOpenEnded: Bool

    /// Nil if the scenario cannot be divided.
    ///
    /// - Parameter size: how many boards a part has at least.
    package init?(
        _ scenario: ScenarioFile, text: [UInt8], file: String, options: RunOptions = RunOptions(),
        boardsOfPart size: Int = boardsOfPart
    ) throws(RunError) {
        guard options.canBeDivided, !scenario.boards.contains(where: { $0.state != nil }),
            let divided = scenario.parts(of: size)
        else { return nil }
        if let doubled = scenario.doubledAddress(
            seed: options.seed ?? UInt64(scenario.seed), file: file)
        {
            throw RunError(.input, "\(doubled)")
        }
        self.scenario = scenario
        isOpenEnded = options.isOpenEnded
        scenarioHash = TraceCounter.hexadecimal(TraceCounter.hash(text))
        let numbers = SeriesNumbers()
        var parts: [(part: ScenarioPart, run: ScenarioRun)] = []
        var boards: [(place: Int, board: any SimulatedDevice, body: ScriptedBody)] = []
        for part in divided {
            let run = try ScenarioRun(
                part.scenario, text: [], file: file, options: options, partOf: numbers)
            parts.append((part, run))
            for (i, place) in part.boards.enumerated() {
                boards.append((place, run.boards[i], run.bodies[i]))
            }
        }
        self.parts = parts
        boards.sort { $0.place < $1.place }
        self.boards = boards.map(\.board)
        bodies = boards.map(\.body)
    }

    var partCount: Int { parts.count }

    /// The time of the slowest part; between two calls of ``advance(to:)`` that of all parts.
    package var now: Instant { parts.map(\.run.simulation.now).min() ?? .zero }

    @discardableResult package func advance(to limit: Instant) -> Bool {
        guard !isOver else { return true }
        let limit = min(limit, parts[0].run.end)
        for (_, run) in parts { run.advanceUntilDone(to: limit) }
        let isDone = parts[0].run.endsWhenDone && parts.allSatisfy(\.run.isDone)
        // The run ends for all parts when the last one is done.
        let stop = isDone ? parts.map(\.run.simulation.now).max() ?? limit : limit
        for (_, run) in parts { run.simulation.run(until: stop) }
        isOver = isDone || stop >= parts[0].run.end
        return isOver
    }

    package var storageFailure: RunError? { nil }

    package func conclude(interrupted: Bool = false) -> RunResult {
        RunConclusion(of: scenario, parts, interrupted: interrupted)
            .result(scenarioHash: scenarioHash)
    }

    package var events: [RunEvent] {
        let clients = parts.flatMap { part, run in
            zip(part.clients, run.clients.map(\.linkEvents))
        }
        return RunEvent.inOrder(
            scenario.faults, clients.sorted { $0.0 < $1.0 }.map(\.1), until: now)
    }
}

extension RunOptions {
    /// Whether no output needs the events in order, and no state is kept between runs.
    fileprivate var canBeDivided: Bool {
        traceSink == nil && observer == nil && packetObserver == nil
            && advertisementObserver == nil && stateDirectory == nil && !isOpenEnded
            && !endsWhenFailed
    }
}
