import MetaWearBoard
import MetaWearTables
import Simulation

/// What a client has set and made on a board, as far as the board accepted it.
final class ClientState {
    /// Something with an id that a client made.
    struct Made: Equatable {
        var table: UInt8
        var id: UInt8
        var source: SourceKey?
        /// The whole packet.
        var packet: [UInt8]
        /// Whether a timer was started.
        var isStarted = false
        var time: Instant
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
        switch module {
        case 0x12: isOn(module, 4)
        case 0x15: value(module, 1)?.first == 1
        default: isOn(module)
        }
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

    func reset() {
        subscriptions = []
        // Macros are kept (protocol, core 10).
        made.removeAll { $0.table != 0x0F }
        values = [:]
        masks = [:]
        fusionOutputs = 0
    }

    // MARK: Accepted commands

    func take(_ command: Command, _ context: JudgeContext) {
        guard let module = command.module, let register = command.register, !command.isRead else {
            return
        }
        if let id = command.created {
            made.removeAll { $0.table == module && $0.id == id }
            made.append(
                Made(
                    table: module, id: id,
                    source: module == 0x0C || module == 0x0F ? nil : SourceKey(command),
                    packet: command.bytes, time: command.time))
        }
        let payload = Array(command.payload)
        if payload.count == 1,
            context.declaration(module, register)?.access.contains(.notify) == true
        {
            subscriptions.removeAll { $0.module == module && $0.register == register }
            if payload[0] != 0 { subscriptions.append((module, register, command.time)) }
            return
        }
        values[UInt16(module) << 8 | UInt16(register)] = payload
        if register == 2, [0x03, 0x13, 0x15].contains(module), let on = payload.first {
            let off = payload.count > 1 ? payload[1] : on == 0 ? 0xFF : 0
            masks[module] = ((masks[module] ?? 0) | on) & ~off
        }
        if module == 0x19, register == 3, payload.count > 1 {
            fusionOutputs = (fusionOutputs | payload[0]) & ~payload[1]
        }
        change(module, register, payload)
    }

    private func change(_ module: UInt8, _ register: UInt8, _ payload: [UInt8]) {
        func set(_ change: (inout Made) -> Void) {
            guard let id = payload.first,
                let place = made.firstIndex(where: { $0.table == module && $0.id == id })
            else { return }
            change(&made[place])
        }
        func remove(_ id: UInt8?) {
            made.removeAll { $0.table == module && (id == nil || $0.id == id) }
        }
        switch (module, register) {
        case (0x0B, 3), (0x09, 6), (0x0A, 4), (0x0C, 5): remove(payload.first)
        case (0x0B, 0x0A), (0x09, 8), (0x0A, 5), (0x0F, 8): remove(nil)
        case (0x0C, 3): set { $0.isStarted = true }
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
