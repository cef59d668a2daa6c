import MetaWearBoard
import MetaWearTables
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// Processors that let samples pass, wait and gather.
extension ProcessorProperty {
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
}
