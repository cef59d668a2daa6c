import MetaWearBoard
import MetaWearTables
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// Processors that compare.
extension ProcessorProperty {
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
}
