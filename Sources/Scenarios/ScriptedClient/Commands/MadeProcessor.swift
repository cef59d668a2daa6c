import Declaration
import MetaWearProtocol
import MetaWearTables
import Simulation

/// A data processor of a script: the command that creates it, and its output.
struct MadeProcessor {
    var command: ProcessorCommand
    /// Without the id, which the board gives.
    var output: ScriptSignal

    /// - Parameters:
    ///   - revision: of the processor module.
    ///   - buffers: ids and signals of the buffers that a fuser takes.
    init(
        _ stage: Stage.Kind, of input: ScriptSignal, revision: UInt8,
        buffers: [(id: UInt8, signal: ScriptSignal)] = []
    ) throws(StepFailure) {
        let maker = ProcessorMaker(input: input, revision: revision, buffers: buffers)
        command = ProcessorCommand(try maker.make(stage), source: input.signal)
        var signal = ActiveProcessor(id: 0, made: command)?.output(of: input.signal) ?? input.signal
        signal.name = input.name
        if case .raw(let raw) = stage {
            signal.samplesPerPacket = 1
            signal.fields = (0..<raw.length).map {
                SampleField(axis: "byte \($0)", number: .unsigned, size: 1)
            }
        }
        for buffer in buffers { signal.fields += buffer.signal.fields }
        output = input.replaced(by: signal)
        if buffers.isEmpty, stage.keepsAll {
            output.shownCount -= input.fields.count - input.shownCount
        }
        // The sources of the buffers must run too: a fuser waits for their first samples.
        for unit in buffers.flatMap(\.signal.units) where !output.units.contains(unit) {
            output.units.append(unit)
        }
        if buffers.isEmpty, stage.keepsMeaning { output.truth = input.truth }
        output.rate = stage.rate(of: input.rate)
        try maker.checkSize(of: output.signal, stage)
    }
}

/// Configures processors in counts of their input (protocol, core 4.6).
struct ProcessorMaker {
    var input: ScriptSignal
    var revision: UInt8
    var buffers: [(id: UInt8, signal: ScriptSignal)]

    func make(_ stage: Stage.Kind) throws(StepFailure) -> any MWDataProcessorConfig {
        switch stage {
        case .pass(let pass):
            return MWDataProcessor.Passthrough(
                mode: pass.mode.counterpart(), count: UInt16(clamping: pass.count))
        case .count(let count):
            return MWDataProcessor.Counter(outputSize: UInt8(count.size), writesInputSize: true)
        case .sum(let sum):
            try checkOneChannel()
            return MWDataProcessor.Accumulator(outputSize: UInt8(sum.size))
        case .average(let average): return try averager(average.samples, isHighPass: false)
        case .highPass(let filter): return try averager(filter.samples, isHighPass: true)
        case .compare(let compare): return try comparator(compare)
        case .rms:
            try checkRoot()
            return MWDataProcessor.RMS()
        case .rss:
            try checkRoot()
            return MWDataProcessor.RSS()
        case .time(let time):
            // Whole samples of any length since revision 1.
            let whole: MWDataProcessor.Time.Mode = revision >= 1 ? .passthrough : .absolute
            return MWDataProcessor.Time(
                periodMs: UInt32(clamping: time.period.wholeMilliseconds),
                mode: time.output == .difference ? .differential : whole)
        case .math(let math):
            try checkChannels()
            return MWDataProcessor.Math(
                operation: math.operation.counterpart(),
                rhs: math.operation.isBinary ? try counts(math.by) : 0, signed: isSigned)
        case .delay(let delay):
            try limit(input.length, to: 16)
            return MWDataProcessor.Sample(binSize: UInt8(clamping: delay.samples))
        case .pulse(let pulse):
            try checkOneChannel()
            return MWDataProcessor.Pulse(
                output: pulse.output.counterpart(), threshold: try counts(pulse.level),
                width: UInt16(clamping: pulse.width))
        case .delta(let delta):
            try checkOneChannel()
            return MWDataProcessor.Delta(
                magnitude: try counts(delta.by), mode: delta.output.counterpart())
        case .threshold(let threshold):
            try checkOneChannel()
            return MWDataProcessor.Threshold(
                boundary: try counts(threshold.level),
                hysteresis: UInt16(truncatingIfNeeded: try counts(threshold.hysteresis)),
                mode: threshold.output.counterpart(), signed: isSigned)
        case .buffer:
            try limit(input.length, to: 16)
            return MWDataProcessor.Buffer()
        case .pack(let pack): return MWDataProcessor.Packer(count: UInt8(clamping: pack.samples))
        case .account(let account):
            // As many bytes as a count has room for.
            return account.what == .time
                ? MWDataProcessor.Accounter() : .count(of: UInt8(clamping: input.length))
        case .fuse:
            return try checked { () throws(MWError) in
                try MWDataProcessor.Fuser(bufferIDs: buffers.map(\.id))
            }
        case .averageChannels(let average):
            try checkChannels()
            return MWDataProcessor.ChannelAverage(sampleSize: UInt8(clamping: average.samples))
        case .averageQuaternion(let average):
            guard input.length == 16 else {
                throw StepFailure("\(input.name) is not a quaternion")
            }
            return MWDataProcessor.QuaternionAverage(sampleSize: UInt8(clamping: average.samples))
        case .raw(let raw):
            return MWDataProcessor.Raw(
                typeID: raw.bytes.bytes.first ?? 0, bytes: Array(raw.bytes.bytes.dropFirst()))
        }
    }

