import ScenarioFile
import ScriptedClient
import Simulation

/// The expectations of a run: their judges, when they look, and the trace that they read.
final class Judging {
    /// What the run traces: what expectations and the options need.
    let trace: Trace
    let traceLines = TraceCounter()
    private(set) var judges: [Judge] = []
    /// Those that have not decided, as of the last look.
    private var open: [Judge] = []
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
        judges = world.scenario.expect.indices.map { place in
            Judge(place, in: world, clients, traceLines)
        }
    }

    /// At their deadlines, and every now and then before.
    func schedule(on timers: DelayedCalls) {
        for judge in judges { timers.at(judge.deadline) { judge.look() } }
        open = judges.filter { !$0.isDecided }
        guard !open.isEmpty else { return }
        timers.every(Self.period) { [unowned self] in
            var isAnyDecided = false
            for judge in open {
                judge.look()
                if judge.isDecided { isAnyDecided = true }
            }
            guard isAnyDecided else { return true }
            open.removeAll(where: \.isDecided)
            return !open.isEmpty
        }
    }

    /// Whether every expectation is decided. Evaluated after every event, starting at the first
    /// judge that had not decided the last time.
    var isDone: Bool {
        while decided < judges.count, judges[decided].isDecided { decided += 1 }
        return decided == judges.count
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
