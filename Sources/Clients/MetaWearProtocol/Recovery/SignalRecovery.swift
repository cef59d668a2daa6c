import MetaWearTables

/// A value of a signal that a host found on a board.
public enum AnonymousOutput: Sendable, Equatable {
    case cartesian(CartesianFloat)
    case scalar(Float)
    case quaternion(Quaternion)
    case euler(EulerAngles)
    case correctedCartesian(CorrectedCartesianFloat)
}

/// A signal that a board logs, found by a host that did not set it up (protocol, core 11).
public struct RecoveredSignal: Sendable, Equatable {
    /// `acceleration:rms?id=0:time?id=1`.
    public let identifier: String
    /// The sensor's.
    public let rootModule: MWModule
    /// Its loggers, in the order of the bytes.
    public let chunks: [LoggerChunk]
    /// How the logged bytes read.
    public let signal: BoardSignal

    /// A signal.
    public init(
        identifier: String, rootModule: MWModule, chunks: [LoggerChunk], signal: BoardSignal
    ) {
        self.identifier = identifier
        self.rootModule = rootModule
        self.chunks = chunks
        self.signal = signal
    }

    /// The values of logged bytes; none if they are too few.
    public func outputs(of bytes: [UInt8]) -> [AnonymousOutput] {
        let names = signal.fields.map(\.axis)
        return signal.values(in: bytes.span).flatMap { values -> [AnonymousOutput] in
            let v = values.map { Float($0) }
            switch names {
            case ["x", "y", "z"]: return [.cartesian(CartesianFloat(x: v[0], y: v[1], z: v[2]))]
            case ["x", "y", "z", "accuracy"]:
                return [
                    .correctedCartesian(
                        CorrectedCartesianFloat(
                            x: v[0], y: v[1], z: v[2], accuracy: UInt8(max(0, min(255, v[3])))))
                ]
            case ["w", "x", "y", "z"]:
                return [.quaternion(Quaternion(w: v[0], x: v[1], y: v[2], z: v[3]))]
            case ["heading", "pitch", "roll", "yaw"]:
                return [.euler(EulerAngles(heading: v[0], pitch: v[1], roll: v[2], yaw: v[3]))]
            default:
                // Several vectors one after the other, as a fuser gives them.
                guard names.count > 3, names.count % 3 == 0,
                    stride(from: 0, to: names.count, by: 3)
                        .allSatisfy({ Array(names[$0..<$0 + 3]) == ["x", "y", "z"] })
                else { return v.map { .scalar($0) } }
                return stride(from: 0, to: v.count, by: 3)
                    .map { .cartesian(CartesianFloat(x: v[$0], y: v[$0 + 1], z: v[$0 + 2])) }
            }
        }
    }
}

/// Finds out which signals the loggers of a board record.
public struct SignalRecovery: Sendable {
    /// What the board's sensors give.
    public var catalogue: SignalCatalogue
    /// Those that the board has.
    public var loggers: [ActiveLogger]
    /// Those that the board has.
    public var processors: [ActiveProcessor]

    /// What a host read from a board.
    public init(
        catalogue: SignalCatalogue, loggers: [ActiveLogger], processors: [ActiveProcessor]
    ) {
        self.catalogue = catalogue
        self.loggers = loggers
        self.processors = processors
    }

    /// Questions that must be asked before: the ranges of the motion sensors that the board has.
    public var rangeReads: [Packet] {
        [catalogue.accelerometer, catalogue.gyroscope].compactMap { $0?.readConfiguration }
    }

    /// Takes the answer to one of `rangeReads`; others are left alone.
    public mutating func take(rangeAnswer answer: [UInt8]) {
        guard answer.count > 2, answer[1] == 0x83 else { return }
        let bytes = Array(answer.dropFirst(2))
        if answer[0] == 0x03, let setting = catalogue.accelerometer?.setting(bytes) {
            catalogue.accelerationRange = setting.range
        }
        if answer[0] == 0x13, let setting = catalogue.gyroscope?.setting(bytes) {
            catalogue.rotationRange = setting.range
        }
    }

    /// The signals of the loggers whose sources are known; others are left out.
    public var signals: [RecoveredSignal] {
        ActiveLogger.groups(of: loggers).compactMap(signal)
    }

    private func signal(_ group: [ActiveLogger]) -> RecoveredSignal? {
        guard let first = group.first, let last = group.last,
            let found = source(first.key, visited: [])
        else { return nil }
        let end = last.chunkOffset + last.chunkLength
        let length = end - first.chunkOffset
        var logged = found.signal.part(from: Int(first.chunkOffset), to: Int(end))
        if found.signal.key.processorID == nil {
            guard
                let name = MWAnonymousSignalScheme.rootIdentifier(
                    module: first.module, register: first.register, channel: first.channel,
                    chunkOffset: first.chunkOffset, chunkLength: length)
            else { return nil }
            logged.name = name
        }
        return RecoveredSignal(
            identifier: logged.name, rootModule: found.root, chunks: group.map(\.chunk),
            signal: logged)
    }

    /// The signal at a key; nil if a processor is unknown or a chain runs in a circle.
    private func source(
        _ key: SourceKey, visited: Set<UInt8>
    ) -> (signal: BoardSignal, root: MWModule)? {
        guard let id = key.processorID else {
            guard let signal = catalogue.signal(at: key), let root = MWModule(rawValue: key.module)
            else { return nil }
            return (signal, root)
        }
        guard !visited.contains(id),
            let processor = processors.first(where: { $0.processorID == id }),
            MWAnonymousSignalScheme.processorSegment(
                type: processor.processorType, id: id, config: processor.configBytes) != nil,
            let parent = source(processor.parentKey, visited: visited.union([id]))
        else { return nil }
        let input = processor.input(of: named(parent.signal, processor))
        var output = processor.output(of: input)
        for buffer in processor.bufferIDs {
            guard
                let other = source(.processorState(buffer), visited: visited.union([id]))
            else { return nil }
            output.fields += other.signal.fields
        }
        if key.registerNumber == 0x04 {
            output.name = "\(input.name):buffer-state?id=\(id)"
            output.key = key
        }
        return (output, parent.root)
    }

    /// A sensor's signal under its name as a root.
    private func named(_ signal: BoardSignal, _ processor: ActiveProcessor) -> BoardSignal {
        guard signal.key.processorID == nil else { return signal }
        var signal = signal
        signal.name =
            MWAnonymousSignalScheme.rootIdentifier(
                module: processor.parentModule, register: processor.parentRegister,
                channel: processor.parentProcessorID, chunkOffset: 0,
                chunkLength: UInt8(clamping: max(4, signal.length))) ?? signal.name
        return signal
    }
}

extension BoardSignal {
    /// The fields between two places of its bytes; all of them if they are all there.
    package func part(from start: Int, to end: Int) -> BoardSignal {
        guard start > 0 || end < length else { return self }
        var part = self
        part.fields = []
        var at = 0
        for field in fields {
            if at >= start, at + field.size <= end { part.fields.append(field) }
            at += field.size
        }
        return part
    }
}
