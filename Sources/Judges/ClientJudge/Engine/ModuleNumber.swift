import MetaWearBoard
import MetaWearTables

// Packets name a module by a number, which may be that of none; rules name modules.

func == (number: UInt8?, module: MWModule) -> Bool { number == module.rawValue }
func != (number: UInt8?, module: MWModule) -> Bool { number != module.rawValue }

extension Sequence<MWModule> {
    func contains(_ number: UInt8?) -> Bool { contains { number == $0 } }
}

extension MWModule {
    /// Accelerometer, gyroscope and magnetometer: those with a data interrupt.
    static let motion = withOlder.filter(\.row.hasInterrupt)
    /// Those of which a client makes entries.
    static let tables: [MWModule] = [.dataProcessor, .event, .logging, .timer, .macro]
}

extension [UInt8] {
    /// Whether they are a packet of a module that goes on like this.
    func starts(with module: MWModule, _ rest: UInt8...) -> Bool {
        starts(with: [module.rawValue] + rest)
    }
}

extension Command {
    func writes(_ module: MWModule, _ register: UInt8) -> Bool { writes(module.rawValue, register) }
    func reads(_ module: MWModule, _ register: UInt8) -> Bool { reads(module.rawValue, register) }
}

extension ClientState {
    func isSubscribed(_ module: MWModule, _ register: UInt8) -> Bool {
        isSubscribed(module.rawValue, register)
    }
    func value(_ module: MWModule, _ register: UInt8) -> [UInt8]? {
        value(module.rawValue, register)
    }
    func isOn(_ module: MWModule, _ register: UInt8 = 1) -> Bool { isOn(module.rawValue, register) }
    func isRunning(_ module: MWModule) -> Bool { isRunning(module.rawValue) }
    func isInterrupting(_ module: MWModule) -> Bool { isInterrupting(module.rawValue) }
    func made(_ table: MWModule, _ id: UInt8) -> Made? { made(table.rawValue, id) }
}

extension JudgeContext {
    func information(_ module: MWModule) -> ModuleInformation? { information(module.rawValue) }

    /// Reports a violation at a register, without a packet.
    func report(_ rule: Rule, _ module: MWModule, _ register: UInt8?, _ detail: String) {
        report(rule, module.rawValue, register, detail)
    }
}
