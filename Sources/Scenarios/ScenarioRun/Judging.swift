import ScenarioFile
import ScriptedClient
import Simulation

/// The expectations of a run: their judges, when they look, and the trace that they read.
final class Judging {
    /// What the run traces: what expectations and the options need.
    let trace: Trace
    let traceLines = TraceCounter()
    private(set) var judges: [Judge] = []
    /// Those that have not decided and may do so before their deadlines, as of the last look.
    @exclusivity(unchecked) private var open: [Judge] = []
    /// Those that cannot decide before their clients are through, unless it is time.
    private var waiting: [Judge] = []
    /// These clients, each once: asking one costs less than asking every judge.
    @exclusivity(unchecked) private var busy: [ScriptedClient] = []
    /// Those about every moment of the run that are not decided.
    private var properties: [Judge] = []
    /// When a property is due.
    private var wakes: Set<Instant> = []
    private var clock: Clock?
    /// Judges at the front that have decided.
    private var decided = 0
    /// The time between checks of the expectations.
    private static let period = Nanoseconds.milliseconds(10)

    /// - Parameter sink: receives every line of the trace; nil to trace only what expectations need.
    init(of scenario: ScenarioFile, traceSink sink: ((String) -> Void)?) {
        let lines = traceLines
        if let sink {
            trace = Trace { line in
                lines.take(line)
                sink(line)
            }
        } else {
            let needsTrace = scenario.expect.contains(where: \.needsTrace)
            trace = needsTrace ? Trace { lines.take($0) } : Trace()
        }
    }

    /// Makes the judges; they count from now on.
    func begin(in world: RunWorld, _ clients: [ScriptedClient]) {
        clock = world.simulation.clock
        judges = world.scenario.expect.indices.map { place in
            Judge(place, in: world, clients, traceLines)
        }
    }

    /// At their deadlines, and every now and then before.
    func schedule(on timers: DelayedCalls) {
        for judge in judges where !judge.isProperty {
            timers.at(judge.deadline) { judge.look() }
        }
        watchMoments(timers)
        waiting = judges.filter(\.needsLooks)
        take()
        guard !open.isEmpty || !waiting.isEmpty else { return }
        timers.every(Self.period) { [unowned self] in
            for client in busy where client.isFinished {
                take()
                break
            }
            var isAnyDecided = false
            for judge in open {
                judge.look()
                if judge.isDecided { isAnyDecided = true }
            }
            if isAnyDecided { open.removeAll(where: \.isDecided) }
            return !open.isEmpty || !waiting.isEmpty
        }
    }

    /// From now on looks at those that wait for no client any more.
    private func take() {
        // In their order, in which the trace tells what they decide.
        open = (open + waiting.filter { !$0.waits }).sorted { $0.place < $1.place }
        waiting.removeAll { !$0.waits || $0.isDecided }
        busy = []
        for client in waiting.compactMap(\.client) where !busy.contains(where: { $0 === client }) {
            busy.append(client)
        }
    }

    /// Properties see every moment, when it is over.
    private func watchMoments(_ timers: DelayedCalls) {
        properties = judges.filter(\.isProperty)
        guard !properties.isEmpty else { return }
        for judge in properties where judge.start > .zero { timers.at(judge.start) {} }
        clock?.momentEnded = { [unowned self, unowned timers] in
            var isAnyDecided = false
            for judge in properties {
                // A moment just after it is due, so that the one at which it is due counts, and the end of that one.
                if let due = judge.endMoment(), wakes.insert(due).inserted {
                    timers.at(due + Nanoseconds(1)) {}
                    timers.at(due + Nanoseconds(2)) {}
                }
                if judge.isDecided { isAnyDecided = true }
            }
            if isAnyDecided { properties.removeAll(where: \.isDecided) }
        }
    }

    /// Looks at the last moment of the run.
    func endLastMoment() { clock?.momentEnded?() }

    /// Nothing is watched any more.
    func close() { clock?.momentEnded = nil }

    /// Whether every expectation that the run waits for is decided. Evaluated after every event, starting at the first
    /// judge that had not decided the last time.
    var isDone: Bool {
        while decided < judges.count, !judges[decided].isAwaited {
            // What is not decided yet may be awaited later.
            guard judges[decided].isDecided else { break }
            decided += 1
        }
        return decided == judges.count || !judges[decided...].contains(where: \.isAwaited)
    }

    /// What expectations ask about the errors of a client's series, with their places.
    func bounds(
        of series: Series, of client: ScriptedClient, on board: Int
    ) -> [(expectation: Int, samples: SampleSelection)] {
        judges.filter { $0.client === client && $0.board == board }.compactMap { judge in
            judge.selection(of: series).map { (judge.place, $0) }
        }
    }
}
