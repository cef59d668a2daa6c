import Declaration
import MetaWearTables
import Simulation

/// A data processor as the ADD command writes it, and what comes out of it (protocol, core 4).
struct ProcessorCommand {
    var type: UInt8
    var configuration: [UInt8]
    /// Without the id, which the board gives.
    var output: BoardSignal

    /// - Parameters:
    ///   - revision: of the processor module.
    ///   - buffers: ids and signals of the buffers that a fuser takes.
    init(
        _ stage: Stage.Kind, of input: BoardSignal, revision: UInt8,
        buffers: [(id: UInt8, signal: BoardSignal)] = []
    ) throws(StepFailure) {
        let maker = ProcessorMaker(input: input, revision: revision, buffers: buffers)
        (type, configuration, output) = try maker.make(stage)
        output.offset = 0
        output.trailing = stage.keepsAll ? output.trailing : 0
        if !stage.keepsMeaning { output.truth = nil }
        output.rate = stage.rate(of: input.rate)
    }

    /// `[09 02 source type configuration]`.
    func add(to source: BoardSignal) -> [UInt8] {
        [0x09, 0x02] + source.key.bytes + [source.pack, type] + configuration
    }

    /// `[09 05 id type configuration]`.
    func modify(_ id: UInt8) -> [UInt8] { [0x09, 0x05, id, type] + configuration }
}

extension Stage.Kind {
    var isBuffer: Bool { if case .buffer = self { true } else { false } }

    /// Whether samples come out as they went in, all their bytes.
    var keepsAll: Bool {
        switch self {
        case .pass, .time, .delay, .buffer, .pack, .account, .fuse: true
        default: false
        }
    }

    /// Whether the truth beside the input is the truth beside the output too.
    var keepsMeaning: Bool {
        switch self {
        case .pass: true
        case .time(let time): time.output == .absolute
        default: false
        }
    }

    /// Samples a second that come out; 0 where that depends on what comes in.
    func rate(of input: Double) -> Double {
        switch self {
        case .time(let time): input == 0 ? 0 : min(input, 1 / time.period.seconds)
        case .sum, .count, .average, .highPass, .averageChannels, .averageQuaternion, .rms, .rss,
            .math, .account, .delay, .fuse, .pack:
            input
        case .pass(let pass): pass.mode == .all ? input : 0
        case .compare(let compare): compare.output.code >= 2 ? input : 0
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
