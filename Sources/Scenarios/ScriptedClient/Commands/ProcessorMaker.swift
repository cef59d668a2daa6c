import Declaration
import MetaWearTables
import Simulation

/// Computes a processor's configuration from what comes in (protocol, core 4.6).
struct ProcessorMaker {
    var input: BoardSignal
    var revision: UInt8
    var buffers: [(id: UInt8, signal: BoardSignal)]

    typealias Made = (type: UInt8, configuration: [UInt8], output: BoardSignal)

    func make(_ stage: Stage.Kind) throws(StepFailure) -> Made {
        switch stage {
        case .pass(let pass):
            return (0x01, [pass.mode.code] + LittleEndian.word(pass.count), input)
        case .count(let count):
            return try accumulator(size: count.size, isCount: true)
        case .sum(let sum): return try accumulator(size: sum.size, isCount: false)
        case .average(let average): return try averager(average.samples, isHighPass: false)
        case .highPass(let filter): return try averager(filter.samples, isHighPass: true)
        case .compare(let compare): return try comparator(compare)
        case .rms: return try root(mode: 0)
        case .rss: return try root(mode: 1)
        case .time(let time): return limiter(time)
        case .math(let math): return try calculator(math)
        case .delay(let delay):
            try limit(input.length, to: 16)
            return (
                0x0A, [UInt8(clamping: input.length - 1), UInt8(clamping: delay.samples)], input
            )
        case .pulse(let pulse): return try self.pulse(pulse)
        case .delta(let delta): return try self.delta(delta)
        case .threshold(let threshold): return try self.threshold(threshold)
        case .buffer:
            try limit(input.length, to: 16)
            return (0x0F, [UInt8(clamping: input.length - 1)], input)
        case .pack(let pack): return try packer(pack.samples)
        case .account(let account): return try accounter(account.what)
        case .fuse: return try fuser()
        case .averageChannels(let average):
            let size = try channelSize()
            return (
                0x0E,
                [size | size << 2, UInt8(clamping: average.samples), channels], input
            )
        case .averageQuaternion(let average):
            guard input.length == 16 else {
                throw StepFailure("\(input.name) is not a quaternion")
            }
            return (0x1A, [UInt8(clamping: average.samples)], input)
        case .raw(let raw):
            let fields = (0..<raw.length).map {
                SampleField(axis: "byte \($0)", number: .unsigned, size: 1)
            }
            return (
                raw.bytes.bytes.first ?? 0, Array(raw.bytes.bytes.dropFirst()), output(fields)
            )
        }
    }

    // MARK: Sizes and signs

    private var channels: UInt8 { UInt8(clamping: input.fields.count) }
    private var isSigned: Bool { input.fields.contains { $0.number == .signed } }
    private var signFlag: UInt8 { isSigned ? 1 : 0 }

    private func limit(_ length: Int, to most: Int) throws(StepFailure) {
        guard (1...most).contains(length) else {
            throw StepFailure("\(length) bytes of \(input.name) are more than the \(most) it takes")
        }
    }

    /// Bytes of one channel less one; all channels must be whole numbers of the same size.
    private func channelSize() throws(StepFailure) -> UInt8 {
        guard let first = input.fields.first, input.perPacket == 1,
            input.fields.allSatisfy({ $0.size == first.size && $0.number != .float })
        else { throw StepFailure("nothing can be calculated with \(input.name)") }
        try limit(first.size, to: 4)
        return UInt8(clamping: first.size - 1)
    }

    /// Bytes of the only channel less one.
    private func singleSize() throws(StepFailure) -> UInt8 {
        guard input.fields.count == 1 else {
            throw StepFailure(
                "\(input.name) has \(input.fields.count) axes: choose one with `axis`, or use `rss`"
            )
        }
        return try channelSize()
    }

