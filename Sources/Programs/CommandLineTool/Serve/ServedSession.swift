import CommandLineProgram
import Declaration
import LivePage
import LiveRun
import ScenarioFile
import ScenarioRun
import Simulation
import Sweep
import YAML

/// What was done to the boards of a led run, to be saved as a scenario that does it again.
final class ServedSession {
    /// The scenario that was run, with `--set` applied.
    private let source: [UInt8]
    private let hasClients: Bool
    private var record = SessionRecord()
    /// The last instant at which something else is known to have happened.
    private var busy: Instant?

    /// The time that was asked for, and the one at which an action then found a free place.
    private var moved: (from: Instant, to: Instant)?

    /// A session of a scenario with the options of `boardsim run`.
    init(_ text: [UInt8], file: String, _ settings: RunSettings) throws(RunError) {
        hasClients = settings.hasClients
        let isObject = text.first == UInt8(ascii: "{")
        guard isObject || settings.changesScenario else {
            source = text
            return
        }
        do throws(SweepError) {
            let scenario = try SweptScenario(
                text, file: file, worlds: settings.worlds, sets: settings.sets,
                vocabulary: .firmware)
            source = Array(Self.ordered(try scenario.tree([])).block().utf8)
        } catch {
            throw RunError(.input, of: settings.command, "\(error)")
        }
    }

    /// The keys in the order in which people write them; a JSON object has none.
    private static func ordered(_ root: Node) -> Node {
        guard case .mapping(let entries) = root.content else { return root }
        let first = ["version", "name", "about"]
        let rest = entries.filter { !first.contains($0.name) }
        let known = first.compactMap { name in entries.first { $0.name == name } }
        return Node((known + rest).map { ($0.name, $0.value) })
    }

    /// The time as the client counts it: without the nanoseconds that actions took.
    func time(_ run: ScenarioRun) -> Instant {
        if let moved, moved.to == run.now { moved.from } else { run.now }
    }

    /// Virtual time has stopped here after something that happened now.
    func stopped(_ run: ScenarioRun) { busy = run.now }

    /// Moves virtual time on, and finds out whether something happens at the last instant.
    func advance(_ run: ScenarioRun, to limit: Instant, _ advance: (Instant) -> Bool) {
        let before = limit - Nanoseconds(1)
        if before > run.now { _ = advance(before) }
        if let next = run.simulation.clock.nextEvent, next <= limit { busy = limit }
        _ = advance(limit)
    }

    /// The time of an action; virtual time is there then.
    ///
    /// A scenario does all that it does at one instant before anything else, inputs first. So this is now, or the next
    /// nanosecond at which nothing else happens.
    func moment(
        for list: Action.List, in run: ScenarioRun, _ advance: (Instant) -> Bool
    ) -> Instant {
        let clock = run.simulation.clock
        func isFree(_ time: Instant) -> Bool { clock.nextEvent.map { $0 > time } ?? true }
        // What actions of this instant have caused waits until time moves on, as it does in a scenario.
        let before = lists(at: run.now)
        let isInOrder = list == .faults || !before.contains(.faults)
        if busy != run.now, !before.isEmpty || isFree(run.now), isInOrder { return run.now }
        let asked = self.time(run)
        var time = run.now + Nanoseconds(1)
        while !run.isOver, !isFree(time) {
            _ = advance(time)
            time = time + Nanoseconds(1)
        }
        _ = advance(time)
        moved = (from: asked, to: time)
        return time
    }

    private func lists(at time: Instant) -> [Action.List] {
        record.entries.reversed().prefix { $0.time == time }.map(\.list)
    }

    /// Adds what was done.
    func add(_ action: Action, to board: String, at time: Instant) {
        record.add(action, to: board, at: time)
    }

    /// The scenario that does it again.
    func scenario(_ run: ScenarioRun) throws(RPCError) -> String {
        guard run.now > .zero else {
            throw RPCError(.wrongState, "save: virtual time has not moved yet; `step` first")
        }
        do throws(YAMLError) {
            return try record.scenario(
                from: source, seed: run.simulation.seed, hasClients: hasClients, isJudged: true,
                deadline: run.scenario.deadline, until: run.now)
        } catch {
            throw RPCError(.wrongInput, "save: \(error)")
        }
    }
}
