import Declaration
import MetaWearTables
import Simulation

/// What a script's steps write: the same bytes whether the client sends them, an event carries
/// them, or a macro keeps them.
extension HostSession {
    var encoder: SensorCommandEncoder {
        SensorCommandEncoder(
            modules: modules, accelerometer: state.accelerometer, gyroscope: state.gyroscope,
            configurations: state.configurations)
    }

    /// A signal by its word or by the name that the script gave.
    func signal(_ name: SignalName) throws(StepFailure) -> BoardSignal {
        if let word = name.builtIn { return try SignalCatalogue(encoder: encoder).signal(word) }
        if var output = state.made.chains[name.text]?.output {
            output.name = name.text
            return output
        }
        if let timer = state.made.timers[name.text] {
            return BoardSignal(name: name.text, key: SourceKey(0x0C, 0x06, timer), fields: [])
        }
        if let recovered = state.made.recovered[name.text] { return recovered }
        throw StepFailure("nothing called \(name.text) was made on \(boardName)")
    }

    func chain(_ name: SignalName) throws(StepFailure) -> ProcessorChain {
        guard let chain = state.made.chains[name.text] else {
            throw StepFailure("no chain called \(name.text) was made on \(boardName)")
        }
        return chain
    }

    /// Modules that must be known before a step's bytes are.
    func modules(for kind: Step.Kind) -> [UInt8] {
        switch kind {
        case .configure(let step): step.modules
        case .start(let step): step.signals.flatMap(modules)
        case .stop(let step): step.signals.flatMap(modules)
        case .settings: [0x11]
        case .modify: [0x09]
        case .read(let step):
            if case .steps = step.target { [0x03] } else { [] }
        default: []
        }
    }

    /// Modules that must be known before a signal is.
    func modules(for name: SignalName) -> [UInt8] {
        name.builtIn.map(SignalCatalogue.modules) ?? [0x09]
    }

    /// The packets of a step that only writes (``Step/Kind/isCommand``).
    func commands(_ kind: Step.Kind) throws(StepFailure) -> [[UInt8]] {
        switch kind {
        case .led(let step): return step.commands
        case .ledOff: return [[0x02, 0x02, 0x01]]
        case .haptic(let step): return [step.command]
        case .iBeacon(let step): return step.commands
        case .reset: return [[0xFE, 0x01]]
        case .read(let step):
            var packet = try request(step.target)
            if step.isSilent { packet[1] |= 0x40 }
            return [packet]
        case .write(let step): return [step.bytes.bytes]
        case .configure(let step): return try commands(step)
        case .start(let step): return try start(step.signals)
        case .stop(let step): return try stop(step.signals)
        case .modify(let step): return [try command(step)]
        case .setState(let step): return [try command(step)]
        case .startTimer(let step): return [[0x0C, 0x03, try timer(step.name)]]
        case .stopTimer(let step): return [[0x0C, 0x04, try timer(step.name)]]
        case .runMacro(let step): return [[0x0F, 0x05, try macro(step)]]
        case .eraseMacros: return [[0x0F, 0x08]]
        case .settings(let step):
            return try step.commands(revision: modules[0x11]?.dropFirst().first ?? 0)
        case .resetOrientation: return [[0x19, 0x0F, 0x01]]
        default: throw StepFailure("a board cannot do this step by itself")
        }
    }

    // MARK: Sensors

    private func commands(_ step: Step.Configure) throws(StepFailure) -> [[UInt8]] {
        var encoder = encoder
        encoder.configurations.take(step)
        var packets: [[UInt8]] = []
        if let wish = step.accelerometer {
            encoder.accelerometer = SensorSetting(rate: wish.rate.hertz, range: wish.range.g)
            packets += try encoder.configure(.accelerometer)
        }
        if let wish = step.gyroscope {
            encoder.gyroscope = SensorSetting(
                rate: wish.rate.hertz, range: wish.range.degreesPerSecond)
            packets += try encoder.configure(.gyroscope)
        }
        return try packets + commands(forRestOf: step, encoder)
    }

