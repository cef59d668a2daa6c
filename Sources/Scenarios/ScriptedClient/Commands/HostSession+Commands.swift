import MetaWearProtocol
import MetaWearTables

/// Translates names and units of a script into what the board has.
extension HostSession {
    var sensors: SensorCommands {
        SensorCommands(
            modules: modules, accelerometer: state.accelerometer, gyroscope: state.gyroscope,
            configurations: state.configurations)
    }

    /// A signal by its word or by the name that the script gave.
    func signal(_ name: SignalName) throws(StepFailure) -> ScriptSignal {
        if let word = name.builtIn { return try sensors.signal(word) }
        if var output = state.made.chains[name.text]?.output {
            output.name = name.text
            return output
        }
        if let timer = state.made.timers[name.text] {
            return ScriptSignal(BoardSignal(name: name.text, key: timer.key, fields: []))
        }
        if let recovered = state.made.recovered[name.text] { return recovered }
        throw StepFailure("nothing named \(name.text) exists on \(boardName)")
    }

    func chain(_ name: SignalName) throws(StepFailure) -> ProcessorChain {
        guard let chain = state.made.chains[name.text] else {
            throw StepFailure("no chain named \(name.text) exists on \(boardName)")
        }
        return chain
    }

    /// Modules that must be known before a signal can be used.
    func modules(for name: SignalName) -> [MWModule] {
        name.builtIn.map(\.row.decidedBy) ?? [.dataProcessor]
    }

    /// Modules that must be known before the packets of steps can be made.
    func modules(for steps: [Step]) -> [MWModule] {
        steps.flatMap { ($0.kind as? any CommandStep)?.modules(self) ?? [] }
    }

    /// The commands of steps that the board carries out by itself.
    func commands(of steps: [Step]) throws(StepFailure) -> [Packet] {
        var packets: [Packet] = []
        for step in steps {
            guard let kind = step.kind as? any CommandStep else {
                throw StepFailure("a board cannot do this step by itself")
            }
            let commands = try kind.commands(self)
            try requireCommands(commands.count, of: step)
            packets += commands
        }
        return packets
    }

    // MARK: Sensors

    func units(_ names: [SignalName]) throws(StepFailure) -> [SensorUnit] {
        var units: [SensorUnit] = []
        for name in names {
            for unit in try signal(name).units where !units.contains(unit) { units.append(unit) }
        }
        return units
    }

    /// Units that a stream, a log or a step has already started; while a macro is recorded, those
    /// that the macro has.
    var running: [SensorUnit] {
        if let recording { return recording.running }
        return recorders.filter { !$0.isStopped }.flatMap(\.source.units) + state.made.started
            + state.made.logged
    }

    /// Configuration and start of units that do not run yet.
    func start(_ units: [SensorUnit]) throws(StepFailure) -> [Packet] {
        let running = running
        let new = units.filter { !running.contains($0) }
        recording?.running += new
        return try configure(new, beside: running) + sensors.start(new, beside: running)
    }

    /// Configuration and start of units that the board starts by itself, later: whether they run now
    /// does not matter.
    func startLater(_ units: [SensorUnit]) throws(StepFailure) -> [Packet] {
        let running = running.filter { !units.contains($0) }
        return try configure(units, beside: running) + sensors.start(units, beside: running)
    }

    /// Configuration of units that do not run yet; the fusion's only once.
    func configure(
        _ units: [SensorUnit], beside running: [SensorUnit]
    ) throws(StepFailure) -> [Packet] {
        var packets: [Packet] = []
        var isFusionConfigured = running.contains(where: \.isFusion)
        for unit in units where !running.contains(unit) {
            if unit.isFusion {
                if isFusionConfigured { continue }
                isFusionConfigured = true
            }
            packets += try sensors.configure(unit)
        }
        return packets
    }

    // MARK: Processors and timers

    func timer(_ name: SignalName) throws(StepFailure) -> MWTimer {
        guard let timer = state.made.timers[name.text] else {
            throw StepFailure("no timer named \(name.text) exists on \(boardName)")
        }
        return timer
    }

    /// Ids and signals of the buffers that a fuser takes.
    func buffers(
        of kind: Stage.Kind
    ) throws(StepFailure) -> [(id: UInt8, signal: ScriptSignal)] {
        guard case .fuse(let fuse) = kind else { return [] }
        var found: [(id: UInt8, signal: ScriptSignal)] = []
        for name in fuse.buffers {
            guard let link = try chain(name).links.last, case .buffer = link.kind else {
                throw StepFailure("\(name.text) does not end in a buffer")
            }
            found.append((link.id, link.output))
        }
        return found
    }
}
