import Device
import MetaWearTables
import Simulation
import Wire

/// What feeds what on a board at one moment: streams, loggers, processors, events, timers and
/// macros, from what its client wrote and what the board answered.
struct DataFlow {
    let state: ClientState
    /// The registers that stream, by module.
    private let streams: [UInt8: [UInt8]]
    /// The commands that events and macros hold: the board may give them to itself.
    private let held: [[UInt8]]

    init(_ state: ClientState, _ context: JudgeContext) {
        self.state = state
        streams = context.streams
        held =
            state.made.compactMap(\.command)
            + state.macros.keys.sorted().flatMap { state.macros[$0] ?? [] }
    }

    // MARK: Feeding

    /// The steps without which a source gives nothing, in words; empty if it can give data.
    func missing(_ source: SourceKey) -> [String] { missing(source, 0) }

    private func missing(_ source: SourceKey, _ depth: Int) -> [String] {
        let register = source.register & 0x3F
        switch MWModule(rawValue: source.module) {
        case .dataProcessor:
            // Its output, or its state that is read.
            guard depth < Self.deepest,
                let parent = state.made(.dataProcessor, source.index)?.source
            else {
                return []
            }
            return missing(parent, depth + 1)
        case _ where source.register & Command.readBit != 0:
            let key = UInt16(source.module) << 8 | UInt16(source.register)
            guard !state.reads.contains(key),
                !held.contains(where: { $0.starts(with: [source.module, source.register]) })
            else { return [] }
            return ["nothing reads it (\(Hex.text([source.module, source.register])))"]
        case .timer where register == 6:
            guard let timer = state.made(.timer, source.index), !isStarted(timer) else { return [] }
            return ["timer \(timer.id) was not started (0C 03 \(Hex.text([timer.id])))"]
        default:
            guard streams[source.module]?.contains(register) == true else { return [] }
            return missingGates(source.module, register)
        }
    }

    /// A chain holds at most all processors.
    private static let deepest = 28

    /// What a sensor's stream lacks beside its subscription.
    func missingGates(_ module: UInt8, _ register: UInt8) -> [String] {
        var missing: [String] = []
        let name = MWModule(rawValue: module)?.row.part ?? "module \(Hex.text([module]))"
        if MWModule.motion.contains(module), !state.isInterrupting(module), !holds(module, 2) {
            missing.append(
                "the data interrupt of the \(name) is off (\(Hex.text([module])) 02 01 00)")
        }
        if module == .sensorFusion, register >= 4 {
            let bit = UInt8(1) << (register - 4)
            let isHeld = held.contains {
                $0.starts(with: .sensorFusion, 3) && $0.count > 2 && $0[2] & bit != 0
            }
            if state.fusionOutputs & bit == 0, !isHeld {
                missing.append("this output is not enabled (19 03 \(Hex.text([bit])) 00)")
            }
        }
        let power = MWModule(rawValue: module)?.row.power ?? 1
        if !state.isRunning(module), !holds(module, power) {
            let more = module == .barometer ? " 01" : ""
            missing.append(
                "the \(name) was not started (\(Hex.text([module, power])) 01\(more))")
        }
        return missing
    }

    /// Whether an event or a macro may write something other than zero to a register.
    private func holds(_ module: UInt8, _ register: UInt8) -> Bool {
        held.contains { $0.starts(with: [module, register]) && $0.dropFirst(2).first != 0 }
    }

    /// Whether logging is enabled, or the board may enable it by itself.
    var isLogging: Bool { state.isOn(.logging) || holds(MWModule.logging.rawValue, 1) }

    func isStarted(_ timer: ClientState.Made) -> Bool {
        timer.isStarted || held.contains { $0.starts(with: .timer, 3, timer.id) }
    }

    // MARK: Listening

    /// Whether anything listens to an entry's output: the host, or another entry.
    func isHeard(_ entry: ClientState.Made) -> Bool {
        let table = entry.table
        let isTaken = state.made.contains { other in
            guard let source = other.source, source.module == table else { return false }
            return source.index == entry.id || source.index == SourceKey.noIndex
        }
        if isTaken { return true }
        if table == .timer {
            return entry.isNotified
                || held.contains { $0.starts(with: .timer, 7, entry.id) && $0.last != 0 }
        }
        guard table == .dataProcessor else { return state.isSubscribed(table, 6) }
        return isSubscribed(entry.id) || state.statesRead.contains(entry.id)
            || !fusers(of: entry.id).isEmpty
            // Closing its gate or removing it does not count as listening.
            || held.contains {
                $0.count > 2 && $0[0] == .dataProcessor && $0[2] == entry.id && $0[1] & 0x3F != 6
            }
    }

    /// Whether a processor's output reaches the host: both gates are open.
    func isSubscribed(_ processor: UInt8) -> Bool {
        state.openGates.contains(processor) && state.isSubscribed(.dataProcessor, 3)
    }

    /// The fusers that take the contents of a buffer.
    private func fusers(of buffer: UInt8) -> [ClientState.Made] {
        state.made.filter { made in
            guard made.table == .dataProcessor, made.packet.count > 8, made.packet[6] == 0x1B else {
                return false
            }
            return made.packet.dropFirst(8).prefix(Int(made.packet[7] & 0x0F)).contains(buffer)
        }
    }