    /// A level in counts of the input.
    func counts(_ level: Level) throws(StepFailure) -> Int {
        guard !level.dimension.isEmpty else { return Int(level.value.rounded()) }
        guard let field = input.fields.first, field.dimension?.name == level.dimension else {
            throw StepFailure(
                "\(level.text) is \(level.dimension.withArticle), but \(input.name) does not"
                    + " measure that")
        }
        return Int((level.value * field.countsPerUnit).rounded())
    }

    private func output(_ fields: [SampleField]) -> BoardSignal {
        var output = input
        output.fields = fields
        output.perPacket = 1
        output.trailing = 0
        return output
    }

    private func plain(_ axis: String, _ size: Int, isSigned: Bool = false) -> BoardSignal {
        output([SampleField(axis: axis, number: isSigned ? .signed : .unsigned, size: size)])
    }

    // MARK: Types

    private func accumulator(size: Int, isCount: Bool) throws(StepFailure) -> Made {
        let out = UInt8(clamping: size - 1)
        if isCount {
            // The SDK writes the input's size too, which the firmware ignores.
            let length = UInt8(clamping: max(1, min(4, input.length)) - 1)
            return (0x02, [out | length << 2 | 0x10], plain("count", size))
        }
        let sizeIn = try singleSize()
        var field = input.fields[0]
        field.size = size
        return (0x02, [out | sizeIn << 2], output([field]))
    }

    private func averager(_ depth: Int, isHighPass: Bool) throws(StepFailure) -> Made {
        if isHighPass, revision < 2 { throw StepFailure("the firmware has no high-pass filter") }
        let size = try channelSize()
        return (
            0x03,
            [size | size << 2 | (isHighPass ? 0x20 : 0), UInt8(clamping: depth)]
                + (revision >= 2 ? [channels - 1] : []), input
        )
    }

    private func comparator(_ compare: Stage.Compare) throws(StepFailure) -> Made {
        let size = try singleSize()
        var references: [Int] = []
        for value in compare.values { references.append(try counts(value)) }
        if compare.isOldForm {
            return (
                0x06,
                [signFlag, compare.relation.code, 0x00]
                    + LittleEndian.long(references.first ?? 0), input
            )
        }
        let width = Int(size) + 1
        guard 8 + references.count * width <= 20 else {
            throw StepFailure("\(references.count) values do not fit into one command")
        }
        let head = signFlag | size << 1 | compare.relation.code << 3 | compare.output.code << 6
        let result: BoardSignal =
            switch compare.output {
            case .absolute, .reference: input
            case .zone: plain("zone", 1)
            case .binary: plain("value", 1)
            }
        return (0x06, [head] + references.flatMap { LittleEndian.bytes($0, width) }, result)
    }

    private func root(mode: UInt8) throws(StepFailure) -> Made {
        let size = try channelSize()
        guard var field = input.fields.first, (1...8).contains(channels) else {
            throw StepFailure("nothing can be calculated with \(input.name)")
        }
        field.number = .unsigned
        field.axis = mode == 0 ? "rms" : "rss"
        return (
            0x07, [size | size << 2 | (channels - 1) << 4 | signFlag << 7, mode], output([field])
        )
    }

    private func limiter(_ time: Stage.Time) -> Made {
        let length = UInt8(truncatingIfNeeded: input.length - 1) & 7
        // Whole samples of any length since revision 1.
        let mode: UInt8 = time.output == .difference ? 1 : revision >= 1 ? 2 : 0
        var result = input
        if mode == 1 {
            for i in result.fields.indices where result.fields[i].number == .unsigned {
                result.fields[i].number = .signed
            }
        }
        let period = LittleEndian.milliseconds(time.period.count)
        return (0x08, [length | mode << 3] + LittleEndian.long(period), result)
    }

