import Central
import Declaration
import Device
import Motion
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import VirtualRadio

/// A running scenario: its world, the scripted clients, and the expectations.
///
/// Used from one thread. `advance` moves virtual time, so the caller sets the pace.
package final class ScenarioRun {
    package let world: RunWorld
    let samples: SampleWatch
    let judging: Judging
    package private(set) var clients: [ScriptedClient] = []
    /// Clients at the front that have finished.
    @exclusivity(unchecked) private var finished = 0
    let scenarioHash: String
    let duration: Nanoseconds?
    /// Whether it runs until it is stopped from outside.
    package let isOpenEnded: Bool
    /// The latest virtual time that the run may reach.
    package let end: Instant
    private let clock: Clock
    /// Whether it is over once all clients are through and one of them has failed.
    private let endsWhenFailed: Bool
    /// Whether it is a part of a ``DividedRun``, which says when it is over.
    private let isPart: Bool

    package var scenario: ScenarioFile { world.scenario }
    /// Virtual time, chance and trace.
    package var simulation: Simulation { world.simulation }
    /// The virtual radio.
    package var air: Air { world.air }
    /// In the order of the scenario.
    package var boards: [any SimulatedDevice] { world.boards }
    /// How each board moves.
    package var bodies: [ScriptedBody] { world.bodies }

    /// Builds the world; nothing has happened yet.
    ///
    /// - Parameters:
    ///   - text: the scenario's bytes, for its hash.
    /// - file: its name in reports; paths are relative to its folder.
    package convenience init(
        _ scenario: ScenarioFile, text: [UInt8], file: String, options: RunOptions = RunOptions()
    ) throws(RunError) {
        try self.init(scenario, text: text, file: file, options: options, partOf: nil)
    }

    /// The order is part of every trace: it numbers streams of chance, and events of one instant.
    ///
    /// - Parameter numbers: of the run that this is a part of; nil if it is a run of its own.
    init(
        _ scenario: ScenarioFile, text: [UInt8], file: String, options: RunOptions,
        partOf numbers: SeriesNumbers?
    ) throws(RunError) {
        isPart = numbers != nil
        scenarioHash = TraceCounter.hexadecimal(TraceCounter.hash(text))
        duration = options.duration ?? scenario.duration
        isOpenEnded = options.isOpenEnded && duration == nil
        endsWhenFailed = options.endsWhenFailed
        judging = Judging(of: scenario, traceSink: options.traceSink)
        world = try RunWorld(scenario, file: file, options: options, trace: judging.trace)
        clock = world.simulation.clock
        let limit = min(duration ?? scenario.deadline, scenario.deadline)
        end = isOpenEnded ? Instant(nanoseconds: .max) : .zero + limit
        samples = SampleWatch(world, judging, numbers ?? SeriesNumbers(), options: options)
        if !isPart, let doubled = scenario.doubledAddress(seed: simulation.seed, file: file) {
            throw RunError(.input, "\(doubled)")
        }
        for board in boards {
            options.observer?.joined(
                board: board.name, model: board.modelName, address: board.address)
        }
        for client in scenario.clients { add(client, options) }
        judging.begin(in: world, clients)
        try world.checkMotions()
        world.scheduleInputs()
        world.scheduleFaults()
        world.timers.at(.zero) { [unowned self] in clients.forEach { $0.start() } }
        // So that the run ends there, however far the caller looks ahead.
        world.timers.at(scriptedEnd) {}
        judging.schedule(on: world.timers)
    }

    deinit {
        judging.close()
        world.timers.close()
        for client in clients { client.close() }
        samples.close()
    }

    private func add(_ client: Client, _ options: RunOptions) {
        let central = Central(on: air, name: client.name, address: client.address)
        central.tap(options.observer?.joined(client: client.name, address: central.address))
        let scripted = ScriptedClient(
            client, central: central, timers: world.timers, world: world, samples: samples,
            games: options.games)
        scripted.prepareToPair(options.cryptography)
        clients.append(scripted)
    }

    // MARK: Time

    /// Handles everything up to `limit`, or up to the end of the run; true when the run is over.
    @discardableResult package func advance(to limit: Instant) -> Bool {
        let last = min(limit, end)
        while !isOver {
            guard clock.step(until: last) else {
                simulation.run(until: last)
                return isOver
            }
        }
        finishInstant()
        return true
    }

    /// Of a part: like ``advance(to:)``, but stops at the event after which its clients and
    /// expectations wait for nothing more.
    func advanceUntilDone(to limit: Instant) {
        while !(endsWhenDone && isDone) {
            guard simulation.clock.step(until: min(limit, end)) else {
                return simulation.run(until: min(limit, end))
            }
        }
    }

    /// Handles everything up to `limit`, but stops at the event after which clients and
    /// expectations wait for nothing more, even if the run could go on.
    package func advance(toEndOfScripts limit: Instant) {
        while !isDone, simulation.now < end {
            guard simulation.clock.step(until: min(limit, end)) else {
                return simulation.run(until: min(limit, end))
            }
        }
        finishInstant()
    }

    /// A run ends with everything that happens at its last instant, so that the end does not depend
    /// on the order of boards that have nothing to do with each other.
    private func finishInstant() { simulation.run(until: simulation.now) }

    /// When a run with a duration is over.
    var plannedEnd: Instant {
        duration.map { .zero + $0 } ?? Instant(nanoseconds: .max)
    }

    /// Whether there is nothing left to wait for.
    package var isOver: Bool {
        if clock.now >= end { return true }
        if endsWhenFailed, areClientsThrough, hasFailedClient { return true }
        guard endsWhenDone, !isPart else { return false }
        return isDone
    }

    /// Whether it ends when nothing is pending.
    var endsWhenDone: Bool { duration == nil && !isOpenEnded }

    /// Whether every client has finished and every expectation is decided. Evaluated after every
    /// event, starting at the first client that had not finished the last time.
    package var isDone: Bool {
        areClientsThrough && judging.isDone && simulation.now >= scriptedEnd
    }

    private var areClientsThrough: Bool {
        while finished < clients.count, clients[finished].isFinished { finished += 1 }
        return finished == clients.count
    }

    /// Asked for once all clients are through.
    private lazy var hasFailedClient = clients.contains(where: \.hasFailed)

    /// When the last input, fault or, without clients and expectations, move is over.
    private lazy var scriptedEnd: Instant = {
        var end = Instant.zero
        for input in scenario.inputs {
            end = max(
                end, input.timing.last + (input.kind.isAwaited ? input.kind.duration : .zero))
        }
        for fault in scenario.faults { end = max(end, fault.timing.last) }
        if !isPart, clients.isEmpty, judging.judges.isEmpty {
            for body in bodies { end = max(end, body.end) }
        }
        return end
    }()
}
