import MetaWearBoard
import MetaWearTables
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// A processor of a real board beside what it should do, told once more in the simplest words.
struct ProcessorProperty: Sendable, CustomTestStringConvertible {
    typealias Sample = [Int64]

    /// A processor, and what comes out of it for each sample; nil for nothing.
    struct Drawn {
        var config: any MWDataProcessorConfig
        var source: BoardSignal
        var samples: [Sample]
        var outputs: [Sample?]
        /// Between two samples.
        var pause = Nanoseconds.milliseconds(10)
        /// Where the output is no row of equal numbers, its bytes are compared.
        var asBytes = false
    }

    let name: String
    let draw: @Sendable (inout Draw) throws -> Drawn

    init(_ name: String, _ draw: @escaping @Sendable (inout Draw) throws -> Drawn) {
        self.name = name
        self.draw = draw
    }

    var testDescription: String { name }

    static func bytes(_ sample: Sample, _ source: BoardSignal) -> [UInt8] {
        zip(sample, source.fields).flatMap { $0.littleEndianBytes($1.size) }
    }

    func check(times: Int = 25) throws {
        var draw = Draw(name)
        for _ in 0..<times {
            let drawn = try self.draw(&draw)
            let desk = BoardDesk()
            let command = ProcessorCommand(drawn.config, source: drawn.source)
            let id = try #require(desk.make(command.packet), "\(command) is refused")
            let handle = command.handle(id: id)

            // What a host reads of it is what a host wrote.
            let answer = try #require(desk.ask(ProcessorCommand.read(id)))
            let found = try #require(ActiveProcessor(id: id, answer: answer))
            let made = try #require(ActiveProcessor(id: id, made: command))
            #expect(found.parentKey == made.parentKey && found.processorType == made.processorType)
            #expect(
                found.chunkOffset == made.chunkOffset && found.chunkLength == made.chunkLength)
            #expect(found.configBytes.starts(with: made.configBytes))

            desk.write([ProcessorCommand.notify(id, true), ProcessorCommand.notifyGate(true)])
            _ = desk.refusals()
            for (sample, expected) in zip(drawn.samples, drawn.outputs) {
                _ = desk.take()
                // As far into the data as the part begins.
                let data =
                    [UInt8](repeating: 0x5A, count: drawn.source.dataOffset)
                    + Self.bytes(sample, drawn.source)
                desk.write(MWDebug.SpoofNotification(key: drawn.source.key, data: data))
                let heard = desk.take().compactMap { ProcessorCommand.notification($0) }
                    .filter { $0.id == id }
                #expect(
                    heard.count == (expected == nil ? 0 : 1), "\(drawn.config) of \(sample)")
                if let expected, let output = heard.first?.data {
                    check(output, expected, handle, drawn, sample)
                }
                desk.run(drawn.pause)
            }
            #expect(desk.refusals() == [])
        }
    }

    private func check(
        _ output: [UInt8], _ expected: Sample, _ handle: MWProcessorHandle, _ drawn: Drawn,
        _ sample: Sample
    ) {
        if drawn.asBytes {
            #expect(output.map { Int64($0) } == expected, "\(drawn.config) of \(sample)")
            #expect(Int(handle.dataLength) == output.count, "\(drawn.config)")
            return
        }
        #expect(Int(handle.dataLength) == output.count, "\(drawn.config)")
        let size = Int(handle.channelSize)
        let values = stride(from: 0, to: output.count - size + 1, by: size).map { at in
            handle.isSigned
                ? output.span.signed(at: at, bytes: size)
                : Int64(bitPattern: output.span.unsigned(at: at, bytes: size))
        }
        #expect(values == expected, "\(drawn.config) of \(sample)")
    }
}

/// Every type of processor that hosts make, on a board that gets random samples.
@Suite struct ProcessorPropertyTests {
    typealias Sample = ProcessorProperty.Sample
    typealias Drawn = ProcessorProperty.Drawn