    /// Whether anything uses a sensor that runs.
    func isUsed(_ module: MWModule) -> Bool {
        let number = module.rawValue
        return state.subscriptions.contains { $0.module == number } || state.isUsed(number)
            || isForFusion(module)
            || (module == .barometer
                && state.reads.contains { UInt8($0 >> 8) == .temperature && $0 & 0x3F != 0 })
            || state.reads.contains {
                $0 >> 8 == UInt16(number) && streams[number]?.contains(UInt8($0 & 0x3F)) == true
            }
            || state.enablesFeature(number) || held.contains { uses($0, number) }
    }

    /// Whether a command of an event or a macro may use a sensor: it subscribes to it, reads it, or makes something of
    /// its data. Starting it is no use.
    private func uses(_ command: [UInt8], _ module: UInt8) -> Bool {
        guard command.count > 2 || command.count == 2 && command[1] & Command.readBit != 0 else {
            return false
        }
        let register = command[1] & 0x3F
        if command[0] == module {
            return streams[module]?.contains(register) == true
                || (module == .accelerometer && register >= 4)
        }
        return [MWModule.dataProcessor, .event, .logging].contains(command[0]) && register == 2
            && command[2] == module
    }

    /// Sensor fusion needs its sensors; whether it is needed itself is checked for its own module.
    private func isForFusion(_ module: MWModule) -> Bool {
        MWModule.motion.contains(module) && state.isRunning(.sensorFusion)
    }

    // MARK: Without a host

    /// Whether a source gives data without a host, of itself and again and again.
    func flows(_ source: SourceKey) -> Bool { flows(source, 0) }

    private func flows(_ source: SourceKey, _ depth: Int) -> Bool {
        guard depth < Self.deepest else { return false }
        if source.module == .dataProcessor {
            guard let parent = state.made(.dataProcessor, source.index)?.source else {
                return false
            }
            return flows(parent, depth + 1)
        }
        if source.register & Command.readBit != 0 {
            return state.made.contains { event in
                guard let command = event.command, let own = event.source else { return false }
                return command.starts(with: [source.module, source.register])
                    && flows(own, depth + 1)
            }
        }
        if source.module == .timer { return state.made(.timer, source.index)?.isStarted == true }
        guard streams[source.module]?.contains(source.register) == true else { return false }
        return missing(source).isEmpty && state.isRunning(source.module)
    }

    /// Processors that send to a host and are fed without one.
    var runningOutputs: [ClientState.Made] {
        state.made.filter { made in
            made.table == .dataProcessor && isSubscribed(made.id)
                && made.source.map { flows($0) } == true
        }
    }

    /// Whether a sensor's data reach a logger, an event or a host, and not only processors.
    func isNeeded(_ module: MWModule) -> Bool {
        isForFusion(module)
            || state.made.contains { $0.source?.module == module && leads($0, 0) }
    }

    private func leads(_ entry: ClientState.Made, _ depth: Int) -> Bool {
        guard entry.table == .dataProcessor else { return true }
        guard depth < Self.deepest else { return false }
        return isSubscribed(entry.id)
            || state.made.contains {
                $0.source?.module == .dataProcessor && $0.source?.index == entry.id
                    && leads($0, depth + 1)
            } || fusers(of: entry.id).contains { leads($0, depth + 1) }
    }
}

extension ClientState {
    /// The source of the event at the end of a link (protocol, core 8).
    static let linkEnd = SourceKey(.settings, 0x0A)

    /// The state after the board has executed what events do with a signal; macros and timers that
    /// they start included.
    func after(_ signal: SourceKey) -> ClientState {
        var next = self
        var signals = [signal]
        var place = 0
        while place < signals.count {
            let events = next.made.filter { made in
                guard made.table == .event, let source = made.source else { return false }
                return source.module == signals[place].module
                    && source.register == signals[place].register
                    && (source.index == signals[place].index
                        || signals[place].index == SourceKey.noIndex)
            }
            place += 1
            var commands = events.compactMap(\.command)
            while let bytes = commands.first {
                commands.removeFirst()
                if bytes.starts(with: .macro, 5), bytes.count > 2 {
                    // A macro does not run another.
                    commands += (macros[bytes[2]] ?? []).filter { !$0.starts(with: .macro, 5) }
                }
                if bytes.starts(with: .timer, 3), bytes.count > 2 {
                    let tick = SourceKey(.timer, 6, bytes[2])
                    if !signals.contains(tick) { signals.append(tick) }
                }
                next.take(
                    Command(bytes: bytes, source: .event(0), kind: nil, time: .zero),
                    // A flag for a register without a value of its own.
                    notifies: { module, register in
                        subscriptions.contains { $0.module == module && $0.register == register }
                    })
            }
        }
        return next
    }

    /// Whether something of an accelerometer beside its data is enabled.
    func enablesFeature(_ module: UInt8) -> Bool {
        guard module == .accelerometer else { return false }
        return (4...0x3F).contains { value(module, $0)?.contains { $0 != 0 } == true }
    }
}
