import JSON
import ScenarioRun
import ScriptedClient
import Simulation

/// How one world ended, and what was measured in it: one line of a sweep's file.
package struct SweepRow: Sendable, Equatable {
    package enum Outcome: String, CaseIterable, Sendable {
        case passed, failed
        /// Its scenario cannot be run with these values; it says nothing about the others.
        case invalid
        /// The process that ran it ended.
        case crashed
    }

    package var world: Int
    package var seed: UInt64
    package var values: [String]
    package var outcome: Outcome
    /// Why it did not pass, in words.
    package var why: String
    /// One letter for each expectation: held, failed, undecided, not reached.
    package var expectations: String
    package var figures: SweepFigures

    init(_ world: SweepPlan.World, _ outcome: Outcome, why: String) {
        self.world = world.number
        seed = world.seed
        values = world.values
        self.outcome = outcome
        self.why = why
        expectations = ""
        figures = SweepFigures()
    }

    /// A world whose scenario is refused.
    package init(_ world: SweepPlan.World, invalid why: String) {
        self.init(world, .invalid, why: why)
    }

    /// A world whose process ended.
    package init(_ world: SweepPlan.World, crashed why: String) {
        self.init(world, .crashed, why: why)
    }

    /// - Parameter failure: why the outside client failed; nil if it did not, or there is none.
    package init(_ world: SweepPlan.World, _ result: RunResult, failure: String? = nil) {
        self.init(world, result.passed && failure == nil ? .passed : .failed, why: "")
        if outcome == .failed { why = failure ?? Self.reason(result) }
        expectations = String(
            result.expectations.map { expectation in
                switch expectation.verdict {
                case .held: "h"
                case .failed: "f"
                case .undecided: "u"
                case .unreached: "n"
                }
            })
        figures = SweepFigures(Self.figures(result))
    }

    /// Why it cannot be a row of this sweep; nil if it can.
    func problem(in plan: SweepPlan) -> String? {
        guard (0..<plan.count).contains(world) else {
            return "the sweep has \(plan.count) worlds and no world \(world)"
        }
        let planned = plan.world(world)
        guard planned.seed == seed, planned.values == values else {
            return "world \(world) of this sweep has another seed or other values"
        }
        guard expectations.allSatisfy({ "hfun".contains($0) }) else {
            return "`\(expectations)` are not verdicts"
        }
        return nil
    }

    /// A world that was run twice has the same row each time.
    func problem(with earlier: SweepRow?) -> String? {
        guard let earlier, earlier != self else { return nil }
        return "another row of world \(world) is above, and differs"
    }

    /// The first thing that went wrong.
    private static func reason(_ result: RunResult) -> String {
        if let step = result.failedStep { return "a step failed: \(step)" }
        if let open = result.expectations.first(where: { $0.verdict == .failed }) {
            return "\(open.title): \(open.detail)"
        }
        if case .deadline(let what) = result.ending { return "the deadline passed: \(what)" }
        return "an expectation is undecided"
    }

    private static func figures(_ result: RunResult) -> [String: Double] {
        var figures: [String: Double] = [:]
        func add(_ name: String, _ value: Double?) {
            if let value, value.isFinite { figures[name] = value }
        }
        for board in result.boards {
            add("\(board.name): notifications dropped", Double(board.notificationsDropped))
            add("\(board.name): retransmissions", Double(board.retransmissions))
            add("\(board.name): entries recorded", Double(board.entriesRecorded))
            add("\(board.name): resets", Double(board.resets))
        }
        for client in result.clients {
            for step in client.steps {
                guard let started = step.started, let ended = step.ended, ended > started else {
                    continue
                }
                add(
                    "\(client.name): \(step.title), line \(step.line) (s)",
                    (ended - started).seconds)
            }
            for series in client.series {
                let name =
                    "\(client.name): \(series.signal) of \(series.board), \(series.source.rawValue)"
                add("\(name): received", Double(series.received))
                add("\(name): dropped", Double(series.dropped))
                add("\(name): missing", Double(series.missing))
                add("\(name): RMS error (\(series.errorUnit))", series.rootMeanSquareError)
                add("\(name): largest error (\(series.errorUnit))", series.largestError)
                add("\(name): mean latency (s)", series.latency?.mean.seconds)
                add("\(name): largest latency (s)", series.latency?.largest.seconds)
            }
        }
        return figures
    }
}

extension SweepRow: JSONFields {
    package static var blank: Self {
        Self(SweepPlan.World(number: 0, seed: 0, values: []), .passed, why: "")
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&world, "world")
        c(&seed, "seed")
        c(&values, "values")
        c.choice(&outcome, "outcome")
        c(&why, "why")
        c(&expectations, "expectations")
        c(&figures, "figures")
    }
}
