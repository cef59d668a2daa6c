import Declaration
import Device
import ScenarioFile
import ScriptedClient
import Simulation
import YAML

/// Checks one expectation until it is decided.
///
/// What asks only for a least is decided as soon as it is reached; what asks for a most or an exact
/// number at its deadline; an error against the truth when its client is through, or at the
/// deadline.
final class Judge: JudgeContext {
    private let expectation: Expectation
    /// Its index in the scenario.
    let place: Int
    private unowned let world: RunWorld
    private let traceLines: TraceCounter
    let board: Int
    let client: ScriptedClient?
    /// It is not checked before this time.
    let start: Instant
    let deadline: Instant
    /// Matching packets and advertisements, counted as they arrive.
    var matches = 0
    @exclusivity(unchecked) private var isWatching = false
    private var traceIndex: Int?
    private(set) var result: ExpectationResult?
    /// Whether there is a result; asked every few virtual milliseconds, like the time.
    @exclusivity(unchecked) private(set) var isDecided = false
    private let clock: Clock
    private var waitsForClient = false
    /// What it says of every moment; nil if it is about one time.
    private var property: Property?

    /// - Parameter place: of the expectation in the scenario.
    init(
        _ place: Int, in world: RunWorld, _ clients: [ScriptedClient], _ traceLines: TraceCounter
    ) {
        expectation = world.scenario.expect[place]
        self.place = place
        self.world = world
        self.traceLines = traceLines
        clock = world.simulation.clock
        board = world.scenario.board(expectation.board)
        let index = world.scenario.client(expectation.client)
        client = expectation.isOfClient && clients.indices.contains(index) ? clients[index] : nil
        start = .zero + expectation.after
        property = expectation.property
        // Of what becomes so in the end, `within` counts from when it has to.
        let isOpenEnded = property?.claim == .eventually
        deadline = .zero + ((isOpenEnded ? nil : expectation.limit) ?? .longest)
        isWatching = expectation.watch(self)
        waitsForClient = isWatching && expectation.waitsForClient
    }

    /// The board that it is about.
    var device: any SimulatedDevice { world.boards[board] }

    func state(_ parts: BoardState.Parts) -> BoardState { BoardState(device, parts) }

    var now: Instant { clock.now }
    var chipSpeed: Double { world.chipSpeed(board) }
    var linesFound: Int { traceIndex.map(traceLines.count) ?? 0 }

    func watchTrace(for text: String) { traceIndex = traceLines.watch(text) }

    var title: String { expectation.words }

    /// The samples of a series that it is about; nil if it is not about the series.
    func selection(of series: Series) -> SampleSelection? { expectation.selection(of: series) }

    /// Whether it is about every moment of the run.
    var isProperty: Bool { property != nil }

    /// Whether the run goes on until it is decided.
    var isAwaited: Bool { !isDecided && (property?.isAwaited ?? true) }

    /// Looks at the moment that is over.
    ///
    /// - Returns: when the next look is due, if nothing happens before.
    func endMoment() -> Instant? {
        guard !isDecided, var property, now >= start, now <= deadline else { return nil }
        let standing = property.see(state(property.parts), at: now)
        self.property = property
        switch standing {
        case .open: return property.due
        case .held(let detail): decide(.held, detail, at: now)
        case .failed(let detail): decide(.failed, detail, at: now)
        }
        return nil
    }

    /// Whether a look before the deadline is in vain until its client is through.
    var waits: Bool { waitsForClient && client.map { !$0.isFinished } ?? false }

    /// Whether a look before the deadline can change anything.
    var needsLooks: Bool {
        !isDecided && !isProperty && (!isWatching || expectation.canDecideEarly)
    }

    /// Checks once, and decides if possible or due.
    func look() {
        guard !isDecided, property == nil else { return }
        if waits, clock.now < deadline { return }
        if !isWatching { isWatching = expectation.watch(self) }
        let now = now
        guard now >= start, now >= deadline || expectation.mayDecide(self) else { return }
        let finding = expectation.find(self)
        if finding.isFinal || now >= deadline {
            decide(finding.holds ? .held : .failed, finding.detail, at: now)
        }
    }

    /// Decides an open expectation at the end of the run, unless the run was interrupted or cut
    /// short by the scenario's deadline.
    func close(_ ending: RunResult.Ending) {
        guard result == nil else { return }
        if let property { return close(property, ending) }
        var finding = expectation.find(self)
        if now < start { (finding.holds, finding.isFinal) = (false, false) }
        guard now < deadline, !finding.isFinal else {
            return decide(finding.holds ? .held : .failed, finding.detail, at: now)
        }
        let early = finding.detail + " (the run ended before the deadline)"
        switch ending {
        case .interrupted: decide(.undecided, finding.detail + " (interrupted)", at: now)
        case _ where finding.holds: decide(.held, finding.detail, at: now)
        case .deadline: decide(.undecided, early, at: now)
        case .finished: decide(.failed, early, at: now)
        }
    }

    private func close(_ property: Property, _ ending: RunResult.Ending) {
        let (holds, detail) = property.close()
        // What has to hold always may still have failed.
        if ending == .interrupted, now < deadline {
            return decide(.undecided, detail + " (interrupted)", at: now)
        }
        decide(
            holds ? .held : property.claim == .sometimes ? .unreached : .failed, detail, at: now)
    }

    private func decide(_ verdict: ExpectationResult.Verdict, _ detail: String, at time: Instant) {
        result = ExpectationResult(
            title: title, line: expectation.mark.line, verdict: verdict, decided: time,
            deadline: isProperty ? min(deadline, now) : deadline, detail: detail)
        isDecided = true
        let word = verdict == .failed ? "FAILED" : verdict.rawValue
        traceLines.counts = false
        world.simulation.trace.record(time, "expectation", "\(word): \(title): \(detail)")
        traceLines.counts = true
    }
}
