import MetaWearTables

extension SourceKey {
    /// The output of a processor.
    public static func processor(_ id: UInt8) -> SourceKey { SourceKey(.dataProcessor, 0x03, id) }
    /// The state of a processor, as silent reads give it to loggers.
    public static func processorState(_ id: UInt8) -> SourceKey {
        SourceKey(.dataProcessor, 0xC4, id)
    }

    /// The register without flags.
    public var registerNumber: UInt8 { register & RegisterFlag.numberMask }
    /// The processor whose output or state it is.
    public var processorID: UInt8? {
        guard module == MWModule.dataProcessor.rawValue else { return nil }
        return [0x03, 0x04].contains(registerNumber) ? index : nil
    }
    /// What turns its notifications on or off (protocol, core 1.6, 4.1 and 6): for a processor its own gate, then that
    /// of all processors, which stays open; none for a source that gives data only when it is read.
    public func subscribe(_ isOn: Bool) -> [Packet] {
        switch (MWModule(rawValue: module), register) {
        case (_, RegisterFlag.read...): []
        case (.dataProcessor, 0x03):
            [ProcessorCommand.notify(index, isOn)]
                + (isOn ? [ProcessorCommand.notifyGate(true)] : [])
        case (.timer, 0x06): [MWTimer.notify(index, isOn)]
        default: [Packet(module: module, registerByte: register, payload: [isOn ? 1 : 0])]
        }
    }

    /// The source that processors take: what loggers take from silent reads, they take from loud ones (protocol,
    /// sensors 1.7).
    public var loud: SourceKey {
        let isSilent = register >= RegisterFlag.read | RegisterFlag.silent
        guard isSilent, module != MWModule.dataProcessor.rawValue else { return self }
        return SourceKey(module, register & ~RegisterFlag.silent, index)
    }

    /// The same register without flags.
    var withoutFlags: SourceKey { SourceKey(module, registerNumber, index) }
}

/// A sensor's signal as the hosts' table has it, for those that no chip decides about.
struct TableSource: Sendable {
    /// Without flags.
    let register: UInt8
    /// Counts in one unit.
    let scale: Float
    /// Bytes of one packet's data.
    let length: Int

    init(_ signal: Signal) {
        let row = signal.row
        register = (row.fixedRegister ?? 0) & RegisterFlag.numberMask
        scale = Float(row.fields.first?.countsPerUnit ?? 1)
        length = row.length
    }

    /// The parts in which loggers record it.
    var chunks: [LogChunk] { LogChunk.split(length: length) }
}