    private func calculator(_ math: Stage.Math) throws(StepFailure) -> Made {
        let size = try channelSize()
        let right = math.operation.isBinary ? try counts(math.by) : 0
        let out: Int =
            switch math.operation {
            case .shiftLeft: min(4, Int(size) + 1 + right / 8)
            case .shiftRight: max(1, Int(size) + 1 - right / 8)
            default: 4
            }
        let fields = input.fields.map { field in
            var field = field
            field.size = out
            if math.operation == .power || math.operation == .root {
                (field.unit, field.countsPerUnit) = ("", 1)
            }
            if math.operation == .absolute || math.operation == .root { field.number = .unsigned }
            return field
        }
        return (
            0x09,
            [UInt8(clamping: out - 1) | size << 2 | signFlag << 4, math.operation.code]
                + LittleEndian.long(right) + [channels - 1], output(fields)
        )
    }

    private func pulse(_ pulse: Stage.Pulse) throws(StepFailure) -> Made {
        let size = try singleSize()
        var sum = input.fields[0]
        sum.size = 4
        let result: BoardSignal =
            switch pulse.output {
            case .width: plain("width", 2)
            case .area: output([sum])
            case .peak: input
            case .detect: plain("value", 1)
            }
        return (
            0x0B,
            [size, 0x00, pulse.output.code] + LittleEndian.long(try counts(pulse.level))
                + LittleEndian.word(pulse.width), result
        )
    }

    private func delta(_ delta: Stage.Delta) throws(StepFailure) -> Made {
        let size = try singleSize()
        var difference = input
        difference.fields[0].number = .signed
        let result: BoardSignal =
            switch delta.output {
            case .absolute: input
            case .difference: difference
            case .binary: plain("value", 1, isSigned: true)
            }
        return (
            0x0C,
            [size | signFlag << 2 | delta.output.code << 3]
                + LittleEndian.long(try counts(delta.by)), result
        )
    }

    private func threshold(_ threshold: Stage.Threshold) throws(StepFailure) -> Made {
        let size = try singleSize()
        return (
            0x0D,
            [size | signFlag << 2 | threshold.output.code << 3]
                + LittleEndian.long(try counts(threshold.level))
                + LittleEndian.word(try counts(threshold.hysteresis)),
            threshold.output == .absolute ? input : plain("value", 1, isSigned: true)
        )
    }

    private func packer(_ count: Int) throws(StepFailure) -> Made {
        guard input.perPacket == 1, input.length * count <= 17 else {
            throw StepFailure(
                "\(count) samples of \(input.length) bytes do not fit into a notification")
        }
        var result = input
        result.perPacket = count
        return (0x10, [UInt8(clamping: input.length - 1), UInt8(clamping: count - 1)], result)
    }

    private func accounter(_ what: Stage.Account.What) throws(StepFailure) -> Made {
        // Four bytes, or what a count has room for (protocol, core 4.6).
        let length = what == .count ? min(4, 17 - input.length) : 4
        guard length >= 1, input.length + length <= 17, input.perPacket == 1 else {
            throw StepFailure("\(input.name) leaves no room for \(what.rawValue)")
        }
        var result = input
        result.fields.insert(
            SampleField(
                axis: what == .time ? "tick" : "count", number: .unsigned, size: length), at: 0)
        let mode: UInt8 = what == .time ? 1 : 0
        return (0x11, [mode | UInt8(clamping: length - 1) << 4, 0x03], result)
    }

    private func fuser() throws(StepFailure) -> Made {
        var result = input
        result.truth = nil
        for buffer in buffers {
            result.fields += buffer.signal.fields
            // What fills the buffers must run too: a fuser waits for their first sample.
            result.units += buffer.signal.units.filter { !result.units.contains($0) }
        }
        guard result.length <= 17, input.perPacket == 1 else {
            throw StepFailure("\(result.length) fused bytes do not fit into a notification")
        }
        let references = buffers.map(\.id) + Array(repeating: 0, count: max(0, 12 - buffers.count))
        return (0x1B, [UInt8(clamping: buffers.count)] + references, result)
    }
}
