/// What a module says of itself in answer to `[id 80]` (protocol, core 2.3).
public struct MWModuleInfo: Sendable, Equatable, Codable {
    /// Whose it is.
    public let module: MWModule
    /// Which chip or firmware part implements it; FF if it is absent.
    public let implementation: UInt8
    /// How much of it there is.
    public let revision: UInt8
    /// What else it says; the meaning depends on the module.
    public let extra: [UInt8]

    /// Whether the board has it.
    public var isPresent: Bool { implementation != 0xFF }

    /// A module's information.
    public init(
        module: MWModule, implementation: UInt8, revision: UInt8, extra: [UInt8] = []
    ) {
        self.module = module
        self.implementation = implementation
        self.revision = revision
        self.extra = extra
    }

    /// Reads an answer; two bytes, or an implementation of FF, mean that the module is absent. nil for the answer of
    /// a module that current hosts do not ask, or of another register.
    public init?(answer: [UInt8]) {
        guard answer.count >= 2, let module = MWModule(discovered: answer[0]), answer[1] == 0x80
        else {
            return nil
        }
        self.init(
            module: module, implementation: answer.count > 2 ? answer[2] : 0xFF,
            revision: answer.count > 3 ? answer[3] : 0xFF, extra: Array(answer.dropFirst(4)))
    }

    /// The question.
    public static func read(_ module: MWModule) -> Packet { .read(module, 0x00) }

    /// Slots of processors, events, loggers, timers or macros, where the module has them (protocol, core 2.3).
    public var slots: Int? {
        switch module {
        case .dataProcessor, .event, .logging, .timer, .macro: extra.first.map { Int($0) }
        default: nil
        }
    }

    /// Of the logging module: entries that fit into its memory; nil for another module.
    public var logCapacity: Int? {
        guard module == .logging, extra.count >= 3 else { return nil }
        return extra.dropFirst().prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Of the temperature module: the source of each channel.
    public var thermometers: [MWThermometerSource] {
        guard module == .temperature else { return [] }
        return extra.map { MWThermometerSource(rawValue: Int8(bitPattern: $0)) ?? .invalid }
    }
}
