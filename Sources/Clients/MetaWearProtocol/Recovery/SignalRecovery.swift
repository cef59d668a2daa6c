import MetaWearTables

/// A value of a signal that a host found on a board.
public enum AnonymousOutput: Sendable, Equatable {
    case cartesian(CartesianFloat)
    case scalar(Float)
    case quaternion(Quaternion)
    case euler(EulerAngles)
    case correctedCartesian(CorrectedCartesianFloat)
}

/// Finds out which signals the loggers of a board record (protocol, core 11). A host asks what `next` says and hands over
/// the answer, until there is no question left.
///
/// The questions are for the ranges of the motion sensors, for every logger, and then for the processors between these
/// loggers and their sensors.
package struct SignalRecovery: Sendable {
    /// What the board's sensors give, in the ranges that they have.
    package private(set) var catalogue: SignalCatalogue
    /// Rate and range of the accelerometer; nil without an answer.
    package private(set) var accelerometer: InertialSetting?
    /// Rate and range of the gyroscope; nil without an answer.
    package private(set) var gyroscope: InertialSetting?
    /// nil without an answer, and if it was not wanted.
    package private(set) var fusionMode: MWSensorFusionMode?
    /// Those that the board has.
    package private(set) var loggers: [ActiveLogger] = []
    /// Those between the loggers and their sensors.
    package private(set) var processors: [ActiveProcessor] = []

    private enum Question {
        case configuration(Packet)
        case logger(UInt8)
        case processor(UInt8)
        /// After silence: what every board answers, so that a late answer is not taken for that to the next question, which
        /// looks the same.
        case fence(MWModule)

        var packet: Packet {
            switch self {
            case .configuration(let read): read
            case .logger(let id): LoggerTrigger.read(id)
            case .processor(let id): ProcessorCommand.read(id)
            case .fence(let module): MWModuleInfo.read(module)
            }
        }
        var module: MWModule? { packet.knownModule }
        var isOfSlot: Bool {
            switch self {
            case .logger, .processor: true
            case .configuration, .fence: false
            }
        }
    }

    /// The next one first.
    private var questions: [Question]
    /// The processors that were asked for.
    private var asked: Set<UInt8> = []

    /// The number of loggers is five bits of an entry.
    private static let mostLoggers = 32
    /// Loggers of a board that does not tell how many it has.
    private static let usualLoggers = 8

    /// - Parameters:
    ///   - modules: what the board said of itself.
    ///   - readsFusionMode: whether to ask for the mode of the sensor fusion, if the board has one.
    package init(modules: some Collection<MWModuleInfo>, readsFusionMode: Bool = false) {
        catalogue = SignalCatalogue(modules: modules)
        let board = BoardDescription(modules: Array(modules))
        let reads = [
            catalogue.accelerometer?.readConfiguration, catalogue.gyroscope?.readConfiguration,
            readsFusionMode && board.has(.sensorFusion) ? FusionConfiguration.readMode : nil,
        ]
        questions = reads.compactMap { $0.map(Question.configuration) }
        guard board.has(.logging) else { return }
        let count = min(board[.logging]?.slots ?? Self.usualLoggers, Self.mostLoggers)
        questions += (0..<UInt8(count)).map(Question.logger)
    }

    /// What to ask; nil when everything was asked.
    package var next: Packet? { questions.first?.packet }

    /// Whether a board may leave the next question unanswered: the slot of a logger or a processor that is not there is
    /// silent on some.
    package var mayStaySilent: Bool { questions.first?.isOfSlot ?? false }

    /// Takes the answer to the last question; anything else leaves the question open.
    ///
    /// - Parameter answer: nil if none came: a sensor keeps the range that boards start with, and a slot is free.
    package mutating func take(_ answer: [UInt8]?) {
        guard let question = questions.first,
            answer.map({ AnswerPattern(answering: question.packet).matches($0) }) ?? true
        else { return }
        questions.removeFirst()
        switch question {
        case .configuration: take(configuration: answer ?? [])
        case .logger(let id):
            if let found = answer.flatMap({ ActiveLogger(id: id, answer: $0) }) {
                loggers.append(found)
            }
            if questions.isEmpty { ask(for: ActiveLogger.groups(of: loggers).map { $0[0].key }) }
        case .processor(let id):
            asked.insert(id)
            if let found = answer.flatMap({ ActiveProcessor(id: id, answer: $0) }) {
                processors.append(found)
                ask(for: [found.parentKey] + found.bufferIDs.map { .processorState($0) })
            }
        case .fence:
            // A board that leaves this unanswered answers nothing any more.
            if answer == nil { questions = [] }
        }
        while case .processor(let id)? = questions.first, asked.contains(id) {
            questions.removeFirst()
        }
        if answer == nil, question.isOfSlot, let module = question.module,
            questions.first?.module == module
        {
            questions.insert(.fence(module), at: 0)
        }
    }

    /// Asks for the processors of these sources before anything else.
    private mutating func ask(for sources: [SourceKey]) {
        questions = sources.compactMap { $0.processorID.map(Question.processor) } + questions
    }

    private mutating func take(configuration answer: [UInt8]) {
        guard answer.count > 2 else { return }
        let bytes = Array(answer.dropFirst(2))
        switch MWModule(rawValue: answer[0]) {
        case .accelerometer:
            guard let setting = catalogue.accelerometer?.setting(bytes) else { return }
            accelerometer = setting
            catalogue.accelerationRange = setting.range
        case .gyro:
            guard let setting = catalogue.gyroscope?.setting(bytes) else { return }
            gyroscope = setting
            catalogue.rotationRange = setting.range
        default: fusionMode = MWSensorFusionMode(rawValue: bytes[0])
        }
    }

    /// The signals of the loggers whose sources are known, each named from its sensor on, with the sensor's module and
    /// the loggers in the order of the bytes. Others are left out.
    package var signals: [(signal: BoardSignal, root: MWModule, chunks: [LoggerChunk])] {
        ActiveLogger.groups(of: loggers).compactMap(signal)
    }

    private func signal(
        _ group: [ActiveLogger]
    ) -> (signal: BoardSignal, root: MWModule, chunks: [LoggerChunk])? {
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
        return (logged, found.root, group.map(\.chunk))
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
    /// The values of logged bytes; none if they are too few.
    public func outputs(of bytes: [UInt8]) -> [AnonymousOutput] {
        let names = fields.map(\.axis)
        return values(in: bytes.span).flatMap { values -> [AnonymousOutput] in
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
