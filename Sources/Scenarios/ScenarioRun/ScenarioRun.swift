import Central
import Declaration
import Device
import FlashStore
import Motion
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import VirtualRadio

/// A running scenario: the world, the boards, the radio and the scripted clients.
///
/// Used from one thread. `advance` moves virtual time, so the caller sets the pace.
package final class ScenarioRun: ScenarioWorld {
    package let scenario: ScenarioFile
    /// Virtual time, chance and trace.
    package let simulation: Simulation
    /// The virtual radio.
    package let air: Air
    /// In the order of the scenario.
    package private(set) var boards: [any SimulatedDevice] = []
    private var peripherals: [DeclaredPeripheral] = []
    /// Everything that hosts can connect to: the boards, and the peripherals that are declared.
    package var connectable: [any Peripheral] { boards + peripherals }
    /// How each board moves.
    package private(set) var bodies: [ScriptedBody] = []
    /// What surrounds each board.
    package private(set) var environments: [SimpleEnvironment] = []
    package let timers: DelayedCalls
    package private(set) var clients: [ScriptedClient] = []
    private(set) var judges: [Judge] = []
    /// Those that have not decided, as of the last look.
    private var open: [Judge] = []
    /// Clients and judges at the front that have finished.
    @exclusivity(unchecked) private var finished = 0
    private var decided = 0
    /// Of the boards that keep their flash.
    var storages: [(name: String, flash: FlashDirectory)] = []
    @exclusivity(unchecked) var made: [[MadeSamples]] = []
    /// Of each board, in metres.
    package internal(set) var distances: [Double] = []
    /// Counts what changes little by little: what is under way ends when the next change begins.
    var changes: [Change: Int] = [:]
    private(set) var traceLines = TraceCounter()
    let file: String
    let scenarioHash: String
    let duration: Nanoseconds?
    /// Whether it runs until it is stopped from outside.
    package let isOpenEnded: Bool
    let observer: (any RunObserver)?
    let seriesObserver: (any SeriesObserver)?
    let keepsSamples: Bool
    let seriesNumbers: SeriesNumbers
    /// Whether it is a part of a ``DividedRun``, which says when it is over.
    private let isPart: Bool
    var bondFiles: [(name: String, file: BondFile)] = []
    /// The last number on each board's display, by the board's name.
    var passkeysShown: [String: UInt32] = [:]
    var notes: [RunNote] = []
    package let readFile: (_ path: String) -> FileContents
    /// Brown-outs in progress, by board.
    package var powerCuts: [Int: Int] = [:]
    /// Boards whose supply is cut until it is restored.
    package var suppliesCut: Set<Int> = []
    /// The time between checks of the expectations.
    static let judgingPeriod = Nanoseconds.milliseconds(10)

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

    /// - Parameter numbers: of the run that this is a part of; nil if it is a run of its own.
    init(
        _ scenario: ScenarioFile, text: [UInt8], file: String, options: RunOptions,
        partOf numbers: SeriesNumbers?
    ) throws(RunError) {
        self.scenario = scenario
        isPart = numbers != nil
        seriesNumbers = numbers ?? SeriesNumbers()
        self.file = file
        scenarioHash = TraceCounter.hexadecimal(TraceCounter.hash(text))
        duration = options.duration ?? scenario.duration
        isOpenEnded = options.isOpenEnded && duration == nil
        observer = options.observer
        seriesObserver = options.seriesObserver
        keepsSamples = options.keepsSamples
        readFile = options.readFile
        let lines = traceLines
        let needsTrace = scenario.expect.contains(where: \.needsTrace)
        let trace: Trace
        if let sink = options.traceSink {
            trace = Trace { line in
                lines.take(line)
                sink(line)
            }
        } else {
            trace = needsTrace ? Trace { lines.take($0) } : Trace()
        }
        simulation = Simulation(
            seed: options.seed ?? UInt64(scenario.seed), trace: trace)
        air = Air(simulation, radio: Radio(scenario.world))
        timers = DelayedCalls(simulation.clock)
        for (index, board) in scenario.boards.enumerated() {
            try add(board, index: index, options: options)
        }
        for peripheral in scenario.peripherals { try add(peripheral, options) }
        if !isPart, let doubled = scenario.doubledAddress(seed: simulation.seed, file: file) {
            throw RunError(.input, "\(doubled)")
        }
        for board in boards {
            observer?.joined(
                board: board.name, model: board.modelName, address: board.address)
        }
        for client in scenario.clients {
            let central = Central(on: air, name: client.name, address: client.address)
            central.tap(observer?.joined(client: client.name, address: central.address))
            let scripted = ScriptedClient(
                client, central: central, timers: timers, world: self,
                games: options.games)
            scripted.prepareToPair(options.cryptography)
            clients.append(scripted)
        }
        judges = scenario.expect.indices.map { Judge($0, of: self) }
        try checkMotions()
        scheduleInputs()
        scheduleFaults()
        timers.at(.zero) { [unowned self] in clients.forEach { $0.start() } }
        // So that the run ends there, however far the caller looks ahead.
        timers.at(scriptedEnd) {}
        // At their deadlines, and every now and then before.
        for judge in judges { timers.at(judge.deadline) { judge.look() } }
        scheduleJudging()
    }

    deinit {
        timers.close()
        for client in clients { client.close() }
        for samples in made.joined() { samples.close() }
    }

    private func add(_ board: Board, index: Int, options: RunOptions) throws(RunError) {
        let environment = SimpleEnvironment(scenario.world)
        let body: ScriptedBody
        do throws(ScenarioError) {
            var remarks: [String] = []
            body = try MoveReader(
                file: file, remark: { remarks.append($0) }, readFile: options.readFile
            ).body(board, place: index, memory: options.moves)
            notes += remarks.map { RunNote($0, board: index) }
        } catch {
            throw RunError(.input, "\(error)")
        }
        let model = try device(board, body: body, environment: environment, options)
        model.setBattery(level: board.battery.level.percent)
        if board.battery.charger { (model as? any ChargedDevice)?.setCharger(connected: true) }
        if board.logFill.percent > 0 {
            (model as? any RecordingDevice)?.fillRecording(to: board.logFill.fraction)
        }
        boards.append(model)
        bodies.append(body)
        environment.body = body
        environments.append(environment)
        made.append([])
        let distance = (board.distance ?? scenario.world.distance).metres
        distances.append(distance)
        air.add(
            model, distance: distance,
            security: try security(
                board.security, of: board.name, place: "\(board.security.mark)",
                folder: stateFolder(board, options), options))
    }

    private func add(
        _ description: PeripheralDescription, _ options: RunOptions
    ) throws(RunError) {
        let peripheral = DeclaredPeripheral(
            description,
            address: description.address
                ?? ScenarioFile.inventedAddress(description.name, seed: simulation.seed),
            timers: timers
        )
        peripherals.append(peripheral)
        let distance = (description.distance ?? scenario.world.distance).metres
        air.add(
            peripheral, distance: distance,
            security: try security(
                description.security, of: description.name,
                place: "\(description.security.mark)",
                folder: options.stateDirectory.map { $0 + "/" + description.name }, options))
    }

    /// The folder for state that outlives the run; nil for none.
    func stateFolder(_ board: Board, _ options: RunOptions) -> String? {
        if let root = options.stateDirectory { return root + "/" + board.name }
        return board.state.map { MoveReader(file: file, readFile: options.readFile).path($0.text) }
    }

    // MARK: Time

    /// Handles everything up to `limit`, or up to the end of the run; true when the run is over.
    @discardableResult package func advance(to limit: Instant) -> Bool {
        while !isOver {
            guard simulation.clock.step(until: min(limit, end)) else {
                simulation.run(until: min(limit, end))
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

    /// The latest virtual time that the run may reach.
    package var end: Instant {
        if isOpenEnded { return Instant(nanoseconds: .max) }
        return .zero + min(duration ?? scenario.deadline, scenario.deadline)
    }

    /// Whether there is nothing left to wait for.
    package var isOver: Bool {
        if simulation.now >= end { return true }
        guard endsWhenDone, !isPart else { return false }
        return isDone
    }

    /// Whether it ends when nothing is pending.
    var endsWhenDone: Bool { duration == nil && !isOpenEnded }

    /// Whether every client has finished and every expectation is decided. Evaluated after every
    /// event, starting at the first client and the first judge that had not finished the last time.
    package var isDone: Bool {
        while finished < clients.count, clients[finished].isFinished { finished += 1 }
        guard finished == clients.count else { return false }
        while decided < judges.count, judges[decided].isDecided { decided += 1 }
        return decided == judges.count && simulation.now >= scriptedEnd
    }

    /// When the last input, fault or, without clients and expectations, move is over.
    private lazy var scriptedEnd: Instant = {
        var end = Instant.zero
        for input in scenario.inputs {
            end = max(
                end, input.timing.last + (input.kind.isAwaited ? input.kind.duration : .zero))
        }
        for fault in scenario.faults { end = max(end, fault.timing.last) }
        if !isPart, clients.isEmpty, judges.isEmpty {
            for body in bodies { end = max(end, body.end) }
        }
        return end
    }()

    private func scheduleJudging() {
        open = judges.filter { !$0.isDecided }
        guard !open.isEmpty else { return }
        timers.every(Self.judgingPeriod) { [unowned self] in
            var isAnyDecided = false
            for judge in open {
                judge.look()
                if judge.isDecided { isAnyDecided = true }
            }
            if isAnyDecided { open.removeAll(where: \.isDecided) }
            return !open.isEmpty
        }
    }
}