    // MARK: Sizes and signs

    private var isSigned: Bool { input.shown.contains { $0.number == .signed } }

    private func limit(_ length: Int, to most: Int) throws(StepFailure) {
        guard (1...most).contains(length) else {
            throw StepFailure("\(length) bytes of \(input.name) are more than the \(most) it takes")
        }
    }

    /// All channels must be whole numbers of the same size.
    private func checkChannels() throws(StepFailure) {
        guard let first = input.fields.first, input.samplesPerPacket == 1,
            input.fields.allSatisfy({ $0.size == first.size && $0.number != .float })
        else { throw StepFailure("nothing can be calculated with \(input.name)") }
        try limit(first.size, to: 4)
    }

    private func checkOneChannel() throws(StepFailure) {
        guard input.shownCount == 1 else {
            throw StepFailure(
                "\(input.name) has \(input.shownCount) axes: choose one with `axis`, or use `rss`")
        }
        try checkChannels()
    }

    private func checkRoot() throws(StepFailure) {
        try checkChannels()
        guard (1...8).contains(input.fields.count) else {
            throw StepFailure("nothing can be calculated with \(input.name)")
        }
    }

    /// A notification has 17 bytes for the data of a processor.
    func checkSize(of output: BoardSignal, _ stage: Stage.Kind) throws(StepFailure) {
        let fits = output.length <= 17 && input.samplesPerPacket == 1
        switch stage {
        case .pack(let pack) where !fits:
            throw StepFailure(
                "\(pack.samples) samples of \(input.length) bytes do not fit into a notification")
        case .account(let account) where !fits:
            throw StepFailure("\(input.name) leaves no room for \(account.what.rawValue)")
        case .fuse where !fits:
            throw StepFailure("\(output.length) fused bytes do not fit into a notification")
        default: break
        }
    }

    /// A level in counts of the input.
    func counts(_ level: Level) throws(StepFailure) -> Int32 {
        guard !level.dimension.isEmpty else {
            return Int32(truncatingIfNeeded: Int(level.value.rounded()))
        }
        guard let field = input.fields.first, field.dimension?.name == level.dimension else {
            throw StepFailure(
                "\(level.text) is \(level.dimension.withArticle), but \(input.name) does not"
                    + " measure that")
        }
        return Int32(truncatingIfNeeded: Int((level.value * field.countsPerUnit).rounded()))
    }

    // MARK: Types

    private func averager(
        _ depth: Int, isHighPass: Bool
    ) throws(StepFailure) -> MWDataProcessor.Average {
        if isHighPass, revision < 2 { throw StepFailure("the firmware has no high-pass filter") }
        try checkChannels()
        return MWDataProcessor.Average(
            sampleSize: UInt8(clamping: depth), isHighPass: isHighPass,
            writesChannels: revision >= 2)
    }

    private func comparator(
        _ compare: Stage.Compare
    ) throws(StepFailure) -> any MWDataProcessorConfig {
        try checkOneChannel()
        var references: [Int32] = []
        for value in compare.values { references.append(try counts(value)) }
        if compare.isOldForm {
            return MWDataProcessor.EarlyComparator(
                operation: compare.relation.counterpart(), reference: references.first ?? 0,
                signed: isSigned)
        }
        guard 8 + references.count * input.length <= 20 else {
            throw StepFailure("\(references.count) values do not fit into one command")
        }
        return MWDataProcessor.Comparator(
            operation: compare.relation.counterpart(), references: references,
            mode: compare.output.counterpart(), signed: isSigned)
    }
}

extension Stage.Kind {
    var isBuffer: Bool { if case .buffer = self { true } else { false } }

    /// Whether the output contains all bytes of the input.
    var keepsAll: Bool {
        switch self {
        case .pass, .time, .delay, .buffer, .pack, .account, .fuse: true
        default: false
        }
    }

    /// Whether the true values of the input are also those of the output.
    var keepsMeaning: Bool {
        switch self {
        case .pass: true
        case .time(let time): time.output == .absolute
        default: false
        }
    }

    /// Output samples per second; 0 if that depends on the input values.
    func rate(of input: Double) -> Double {
        switch self {
        case .time(let time): input == 0 ? 0 : min(input, 1 / time.period.seconds)
        case .sum, .count, .average, .highPass, .averageChannels, .averageQuaternion, .rms, .rss,
            .math, .account, .delay, .fuse, .pack:
            input
        case .pass(let pass): pass.mode == .all ? input : 0
        case .compare(let compare): compare.output == .zone || compare.output == .binary ? input : 0
        default: 0
        }
    }

    /// Bytes that its state has when it is written; nil for a type without a state.
    var stateLength: Int? {
        switch self {
        case .pass: 2
        case .count, .sum, .delta: 4
        case .average, .highPass, .averageChannels, .pack, .account, .averageQuaternion: 0
        case .buffer: 0
        default: nil
        }
    }
}
