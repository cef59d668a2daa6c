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
            let bench = BoardBench()
            let command = ProcessorCommand(drawn.config, source: drawn.source)
            let id = try #require(bench.make(command.packet), "\(command) is refused")
            let handle = command.handle(id: id)

            // What a host reads of it is what a host wrote.
            let answer = try #require(bench.ask(ProcessorCommand.read(id)))
            let found = try #require(ActiveProcessor(id: id, answer: answer))
            let made = try #require(ActiveProcessor(id: id, made: command))
            #expect(found.parentKey == made.parentKey && found.processorType == made.processorType)
            #expect(
                found.chunkOffset == made.chunkOffset && found.chunkLength == made.chunkLength)
            #expect(found.configBytes.starts(with: made.configBytes))

            bench.write([ProcessorCommand.notify(id, true), ProcessorCommand.notifyGate(true)])
            _ = bench.refusals()
            for (sample, expected) in zip(drawn.samples, drawn.outputs) {
                _ = bench.take()
                // As far into the data as the part begins.
                let data =
                    [UInt8](repeating: 0x5A, count: drawn.source.dataOffset)
                    + Self.bytes(sample, drawn.source)
                bench.write(MWDebug.SpoofNotification(key: drawn.source.key, data: data))
                let heard = bench.take().compactMap { ProcessorCommand.notification($0) }
                    .filter { $0.id == id }
                #expect(
                    heard.count == (expected == nil ? 0 : 1), "\(drawn.config) of \(sample)")
                if let expected, let output = heard.first?.data {
                    check(output, expected, handle, drawn, sample)
                }
                bench.run(drawn.pause)
            }
            #expect(bench.refusals() == [])
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

/// What the properties are drawn from.
extension ProcessorProperty {
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
}

extension Zip2Sequence {
    func zipMap<T>(_ body: (Sequence1.Element, Sequence2.Element) -> T) -> [T] {
        map { body($0.0, $0.1) }
    }
}
