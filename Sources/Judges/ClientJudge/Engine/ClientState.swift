import MetaWearTables
import Simulation

/// What a client has set and made on a board, as far as the board accepted it.
///
/// It is a value: a copy of it can go on, as the board does when the link ends.
struct ClientState {
    /// Something with an id that a client made.
    struct Made: Equatable {
        var table: UInt8
        var id: UInt8
        var source: SourceKey?
        /// The whole packet.
        var packet: [UInt8]
        /// The parameters of an event's command, in a packet of their own (protocol, core 5.2).
        var parameters: [UInt8] = []
        /// Whether a timer was started.
        var isStarted = false
        /// A timer: its ticks are sent to the host.
        var isNotified = false
        var time: Instant
        /// Whether an event made it: the board makes it when the event fires, whatever the client does then.
        var isOfEvent = false
        /// Equal for the same entry only: ids are used again.
        var serial = 0

        /// The command that an event executes; nil for anything else, and while it lacks its
        /// parameters.
        var command: [UInt8]? {
            guard table == .event, packet.count > 7 else { return nil }
            let wanted = Int(packet[7])
            guard wanted == 0 || !parameters.isEmpty else { return nil }
            let missing = max(0, wanted - parameters.count)
            return Array(packet[5...6]) + Array(parameters.prefix(wanted))
                + [UInt8](repeating: 0, count: missing)
        }
    }

    /// Subscribed registers, module first, in the order of subscription.
    private(set) var subscriptions: [(module: UInt8, register: UInt8, time: Instant)] = []
    /// In the order of creation.
    private(set) var made: [Made] = []
    /// What was written last, by module and register.
    private var values: [UInt16: [UInt8]] = [:]
    /// The interrupt masks of the sensors, by module.
    private var masks: [UInt8: UInt8] = [:]
    /// The enabled outputs of sensor fusion.
    private(set) var fusionOutputs: UInt8 = 0
    /// Processors whose own gate to the host is open.
    private(set) var openGates: Set<UInt8> = []
    /// The commands of recorded macros.
    private(set) var macros: [UInt8: [[UInt8]]] = [:]
    /// Registers that were read, with their read bits; by the host, an event or a macro.
    private(set) var reads: Set<UInt16> = []
    /// Processors whose state was read.
    private(set) var statesRead: Set<UInt8> = []
    /// The macro that is being recorded, and the beginning of its next command.
    private var recording: UInt8?
    private var partial: [UInt8] = []
    private var serials = 0

    func isSubscribed(_ module: UInt8, _ register: UInt8) -> Bool {
        subscriptions.contains { $0.module == module && $0.register == register }
    }

    /// The payload that was written last; nil if none was.
    func value(_ module: UInt8, _ register: UInt8) -> [UInt8]? {
        values[UInt16(module) << 8 | UInt16(register)]
    }

    /// Whether a register's last payload does not begin with zero.
    func isOn(_ module: UInt8, _ register: UInt8 = 1) -> Bool {
        (value(module, register)?.first ?? 0) != 0
    }

    /// Whether a sensor has power: the magnetometer's 2 is suspend.
    func isRunning(_ module: UInt8) -> Bool {
        let power = MWModule(rawValue: module)?.row.power ?? 1
        return module == .magnetometer
            ? value(module, power)?.first == 1 : isOn(module, power)
    }

    /// Whether a sensor's data interrupt is on.
    func isInterrupting(_ module: UInt8) -> Bool { (masks[module] ?? 0) & 1 != 0 }

    func made(_ table: UInt8, _ id: UInt8) -> Made? {
        made.first { $0.table == table && $0.id == id }
    }

    /// Whether a logger, processor or event uses this signal.
    func isTaken(_ source: SourceKey) -> Bool {
        made.contains { made in
            guard let own = made.source else { return false }
            return own.module == source.module && own.register == source.register
                && (own.index == source.index || own.index == 0xFF)
        }
    }