    /// Signals with and without a sign, of one to three numbers of one, two and four bytes.
    static func source(
        _ draw: inout Draw, signed: Bool? = nil, channels: Int? = nil, smallest: Int = 1
    ) -> BoardSignal {
        let catalogue = SignalCatalogue(modules: [
            MWModuleInfo(module: .accelerometer, implementation: 4, revision: 0),
            MWModuleInfo(module: .gyro, implementation: 1, revision: 0),
        ])
        let names: [Signal] = [
            .acceleration, .rotation, .magneticField, .pressure, .altitude, .light, .switch,
        ]
        let all = names.compactMap { catalogue.signal($0) }
        let axes = all.flatMap { signal in
            signal.fields.count > 1 ? signal.fields.indices.compactMap(signal.component) : []
        }
        return draw.one(
            of: (all + axes).filter {
                (signed == nil || $0.isSigned == signed)
                    && (channels == nil || $0.fields.count == channels)
                    && $0.fields[0].size >= smallest
            })
    }

    static func samples(
        _ draw: inout Draw, _ source: BoardSignal, count: Int = 12, within limit: Int64 = .max
    ) -> [Sample] {
        (0..<count).map { _ in
            source.fields.map { field in
                let bits = 8 * field.size
                let top =
                    min(limit, (Int64(1) << Int64(source.isSigned ? bits - 1 : bits)) - 1)
                return draw.number((source.isSigned ? -top : 0)...top)
            }
        }
    }

    /// A whole root, rounded down.
    static func root(_ square: Int64) -> Int64 {
        var root = Int64(Double(square).squareRoot())
        while root * root > square { root -= 1 }
        while (root + 1) * (root + 1) <= square { root += 1 }
        return root
    }

    /// A number as it looks in so many bytes.
    static func cut(_ value: Int64, _ size: Int, signed: Bool) -> Int64 {
        let bytes = value.littleEndianBytes(size)
        return signed
            ? bytes.span.signed(at: 0, bytes: size)
            : Int64(bitPattern: bytes.span.unsigned(at: 0, bytes: size))
    }

    static let flow: [ProcessorProperty] = [
        ProcessorProperty("passthrough") { draw in
            let source = source(&draw)
            let samples = samples(&draw, source)
            let (kind, count) = (draw.number(0...2), UInt16(draw.number(0...15)))
            let modes: [MWDataProcessor.Passthrough.Mode] = [.all, .conditional, .count]
            return Drawn(
                config: MWDataProcessor.Passthrough(mode: modes[kind], count: count),
                source: source, samples: samples,
                outputs: samples.enumerated().map { index, sample in
                    kind == 0 || (kind == 1 ? count > 0 : index < Int(count)) ? sample : nil
                })
        },
        ProcessorProperty("time limiter") { draw in
            let isDifferential = draw.flag()
            let source = source(
                &draw, channels: isDifferential ? 1 : nil, smallest: isDifferential ? 2 : 1)
            let samples = samples(&draw, source, within: isDifferential ? 10_000 : .max)
            let (period, pause): (Int, Int64) = (draw.number(1...500), draw.number(5...300))
            var (last, previous): (Int?, Int64) = (nil, 0)
            let outputs = samples.enumerated().map { index, sample -> Sample? in
                let now = index * Int(pause)
                if let last, now - last < period { return nil }
                last = now
                defer { previous = sample[0] }
                return isDifferential ? [sample[0] - previous] : sample
            }
            return Drawn(
                config: MWDataProcessor.Time(
                    periodMs: UInt32(period),
                    mode: isDifferential
                        ? .differential : draw.flag() ? .absolute : .passthrough),
                source: source, samples: samples, outputs: outputs, pause: .milliseconds(pause))
        },
        ProcessorProperty("sample delay") { draw in
            let source = source(&draw)
            let samples = samples(&draw, source)
            let size: Int = draw.number(1...8)
            return Drawn(
                config: MWDataProcessor.Sample(binSize: UInt8(size)), source: source,
                samples: samples,
                outputs: samples.indices.map { $0 < size ? nil : samples[$0 - size] })
        },
        ProcessorProperty("packer") { draw in
            let source = source(&draw)
            let samples = samples(&draw, source)
            let count: Int = draw.number(1...min(4, 17 / source.length))
            return Drawn(
                config: PackedBytes(count: UInt8(count)), source: source, samples: samples,
                outputs: samples.indices.map { index in
                    guard (index + 1) % count == 0 else { return nil }
                    return samples[(index + 1 - count)...index]
                        .flatMap { ProcessorProperty.bytes($0, source) }.map { Int64($0) }
                }, asBytes: true)
        },
        ProcessorProperty("accounter of samples") { draw in
            let source = source(&draw)
            let samples = samples(&draw, source)
            let length: Int = draw.number(1...4)
            return Drawn(
                config: MWDataProcessor.Accounter(mode: .count, length: UInt8(length)),
                source: source, samples: samples,
                outputs: samples.enumerated().map { index, sample in
                    (index.littleEndianBytes(length) + ProcessorProperty.bytes(sample, source))
                        .map { Int64($0) }
                }, asBytes: true)
        },
    ]

