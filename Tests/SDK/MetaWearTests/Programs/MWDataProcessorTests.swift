import Foundation
import Testing

@testable import MetaWear

/// Configurations of processors, computed from their input.
@Suite struct MWDataProcessorTests {
    private typealias P = MWDataProcessor

    /// The command's bytes after the source.
    private static func row(
        _ hex: String, _ config: any MWDataProcessorConfig, _ source: any MWSignal
    ) -> Row {
        Row(hex, ProcessorCommand(config, source: source).commandData)
    }

    private static let counter = MWProcessorHandle(
        id: 5, nChannels: 1, channelSize: 4, isSigned: false)

    static let rows: [Row] = [
        row("09 02 01 01 ff 00 01 00 00 00", P.Passthrough(), MWSwitchSignal()),
        row(
            "09 02 01 01 ff 00 01 02 03 01", P.Passthrough(mode: .count, count: 0x0103),
            MWSwitchSignal()),
        row("09 02 01 01 ff 00 02 03", P.Accumulator(), MWSwitchSignal()),
        row("09 02 01 01 ff 00 02 13", P.Counter(), MWSwitchSignal()),
        row("09 02 01 01 ff 00 02 10", P.Counter(outputSize: 1), MWSwitchSignal()),
        row("09 02 03 04 ff a0 07 a5 00", P.RMS(), MWAccelerometerSignal()),
        row("09 02 03 04 ff a0 07 a5 01", P.RSS(), MWAccelerometerSignal()),
        row("09 02 03 04 ff a0 03 05 04", P.Average(), MWAccelerometerSignal()),
        row(
            "09 02 09 03 05 60 06 06 02 00 00 00",
            P.Comparator(operation: .eq, reference: 2, signed: false),
            counter),
        row(
            "09 02 09 03 05 60 09 0f 04 02 00 00 00 00",
            P.Math(operation: .modulo, rhs: 2, signed: false), counter),
        row(
            "09 02 19 08 ff e0 08 07 32 00 00 00", P.Time(periodMs: 50),
            MWSensorFusionEulerSignal()),
        row("09 02 01 01 ff 00 0a 00 10", P.Sample(binSize: 16), MWSwitchSignal()),
        row(
            "09 02 04 c1 01 20 0b 01 00 02 00 01 00 00 08 00",
            P.Pulse(output: .peak, threshold: 256, width: 8), MWTemperatureSignal(channel: 1)),
        row(
            "09 02 04 c1 00 20 0c 0d 0a 00 00 00", P.Delta(magnitude: 10, mode: .differential),
            MWTemperatureSignal()),
        row(
            "09 02 04 c1 00 20 0d 0d 00 01 00 00 02 00", P.Threshold(boundary: 256, hysteresis: 2),
            MWTemperatureSignal()),
        row("09 02 03 04 ff a0 0f 05", P.Buffer(), MWAccelerometerSignal()),
        row("09 02 05 07 02 20 10 01 03", P.Packer(count: 4), MWGPIOAnalogSignal(pin: 2)),
        row(
            "09 02 05 06 02 20 11 31 03", P.Accounter(),
            MWGPIOAnalogSignal(pin: 2, mode: .absolute)),
        row("09 02 05 07 02 20 11 30 03", P.Accounter(mode: .count), MWGPIOAnalogSignal(pin: 2)),
        row(
            "09 02 13 04 ff a0 1b 02 01 02 00 00 00 00 00 00 00 00 00 00",
            (try? P.Fuser(bufferIDs: [1, 2])) ?? P.Buffer(), MWGyroscopeSignal(chip: .bmi270)),
    ]

    @Test(arguments: rows) func `commands have the documents' bytes`(_ row: Row) { row.check() }

    @Test func `nothing traps, whatever the numbers are`() throws {
        let configs: [any MWDataProcessorConfig] = [
            P.Passthrough(), P.Accumulator(outputSize: 0), P.Counter(outputSize: 0),
            P.Average(sampleSize: 0), P.Comparator(operation: .gte, reference: .min), P.RMS(),
            P.RSS(), P.Time(periodMs: 0), P.Math(operation: .abs, outputSize: 0),
            P.Sample(binSize: 0), P.Pulse(output: .width, threshold: .max, width: 0),
            P.Delta(magnitude: .min), P.Threshold(boundary: .max), P.Buffer(), P.Packer(count: 0),
            P.Accounter(), try P.Fuser(bufferIDs: []),
        ]
        for config in configs {
            for length in [0, 1, 3, 8, 16, 255] as [UInt8] {
                for channels in [0, 1, 3, 255] as [UInt8] {
                    _ = config.configBytes(
                        inputLength: length, inputChannels: channels, inputSigned: true)
                    _ = config.outputLength(inputLength: length, inputChannels: channels)
                    _ = config.outputChannels(inputLength: length, inputChannels: channels)
                    _ = config.outputSigned(inputSigned: false)
                }
            }
        }
        #expect(throws: MWError.self) { try P.Fuser(bufferIDs: Array(0...12)) }
        #expect(P.Math.Operation.allCases.count == 11)
    }

    @Test func `signals have their form`() {
        #expect(MWSensorFusionQuaternionSignal().sourceConfigByte == 0xE0)
        #expect(MWSensorFusionGravitySignal().dataLength == 12)
        #expect(MWSensorFusionLinearAccelerationSignal().registerID == 0x0A)
        #expect(MWGyroscopeSignal().registerID == 0x05)
        #expect(MWSwitchSignal().dataLength == 1 && !MWSwitchSignal().isSigned)
        #expect(Self.counter.moduleID == 0x09 && Self.counter.registerID == 0x03)
        #expect(Self.counter.dataID == 5 && Self.counter.dataLength == 4)
    }
}
