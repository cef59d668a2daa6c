import MetaWearTables

/// A processor that a board has, as its read-back tells it (protocol, core 4.4).
public struct ActiveProcessor: Sendable, Equatable {
    /// From 0; the answer does not hold it.
    public let processorID: UInt8
    /// Whose data it takes.
    public let parentModule: MWModule
    /// The register byte with its flags.
    public let parentRegister: UInt8
    /// The index; the processor's id if the parent is one.
    public let parentProcessorID: UInt8
    /// First byte of the data.
    public let chunkOffset: UInt8
    /// Bytes, as far as three bits tell it.
    public let chunkLength: UInt8
    /// The type's number.
    public let processorType: UInt8
    /// What follows it; behind its end come bytes of earlier processors.
    public let configBytes: [UInt8]

    /// A processor.
    public init(
        processorID: UInt8, parentModule: MWModule, parentRegister: UInt8, parentProcessorID: UInt8,
        chunkOffset: UInt8, chunkLength: UInt8, processorType: UInt8, configBytes: [UInt8]
    ) {
        self.processorID = processorID
        self.parentModule = parentModule
        self.parentRegister = parentRegister
        self.parentProcessorID = parentProcessorID
        self.chunkOffset = chunkOffset
        self.chunkLength = chunkLength
        self.processorType = processorType
        self.configBytes = configBytes
    }

    /// Reads the answer to the question for a slot; nil if it is free, or takes data of an unknown module.
    public init?(id: UInt8, answer: [UInt8]) {
        guard answer.count >= 7, let module = MWModule(discovered: answer[2]) else { return nil }
        let part = LogChunk(pack: answer[5])
        self.init(
            processorID: id, parentModule: module, parentRegister: answer[3],
            parentProcessorID: answer[4], chunkOffset: part.offset, chunkLength: part.length,
            processorType: answer[6], configBytes: Array(answer[7...]))
    }

    /// Of a command that a board has taken.
    public init?(id: UInt8, made command: ProcessorCommand) {
        self.init(id: id, answer: [0x09, 0x82] + command.packet.payload)
    }

    /// Whether it takes the output of another one.
    public var parentIsProcessor: Bool { parentModule == .dataProcessor && parentRegister == 0x03 }
    /// Where its data comes from.
    public var parentKey: SourceKey { SourceKey(parentModule, parentRegister, parentProcessorID) }

    /// Of a fuser: the buffers behind its sample.
    public var bufferIDs: [UInt8] {
        guard processorType == 0x1B, let count = configBytes.first else { return [] }
        return Array(configBytes.dropFirst().prefix(Int(count & 0x0F)))
    }

    /// The part of a signal that it takes: an axis, or all.
    public func input(of signal: BoardSignal) -> BoardSignal {
        guard chunkOffset > 0 || Int(chunkLength) < min(signal.length, 8) else { return signal }
        var at = 0
        for (index, field) in signal.fields.enumerated() {
            if at == Int(chunkOffset), field.size == Int(chunkLength) {
                return signal.component(index) ?? signal
            }
            at += field.size
        }
        return signal
    }

    /// What comes out of it: fields with the units that they keep, and the name of the C++ SDK's anonymous signals.
    public func output(of input: BoardSignal) -> BoardSignal {
        let head = configBytes.first ?? 0
        let size = Int(head & 3) + 1
        var output = input
        output.key = .processor(processorID)
        output.dataOffset = 0
        if let segment = MWAnonymousSignalScheme.processorSegment(
            type: processorType, id: processorID, config: configBytes)
        {
            output.name += ":" + segment
        }
        func single(_ name: String, _ number: SampleField.Number, _ size: Int) {
            output.fields = [SampleField(axis: name, number: number, size: size)]
            output.samplesPerPacket = 1
        }
        func keepUnit() {
            guard let field = input.fields.first, !output.fields.isEmpty else { return }
            output.fields[0].countsPerUnit = field.countsPerUnit
            output.fields[0].unit = field.unit
        }
        switch processorType {
        case 0x02:
            if head >> 4 & 7 == 1 {
                single("count", .unsigned, size)
            } else if !output.fields.isEmpty {
                output.fields[0].size = size
            }
        case 0x06 where configBytes.count > 1 && head >> 6 == 2: single("zone", .unsigned, 1)
        case 0x06 where configBytes.count > 1 && head >> 6 == 3: single("value", .unsigned, 1)
        case 0x07:
            single(configBytes.dropFirst().first == 1 ? "rss" : "rms", .unsigned, size)
            keepUnit()
        case 0x08 where head >> 3 & 7 == 1, 0x0C where head >> 3 & 7 == 1:
            for i in output.fields.indices where output.fields[i].number == .unsigned {
                output.fields[i].number = .signed
            }
        case 0x09:
            let operation = configBytes.dropFirst().first
                .flatMap { MWDataProcessor.Math.Operation(rawValue: $0) }
            let isSigned = head & 0x10 != 0 && operation != .abs && operation != .sqrt
            for i in output.fields.indices {
                output.fields[i].size = size
                output.fields[i].number = isSigned ? .signed : .unsigned
                // Counts of a power are no counts of the unit.
                if operation == .exponent || operation == .sqrt {
                    (output.fields[i].unit, output.fields[i].countsPerUnit) = ("", 1)
                }
            }
        case 0x0B:
            let kind = configBytes.count > 2 ? configBytes[2] : 0
            if kind == 0 { single("width", .unsigned, 2) }
            if kind == 1, !output.fields.isEmpty { output.fields[0].size = 4 }
            if kind == 3 { single("value", .unsigned, 1) }
        case 0x0C where head >> 3 & 7 == 2, 0x0D where head >> 3 & 7 == 1:
            single("value", .signed, 1)
        case 0x10:
            output.samplesPerPacket = Int((configBytes.dropFirst().first ?? 0) & 0x1F) + 1
        case 0x11:
            output.fields.insert(
                SampleField(
                    axis: head & 0x0F == 1 ? "tick" : "count", number: .unsigned,
                    size: Int(head >> 4 & 3) + 1),
                at: 0)
        default: break
        }
        return output
    }
}