    /// All that a step configures but accelerometer and gyroscope.
    func commands(
        forRestOf step: Step.Configure, _ encoder: SensorCommandEncoder
    ) throws(StepFailure) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        if step.magnetometer != nil { packets += try encoder.configure(.magnetometer) }
        if step.barometer != nil { packets += try encoder.configure(.barometer) }
        if step.light != nil { packets += try encoder.configure(.light) }
        if step.fusion != nil { packets += try encoder.configure(.fusion(0)) }
        for feature in step.features {
            packets += try encoder.features().configure(feature)
        }
        return packets + encoder.configureReadable(step)
    }

    private func units(_ names: [SignalName]) throws(StepFailure) -> [SensorUnit] {
        var units: [SensorUnit] = []
        for name in names {
            for unit in try signal(name).units where !units.contains(unit) { units.append(unit) }
        }
        return units
    }

    /// Units that run already, by any stream, log or step.
    var running: [SensorUnit] {
        recorders.filter { !$0.isStopped }.flatMap(\.source.units) + state.made.started
            + state.made.logged
    }

    private func start(_ names: [SignalName]) throws(StepFailure) -> [[UInt8]] {
        try start(try units(names))
    }

    /// Configuration and start of units that do not run yet.
    func start(_ units: [SensorUnit]) throws(StepFailure) -> [[UInt8]] {
        let running = running
        let new = units.filter { !running.contains($0) }
        return try configure(new, beside: running)
            + encoder.start(new, beside: running)
    }

    /// Configuration of units that do not run yet; the fusion's only once.
    func configure(
        _ units: [SensorUnit], beside running: [SensorUnit]
    ) throws(StepFailure) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var isFusionConfigured = running.contains(where: \.isFusion)
        for unit in units where !running.contains(unit) {
            if unit.isFusion {
                if isFusionConfigured { continue }
                isFusionConfigured = true
            }
            packets += try encoder.configure(unit)
        }
        return packets
    }

    private func stop(_ names: [SignalName]) throws(StepFailure) -> [[UInt8]] {
        let units = try units(names)
        let others =
            recorders.filter { !$0.isStopped }.flatMap(\.source.units)
            + state.made.started.filter { !units.contains($0) }
        return try encoder.stop(units.filter { !others.contains($0) }, beside: others)
    }

    // MARK: Processors, timers, macros

    private func command(_ step: Step.Modify) throws(StepFailure) -> [UInt8] {
        let link = try chain(step.name).link(step.stage, of: step.name.text)
        let command = try ProcessorCommand(
            step.new.kind, of: link.input, revision: modules[0x09]?.dropFirst().first ?? 0)
        let old = try ProcessorCommand(
            link.kind, of: link.input, revision: modules[0x09]?.dropFirst().first ?? 0,
            buffers: [])
        guard command.type == old.type else {
            throw StepFailure("a processor of \(step.name.text) cannot become one of another type")
        }
        return command.modify(link.id)
    }

    private func command(_ step: Step.SetState) throws(StepFailure) -> [UInt8] {
        let link = try chain(step.name).link(step.stage, of: step.name.text)
        guard var length = link.kind.stateLength else {
            throw StepFailure("this processor of \(step.name.text) has no state")
        }
        if case .buffer = link.kind { length = min(8, link.input.length) }
        return [0x09, 0x04, link.id]
            + (length == 0 ? [] : LittleEndian.bytes(step.value ?? 0, length))
    }

    private func timer(_ name: SignalName) throws(StepFailure) -> UInt8 {
        guard let id = state.made.timers[name.text] else {
            throw StepFailure("no timer called \(name.text) was made on \(boardName)")
        }
        return id
    }

    private func macro(_ step: Step.RunMacro) throws(StepFailure) -> UInt8 {
        guard let name = step.name else { return UInt8(clamping: step.id) }
        guard let id = state.made.macros[name.text] else {
            throw StepFailure("no macro called \(name.text) was recorded on \(boardName)")
        }
        return id
    }
}

extension Step.Configure {
    /// Features of the accelerometer that it configures.
    var features: [AccelerometerFeature] {
        (steps == nil ? [] : [.steps]) + (motion == nil ? [] : [.motion])
            + (tap == nil ? [] : [.tap]) + (orientation == nil ? [] : [.orientation])
            + (flat == nil ? [] : [.flat]) + (shock == nil ? [] : [.lowG])
            + (gesture == nil ? [] : [.gesture])
    }

    /// Modules that must be known before its bytes are.
    var modules: [UInt8] {
        (accelerometer == nil && features.isEmpty && fusion == nil ? [] : [0x03])
            + (gyroscope == nil && fusion == nil ? [] : [0x13])
            + (magnetometer == nil && fusion == nil ? [] : [0x15])
            + (barometer == nil ? [] : [0x12]) + (light == nil ? [] : [0x14])
            + (fusion == nil ? [] : [0x19])
    }
}