    /// A packer whose output has the length of all its samples.
    private struct PackedBytes: MWDataProcessorConfig {
        let count: UInt8
        var typeID: UInt8 { MWDataProcessor.Packer(count: count).typeID }
        func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            MWDataProcessor.Packer(count: count).configBytes(
                inputLength: inputLength, inputChannels: inputChannels, inputSigned: inputSigned)
        }
        func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            inputLength * count
        }
        func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            inputChannels * count
        }
    }

    static let arithmetic: [ProcessorProperty] = [
        ProcessorProperty("sum") { draw in
            let source = source(&draw, signed: true, channels: 1)
            let samples = samples(&draw, source, within: 1_000_000)
            let size: Int = draw.number(1...4)
            var sum: Int64 = 0
            return Drawn(
                config: MWDataProcessor.Accumulator(outputSize: UInt8(size)), source: source,
                samples: samples,
                outputs: samples.map {
                    sum += $0[0]
                    return [cut(sum, size, signed: true)]
                })
        },
        ProcessorProperty("count") { draw in
            let source = source(&draw)
            let samples = samples(&draw, source)
            return Drawn(
                config: MWDataProcessor.Counter(
                    outputSize: draw.number(1...4), writesInputSize: draw.flag()),
                source: source, samples: samples,
                outputs: samples.indices.map { [Int64($0 + 1)] })
        },
        ProcessorProperty("average and high-pass") { draw in
            let source = source(&draw)
            // High-pass: the difference must fit into the input's size.
            let samples = samples(&draw, source, within: 60)
            let (depth, isHighPass): (Int64, Bool) = (draw.number(1...8), draw.flag())
            func mean(_ sum: Int64) -> Int64 {
                guard depth & (depth - 1) == 0 else { return sum / depth }
                return Int64((Double(sum) / Double(depth)).rounded(.down))
            }
            var sums = [Int64](repeating: 0, count: source.fields.count)
            let outputs = samples.enumerated().map { index, sample -> Sample? in
                let before = sums
                for i in sums.indices {
                    sums[i] += sample[i] - (index < depth ? 0 : mean(sums[i]))
                }
                guard isHighPass else { return index + 1 < depth ? nil : sums.map(mean) }
                guard index >= depth else { return nil }
                return zip(sample, before).zipMap { value, sum in
                    cut(value - mean(sum), source.fields[0].size, signed: source.isSigned)
                }
            }
            return Drawn(
                config: MWDataProcessor.Average(
                    sampleSize: UInt8(depth), isHighPass: isHighPass, writesChannels: true),
                source: source, samples: samples, outputs: outputs)
        },
        ProcessorProperty("root of squares") { draw in
            let source = source(&draw)
            let samples = samples(&draw, source, within: 30_000)
            let isMean = draw.flag()
            let config: any MWDataProcessorConfig =
                isMean ? MWDataProcessor.RMS() : MWDataProcessor.RSS()
            return Drawn(
                config: config, source: source, samples: samples,
                outputs: samples.map { sample in
                    let sum = sample.reduce(0) { $0 + $1 * $1 }
                    return [
                        cut(
                            root(isMean ? sum / Int64(sample.count) : sum), source.fields[0].size,
                            signed: false)
                    ]
                })
        },
        ProcessorProperty("calculation") { draw in
            typealias Operation = MWDataProcessor.Math.Operation
            let source = source(&draw)
            let operation: Operation = draw.one()
            let size: UInt8? = draw.flag() ? nil : draw.number(1...4)
            let right: Int32 =
                switch operation {
                case .exponent: draw.number(0...3)
                case .lshift, .rshift: draw.number(0...15)
                case .divide, .modulo: draw.number(1...1000)
                default:
                    source.isSigned ? draw.number(-100_000...100_000) : draw.number(0...100_000)
                }
            let samples = samples(&draw, source, within: 3000).map { sample in
                operation == .sqrt ? sample.map(abs) : sample
            }
            let config = MWDataProcessor.Math(
                operation: operation, rhs: right, signed: source.isSigned, outputSize: size)
            let bytes =
                Int(
                    config.outputLength(
                        inputLength: UInt8(source.length),
                        inputChannels: UInt8(source.fields.count))) / source.fields.count
            func result(_ x: Int64) -> Int64 {
                let y = Int64(right)
                return switch operation {
                case .add: x + y
                case .multiply: x * y
                case .divide: x / y
                case .modulo: x % y
                case .exponent: (0..<y).reduce(1) { power, _ in power * x }
                case .sqrt: root(x)
                case .lshift: x << y
                case .rshift: x >> y
                case .subtract: x - y
                case .abs: abs(x)
                case .constant: y
                }
            }
            return Drawn(
                config: config, source: source, samples: samples,
                outputs: samples.map { sample in
                    sample.map { cut(result($0), bytes, signed: source.isSigned) }
                })
        },
    ]

    static let deciding: [ProcessorProperty] = [
        ProcessorProperty("comparator") { draw in
            typealias Comparator = MWDataProcessor.Comparator
            let source = source(&draw, channels: 1)
            let samples = samples(&draw, source, within: 20)
            let (operation, mode): (Comparator.Operation, Comparator.Mode) = (
                draw.one(), draw.one()
            )
            let references: [Int32] = (0..<draw.number(1...3)).map { _ in
                source.isSigned ? draw.number(-20...20) : draw.number(0...20)
            }
            func holds(_ a: Int64, _ b: Int64) -> Bool {
                switch operation {
                case .eq: a == b
                case .neq: a != b
                case .lt: a < b
                case .lte: a <= b
                case .gt: a > b
                case .gte: a >= b
                }
            }
            return Drawn(
                config: Comparator(
                    operation: operation, references: references, mode: mode,
                    signed: source.isSigned),
                source: source, samples: samples,
                outputs: samples.map { sample in
                    let place = references.firstIndex { holds(sample[0], Int64($0)) }
                    return switch mode {
                    case .absolute: place == nil ? nil : sample
                    case .reference: place.map { [Int64(references[$0])] }
                    case .zone: [Int64(place ?? references.count)]
                    case .binary: [place == nil ? 0 : 1]
                    }
                })
        },
        ProcessorProperty("comparator of early firmware") { draw in
            let source = source(&draw, channels: 1)
            let samples = samples(&draw, source, within: 20)
            let reference: Int32 = source.isSigned ? draw.number(-20...20) : draw.number(0...20)
            return Drawn(
                config: MWDataProcessor.EarlyComparator(
                    operation: .gt, reference: reference, signed: source.isSigned),
                source: source, samples: samples,
                outputs: samples.map { $0[0] > Int64(reference) ? $0 : nil })
        },
        ProcessorProperty("pulse") { draw in
            let source = source(&draw, signed: true, channels: 1)
            let samples = samples(&draw, source, count: 40, within: 60)
            let (output, width): (MWDataProcessor.Pulse.Output, Int) = (
                draw.one(), draw.number(1...3)
            )
            let threshold: Int64 = draw.number(-20...20)
            var pulse: [Int64] = []
            return Drawn(
                config: MWDataProcessor.Pulse(
                    output: output, threshold: Int32(threshold), width: UInt16(width)),
                source: source, samples: samples,
                outputs: samples.map { sample -> Sample? in
                    if sample[0] > threshold {
                        pulse.append(sample[0])
                        return output == .onDetect && pulse.count == width ? [1] : nil
                    }
                    defer { pulse = [] }
                    guard pulse.count >= width else { return nil }
                    return switch output {
                    case .width: [Int64(pulse.count)]
                    case .area: [pulse.reduce(0, +)]
                    case .peak: [pulse.max() ?? 0]
                    case .onDetect: nil
                    }
                })
        },
        ProcessorProperty("distance") { draw in
            let mode: MWDataProcessor.Delta.Mode = draw.one()
            let source = source(&draw, channels: 1, smallest: mode == .differential ? 2 : 1)
            let samples = samples(&draw, source, within: 60)
            let magnitude: Int64 = draw.number(0...60)
            var last: Int64 = 0
            return Drawn(
                config: MWDataProcessor.Delta(magnitude: Int32(magnitude), mode: mode),
                source: source, samples: samples,
                outputs: samples.map { sample -> Sample? in
                    let distance = sample[0] - last
                    guard abs(distance) >= magnitude else { return nil }
                    last = sample[0]
                    return switch mode {
                    case .absolute: sample
                    case .differential: [distance]
                    case .binary: [distance < 0 ? -1 : 1]
                    }
                })
        },
        ProcessorProperty("boundary") { draw in
            let source = source(&draw, channels: 1)
            let samples = samples(&draw, source, count: 40, within: 60)
            let mode: MWDataProcessor.Threshold.Mode = draw.one()
            let boundary: Int64 = source.isSigned ? draw.number(-40...40) : draw.number(0...40)
            let hysteresis: Int64 = draw.number(0...15)
            var isAbove: Bool?
            return Drawn(
                config: MWDataProcessor.Threshold(
                    boundary: Int32(boundary), hysteresis: UInt16(hysteresis), mode: mode,
                    signed: source.isSigned),
                source: source, samples: samples,
                outputs: samples.map { sample -> Sample? in
                    let x = sample[0]
                    guard let was = isAbove else {
                        isAbove = x >= boundary
                        return nil
                    }
                    let rises = !was && x >= boundary + hysteresis
                    let falls =
                        was && x <= boundary - hysteresis && (hysteresis > 0 || x < boundary)
                    guard rises || falls else { return nil }
                    isAbove = rises
                    return mode == .absolute ? sample : [rises ? 1 : -1]
                })
        },
    ]

    @Test(arguments: flow)
    func `samples pass, wait and gather (core 4.6)`(_ property: ProcessorProperty) throws {
        try property.check()
    }

    @Test(arguments: arithmetic)
    func `samples are added, smoothed and calculated with (core 4.6)`(
        _ property: ProcessorProperty
    ) throws {
        try property.check()
    }

    @Test(arguments: deciding)
    func `samples are compared (core 4.6)`(_ property: ProcessorProperty) throws {
        try property.check()
    }

    @Test func `a stamp is the log's tick (core 4.6)`() throws {
        let desk = BoardDesk()
        let command = ProcessorCommand(MWDataProcessor.Accounter(), source: MWSwitchSignal())
        let id = try #require(desk.make(command.packet))
        desk.write([ProcessorCommand.notify(id, true), ProcessorCommand.notifyGate(true)])
        for _ in 0..<20 {
            desk.run(milliseconds: 777)
            _ = desk.take()
            desk.write(MWDebug.SpoofButtonEvent(1))
            let data = try #require(
                desk.take().compactMap { ProcessorCommand.notification($0) }.first?.data)
            let answer = try #require(desk.ask(LogCommand.readTime, within: .zero))
            #expect(data.count == Int(command.output.dataLength))
            #expect(data.span.uint32(at: 0) == (try LogTimeReading(answer: answer)).tick)
        }
    }

    @Test func `buffers keep the last sample, and a fuser joins them (core 4.6)`() throws {
        var draw = Draw("fuser")
        for _ in 0..<20 {
            let desk = BoardDesk()
            let first = Self.source(&draw, channels: 1)
            let others = (0..<draw.number(1...3)).map { _ in Self.source(&draw, channels: 1) }
                .filter { $0.key != first.key }
            var ids: [UInt8] = []
            for other in others {
                ids.append(
                    try #require(
                        desk.make(
                            ProcessorCommand(MWDataProcessor.Buffer(), source: other).packet)))
            }
            let length = others.reduce(0) { $0 + $1.length }
            let command = ProcessorCommand(
                try MWDataProcessor.Fuser(bufferIDs: ids, bufferedLength: UInt8(length)),
                source: first)
            let id = try #require(desk.make(command.packet))
            let answer = try #require(desk.ask(ProcessorCommand.read(id)))
            #expect(ActiveProcessor(id: id, answer: answer)?.bufferIDs == ids)
            desk.write([ProcessorCommand.notify(id, true), ProcessorCommand.notifyGate(true)])

            func feed(_ signal: BoardSignal) -> [UInt8] {
                let bytes = draw.bytes(signal.length)
                desk.write(
                    MWDebug.SpoofNotification(
                        key: signal.key,
                        data: [UInt8](repeating: 0, count: signal.dataOffset) + bytes))
                return bytes
            }
            for _ in 0..<5 {
                for (other, buffer) in zip(others, ids) {
                    let bytes = feed(other)
                    let state = try #require(desk.ask(ProcessorCommand.readState(buffer)))
                    #expect(Array(state.dropFirst(3)) == bytes)
                }
                // A key may have fed two buffers: their states are the truth.
                let kept = try ids.flatMap { buffer in
                    try #require(desk.ask(ProcessorCommand.readState(buffer))).dropFirst(3)
                }
                _ = desk.take()
                let own = feed(first)
                let output = desk.take().compactMap { ProcessorCommand.notification($0) }
                    .first { $0.id == id }
                #expect(output?.data == own + kept)
                #expect(output?.data.count == Int(command.output.dataLength))
            }
        }
    }

    @Test func `states and configurations are set, and processors removed (core 4.7, 4.8)`() throws
    {
        let desk = BoardDesk()
        var draw = Draw("states")
        let counter = try #require(
            desk.make(ProcessorCommand(MWDataProcessor.Counter(), source: MWSwitchSignal()).packet))
        let gate = ProcessorCommand(
            MWDataProcessor.Passthrough(mode: .count, count: 3), source: MWSwitchSignal())
        let gateID = try #require(desk.make(gate.packet))
        for _ in 0..<20 {
            let (count, passes): (UInt32, UInt16) = (draw.any(), draw.any())
            desk.write([
                ProcessorCommand.setState(counter, count.littleEndianBytes),
                ProcessorCommand.setState(gateID, passes.littleEndianBytes),
            ])
            let answer = try #require(desk.ask(ProcessorCommand.readState(counter)))
            #expect(answer.span.uint32(at: 3) == count)
            let other = try #require(desk.ask(ProcessorCommand.readState(gateID)))
            #expect(other.span.uint16(at: 3) == passes)
            #expect(desk.ask(ProcessorCommand.readStateSilently(counter)) == nil)
        }
        let changed = ProcessorCommand(
            MWDataProcessor.Passthrough(mode: .conditional, count: 7), source: MWSwitchSignal())
        desk.write(changed.modify(gateID))
        let answer = try #require(desk.ask(ProcessorCommand.read(gateID)))
        #expect(
            ActiveProcessor(id: gateID, answer: answer)?.configBytes.starts(with: [1, 7, 0])
                == true)
        desk.write(ProcessorCommand.remove(gateID))
        let free = desk.ask(ProcessorCommand.read(gateID))
        #expect(free.flatMap { ActiveProcessor(id: gateID, answer: $0) } == nil)
        desk.write(ProcessorCommand.removeAll)
        #expect(
            desk.ask(ProcessorCommand.read(counter))
                .flatMap { ActiveProcessor(id: counter, answer: $0) } == nil)
        #expect(desk.refusals() == [])
    }

    @Test func `an output goes back into a configuration (core 4.7)`() throws {
        // Each press takes the number of the press before from its own.
        let desk = BoardDesk()
        let count = ProcessorCommand(
            MWDataProcessor.Counter(outputSize: 2), source: MWSwitchSignal())
        let counter = try #require(desk.make(count.packet))
        let difference = ProcessorCommand(
            MWDataProcessor.Math(operation: .subtract, rhs: 0, signed: false),
            source: count.handle(id: counter))
        let math = try #require(desk.make(difference.packet))
        let loop = try difference.feedback(from: .processor(counter), length: 2, into: math, at: 4)
        _ = try #require(desk.make(loop.entry))
        desk.write(try #require(loop.parameters))
        desk.write([ProcessorCommand.notify(math, true), ProcessorCommand.notifyGate(true)])
        let results = (0..<5).map { _ -> UInt32? in
            _ = desk.take()
            desk.write(MWDebug.SpoofButtonEvent(1))
            return desk.take().compactMap { ProcessorCommand.notification($0) }
                .first.map { $0.data.span.uint32(at: 0) }
        }
        #expect(results == [1, 1, 1, 1, 1])
        #expect(desk.refusals() == [])
    }
}

extension Zip2Sequence {
    fileprivate func zipMap<T>(_ body: (Sequence1.Element, Sequence2.Element) -> T) -> [T] {
        map { body($0.0, $0.1) }
    }
}