    /// Whether anything on the board uses any signal of a module.
    func isUsed(_ module: UInt8) -> Bool { made.contains { $0.source?.module == module } }

    /// Macros are kept (protocol, core 10).
    mutating func reset() {
        var next = ClientState()
        next.macros = macros
        next.serials = serials
        self = next
    }

    // MARK: Accepted commands

    /// - Parameter notifies: whether a write of one byte to this register subscribes to it.
    mutating func take(_ command: Command, notifies: (_ module: UInt8, _ register: UInt8) -> Bool) {
        guard let module = command.module, let register = command.register else { return }
        guard !command.isRead else {
            reads.insert(UInt16(module) << 8 | UInt16(command.bytes[1]))
            if module == .dataProcessor, let id = command.byte(0) { statesRead.insert(id) }
            return
        }
        if let id = command.created {
            remove(module, id)
            serials += 1
            made.append(
                Made(
                    table: module, id: id,
                    source: module == .timer || module == .macro ? nil : SourceKey(command),
                    packet: command.bytes, time: command.time, isOfEvent: command.isOfEvent,
                    serial: serials))
        }
        let payload = Array(command.payload)
        if payload.count == 1, notifies(module, register) {
            subscriptions.removeAll { $0.module == module && $0.register == register }
            if payload[0] != 0 { subscriptions.append((module, register, command.time)) }
            return
        }
        values[UInt16(module) << 8 | UInt16(register)] = payload
        if register == 2, MWModule.motion.contains(module), let on = payload.first {
            let off = payload.count > 1 ? payload[1] : on == 0 ? 0xFF : 0
            masks[module] = ((masks[module] ?? 0) | on) & ~off
        }
        if module == .sensorFusion, register == 3, payload.count > 1 {
            fusionOutputs = (fusionOutputs | payload[0]) & ~payload[1]
        }
        if module == .macro { record(command) }
        change(module, register, payload)
    }

    /// Recorded at once (0F 03), or with its first bytes before (0F 09).
    private mutating func record(_ command: Command) {
        let payload = Array(command.payload)
        switch command.register {
        case 2:
            (recording, partial) = (command.created, [])
            if let recording { macros[recording] = [] }
        case 3:
            if let recording { macros[recording]?.append(partial + payload) }
            partial = []
        case 4: recording = nil
        case 8: (macros, recording) = ([:], nil)
        case 9: partial = payload
        default: break
        }
    }

    private mutating func remove(_ table: UInt8, _ id: UInt8? = nil) {
        made.removeAll { $0.table == table && (id == nil || $0.id == id) }
        guard table == .dataProcessor else { return }
        if let id { openGates.remove(id) } else { openGates = [] }
        if let id { statesRead.remove(id) } else { statesRead = [] }
    }

    private mutating func change(_ module: UInt8, _ register: UInt8, _ payload: [UInt8]) {
        let place = made.firstIndex { $0.table == module && $0.id == payload.first }
        switch (MWModule(rawValue: module), register) {
        case (.logging, 3), (.dataProcessor, 6), (.event, 4), (.timer, 5):
            if let id = payload.first { remove(module, id) }
        case (.logging, 0x0A), (.dataProcessor, 8), (.event, 5), (.macro, 8): remove(module)
        case (.dataProcessor, 7) where payload.count > 1:
            openGates.remove(payload[0])
            if payload[1] != 0 { openGates.insert(payload[0]) }
        // They belong to the entry that was made last.
        case (.event, 3):
            if let entry = made.lastIndex(where: { $0.table == .event }) {
                made[entry].parameters = payload
            }
        case (.timer, 3): if let place { made[place].isStarted = true }
        case (.timer, 7) where payload.count > 1:
            if let place { made[place].isNotified = payload[1] != 0 }
        default: break
        }
    }
}

extension SourceKey {
    /// From the payload of a create command.
    init?(_ command: Command) {
        guard let module = command.byte(0), let register = command.byte(1),
            let index = command.byte(2)
        else { return nil }
        self.init(module, register, index)
    }
}
