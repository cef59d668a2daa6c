import MetaWearBoard
import MetaWearTables
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// Processors that calculate.
extension ProcessorProperty {
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
}
