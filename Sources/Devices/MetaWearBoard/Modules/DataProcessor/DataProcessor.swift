import Wire

/// The data processor module: a pool of small programs, each fed by one signal, whose outputs are
/// signals themselves (protocol, core 4).
package final class DataProcessor: Module {
    package static let id: UInt8 = 0x09
    static let name = "data processor"
    static let registers: [Register<DataProcessor>] = [
        .value(0x01, "enable") { $1(&$0.enable) },
        definitionRegister,
        .signal(0x03, "notify", Bytes.self, hasIndex: true),
        stateRegister,
        parameterRegister,
        .command(0x06, "remove", Byte.self) { $0.remove($1.value, on: $2) },
        .command(0x07, "notify enable", Gate.self) { module, gate, board in
            guard let processor = module.processor(gate.id) else {
                return board.ignore(.noSuchID, "no processor \(gate.id)")
            }
            processor.isNotifying = gate.isOn
        },
        .command(0x08, "remove all", Anything.self) { module, _, _ in module.removeAll() },
    ]

    /// By id; nil if free.
    private(set) var slots: [Processor?]
    let revision: UInt8
    /// Documented as a switch of the whole module; no effect was ever seen (protocol, core 4.1).
    var enable = Flag(isOn: true)

    /// Whether any processor has a source; read with every sample.
    @exclusivity(unchecked) private(set) var isBusy = false
    /// Signals other than processor outputs, each with its processors, one bit an id.
    @exclusivity(unchecked) private var sources: [(key: SignalKey, consumers: UInt32)] = []
    /// By id of a processor: the processors on its output.
    @exclusivity(unchecked) private var children: [UInt32]
    /// The depth of nested calls of `feed`.
    @exclusivity(unchecked) private var depth = 0
    /// Steps left for the current datum from outside.
    @exclusivity(unchecked) private var stepsLeft = 0
    private let takesSilentReads: Bool

    /// A chain through every slot, and as many again through events.
    private static let deepest = 64
    /// Every processor takes a datum once; events may bring it back a few times.
    private static let mostSteps = 256

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        let count = min(Int(information.extra.first ?? 28), 32)
        slots = Array(repeating: nil, count: count)
        children = Array(repeating: 0, count: count)
        revision = information.revision
        takesSilentReads = board.has(.silentReadsFeedProcessors)
    }

    func processor(_ id: UInt8) -> Processor? { Int(id) < slots.count ? slots[Int(id)] : nil }

    /// Changes the pool and updates the dispatch tables.
    func setProcessors(_ body: (inout [Processor?]) -> Void) {
        body(&slots)
        sources = []
        for id in children.indices { children[id] = 0 }
        for case let processor? in slots {
            let bit = UInt32(1) << UInt32(processor.id)
            if let parent = processor.source.outputOf {
                children[Int(parent)] |= bit
            } else if let place = sources.firstIndex(where: { $0.key == processor.source.key }) {
                sources[place].consumers |= bit
            } else {
                sources.append((processor.source.key, bit))
            }
        }
        isBusy = slots.contains { $0 != nil }
    }

    /// One bit for each processor on a signal.
    private func consumers(of key: SignalKey) -> UInt32 {
        if key.module == Self.id, key.register == 0x03 {
            return Int(key.index) < children.count ? children[Int(key.index)] : 0
        }
        // A silent read is for loggers only (protocol, core 1.5); a state, which has no other read
        // on the board, is for processors too (core 4.3).
        if key.register & SignalKey.silent == SignalKey.silent, key.module != Self.id,
            !takesSilentReads
        {
            return 0
        }
        for source in sources where source.key == key { return source.consumers }
        return 0
    }

    /// A datum of a signal that may be a source: runs each processor on it in order of id, with
    /// everything that follows from its output before the next one.
    ///
    /// Events on an output may do anything meanwhile: remove or change processors, or reset the
    /// board. They may also bring a datum back here, for which there is a limit.
    func feed(_ key: SignalKey, _ bytes: ShortBytes, on board: MetaWearBoard) {
        var waiting = consumers(of: key)
        guard waiting != 0 else { return }
        if depth == 0 { stepsLeft = Self.mostSteps }
        guard depth < Self.deepest else { return loops(on: board) }
        depth += 1
        defer { depth -= 1 }
        let generation = board.generation
        while waiting != 0 {
            let id = waiting.trailingZeroBitCount
            waiting &= waiting &- 1
            guard let processor = slots[id], processor.source.key == key else { continue }
            guard stepsLeft > 0 else { return loops(on: board) }
            stepsLeft -= 1
            guard let output = processor.take(bytes, on: board) else { continue }
            board.emit(
                SignalKey(Self.id, 0x03, processor.id), output, isWanted: processor.isNotifying)
            guard board.generation == generation else { return }
        }
    }

    private func loops(on board: MetaWearBoard) {
        // Traced once for each such datum.
        if stepsLeft >= 0 { board.trace("dropped: events lead the data of processors in a circle") }
        stepsLeft = -1
    }
}

/// A processor as a host has configured it.
package struct ProcessorView: Equatable, Sendable {
    package var id: UInt8
    package var source: SignalKey
    /// `accumulator`.
    package var kind: String
    /// Its configuration in words.
    package var configuration: String
    /// Whether its outputs may go to the host.
    package var isNotifying: Bool
    /// Other processors that it reads.
    package var references: [UInt8]
}

extension MetaWearBoard {
    /// The processors, in order of id.
    package var processorViews: [ProcessorView] { processors?.views ?? [] }
}

extension DataProcessor {
    fileprivate var views: [ProcessorView] {
        slots.compactMap { processor in
            guard let processor else { return nil }
            return ProcessorView(
                id: processor.id, source: processor.source.key, kind: "\(processor.kind)",
                configuration: processor.kind.words(processor.config),
                isNotifying: processor.isNotifying, references: processor.algorithm.references)
        }
    }
}
