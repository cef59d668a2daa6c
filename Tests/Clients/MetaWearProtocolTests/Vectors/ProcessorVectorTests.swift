import MetaWearTables
import Testing
import Wire

@testable import MetaWearProtocol

/// Configurations of processors, computed from what comes in (core 4).
@Suite struct ProcessorVectorTests {
    typealias P = MWDataProcessor

    struct Row: Sendable, CustomTestStringConvertible {
        let hex: String
        let command: ProcessorCommand
        var testDescription: String { hex }

        init(_ hex: String, _ config: any MWDataProcessorConfig, _ source: any MWSignal) {
            self.hex = hex
            command = ProcessorCommand(config, source: source)
        }
    }

    static let acceleration = MWAccelerometerSignal()
    static func processor(_ id: UInt8, _ size: UInt8, signed: Bool = false) -> MWProcessorHandle {
        MWProcessorHandle(id: id, nChannels: 1, channelSize: size, isSigned: signed)
    }
    static let temperature = BoardSignal(
        name: "temperature", key: SourceKey(.temperature, 0x81, 0),
        fields: [
            SampleField(axis: "temperature", number: .signed, size: 2, countsPerUnit: 8, unit: "C")
        ])
    static let pressure = BoardSignal(
        name: "pressure", key: SourceKey(.barometer, 0x01),
        fields: [
            SampleField(
                axis: "pressure", number: .unsigned, size: 4, countsPerUnit: 256, unit: "Pa")
        ])
    static let z = BoardSignal(
        name: "acceleration[2]", key: SourceKey(.accelerometer, 0x04), dataOffset: 4,
        fields: [SampleField(axis: "z", number: .signed, size: 2, countsPerUnit: 16384, unit: "g")])
    /// Twelve bytes of two vectors, as a fuser gives them.
    static let fused = MWProcessorHandle(id: 1, nChannels: 6, channelSize: 2, isSigned: true)

    /// What follows `09 02`.
    static let rows: [Row] = [
        Row("03 04 ff a0 07 a5 01", P.RSS(), acceleration),
        Row("03 04 ff a0 07 a5 00", P.RMS(), acceleration),
        Row("09 03 00 20 03 05 04", P.Average(sampleSize: 4), processor(0, 2)),
        Row("09 03 00 20 03 05 10", P.Average(sampleSize: 16), processor(0, 2)),
        Row(
            "09 03 00 20 03 05 04 00", P.Average(sampleSize: 4, writesChannels: true),
            processor(0, 2)),
        Row(
            "03 04 ff a0 03 25 08 02",
            P.Average(sampleSize: 8, isHighPass: true, writesChannels: true), acceleration),
        Row("03 04 ff 24 09 17 0b 19 00 00 00 00", P.Math(operation: .constant, rhs: 25), z),
        Row("04 c1 01 20 10 01 03", P.Packer(count: 4), MWTemperatureSignal(channel: 1)),
        Row(
            "04 81 00 20 06 03 c0 00 c8 00 d0 00",
            P.Comparator(operation: .eq, references: [192, 200, 208]), temperature),
        Row("09 03 00 20 01 02 00 00", P.Passthrough(mode: .count), processor(0, 2)),
        Row("01 01 ff 00 02 10", P.Counter(outputSize: 1), MWSwitchSignal()),
        Row("01 01 ff 00 02 13", P.Counter(), MWSwitchSignal()),
        Row(
            "09 03 02 60 02 1c", P.Counter(outputSize: 1, writesInputSize: true), processor(2, 4)),
        Row("09 03 00 20 02 07", P.Accumulator(), processor(0, 2)),
        Row(
            "09 03 00 60 06 00 00 00 01 00 00 00",
            P.EarlyComparator(operation: .eq, reference: 1, signed: false), processor(0, 4)),
        Row(
            "09 03 00 60 06 01 04 00 00 00 00 00", P.EarlyComparator(operation: .gt, reference: 0),
            processor(0, 4)),
        Row(
            "09 03 00 60 06 01 00 00 ff ff ff ff", P.EarlyComparator(operation: .eq, reference: -1),
            processor(0, 4)),
        Row(
            "09 03 00 00 06 01 01", P.Comparator(operation: .eq, reference: 1),
            processor(0, 1, signed: true)),
        Row(
            "09 03 00 20 06 22 00 80",
            P.Comparator(operation: .gt, reference: 0x8000, signed: false), processor(0, 2)),
        Row(
            "09 03 00 20 06 6a 00 04 00 02 00 01 80 00",
            P.Comparator(
                operation: .gte, references: [1024, 512, 256, 128], mode: .reference, signed: false),
            processor(0, 2)),
        Row(
            "12 01 ff 60 06 96 00 c4 02 00 fa 33 5b 00 2a 6d 75 01",
            P.Comparator(
                operation: .lt, references: [0x0002_C400, 0x005B_33FA, 0x0175_6D2A], mode: .zone,
                signed: false), pressure),
        Row(
            "19 07 ff e0 08 17 14 00 00 00", P.Time(periodMs: 20, mode: .passthrough),
            MWSensorFusionQuaternionSignal()),
        Row(
            "19 07 ff e0 08 07 e8 03 00 00", P.Time(periodMs: 1000),
            MWSensorFusionQuaternionSignal()),
        Row(
            "09 03 01 60 08 13 30 75 00 00", P.Time(periodMs: 30_000, mode: .passthrough),
            processor(1, 4)),
        Row(
            "09 03 00 00 09 03 04 02 00 00 00 00",
            P.Math(operation: .modulo, rhs: 2, signed: false), processor(0, 1)),
        Row(
            "09 03 00 20 09 07 09 00 00 00 00 00", P.Math(operation: .subtract, signed: false),
            processor(0, 2)),
        Row(
            "09 03 00 60 09 0f 04 02 00 00 00 00",
            P.Math(operation: .modulo, rhs: 2, signed: false), processor(0, 4)),
        Row("09 03 00 20 0a 01 10", P.Sample(binSize: 16), processor(0, 2)),
        Row(
            "09 03 00 20 0b 01 00 01 00 08 00 00 10 00",
            P.Pulse(output: .area, threshold: 2048, width: 16), processor(0, 2)),
        Row(
            "09 03 00 20 0b 01 00 02 f4 01 00 00 0a 00",
            P.Pulse(output: .peak, threshold: 500, width: 10), processor(0, 2)),
        Row(
            "12 01 ff 60 0c 0b 40 f3 62 00",
            P.Delta(magnitude: 0x62F340, mode: .differential), pressure),
        Row(
            "09 03 00 20 0d 09 00 20 00 00 00 00", P.Threshold(boundary: 8192, signed: false),
            processor(0, 2)),
        Row("03 04 ff 24 0d 0d 00 08 00 00 00 00", P.Threshold(boundary: 2048), z),
        Row("09 03 01 60 0f 03", P.Buffer(), processor(1, 4)),
        Row("13 05 ff a0 0f 05", P.Buffer(), MWGyroscopeSignal()),
        Row("13 04 ff a0 0f 05", P.Buffer(), MWGyroscopeSignal(chip: .bmi270)),
        Row("19 07 ff e0 0f 0f", P.Buffer(), MWSensorFusionQuaternionSignal()),
        Row("09 03 01 60 11 31 03", P.Accounter(), fused),
        Row("09 03 01 60 11 30 03", P.Accounter.count(of: 12), fused),
        Row("09 03 01 60 08 13 14 00 00 00", P.Time(periodMs: 20, mode: .passthrough), fused),
        Row("09 03 01 a0 10 05 01", P.Packer(count: 2), shape(1, 6)),
    ]

    static func shape(_ id: UInt8, _ length: UInt8) -> MWProcessorHandle {
        MWProcessorHandle(id: id, nChannels: length, channelSize: 1, isSigned: false)
    }

    @Test(arguments: rows)
    func `a processor's packet (core 4.2 to 4.7)`(_ row: Row) {
        #expect(Hex.text(row.command.packet.bytes) == "09 02 " + row.hex)
    }

    @Test func `a fuser's packets (core 4.6)`() throws {
        let fuser = try P.Fuser(bufferIDs: [0], bufferedLength: 6)
        let command = ProcessorCommand(fuser, source: Self.acceleration)
        #expect(
            Hex.text(command.packet.bytes)
                == "09 02 03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00")
        #expect(
            command.output == MWProcessorHandle(id: 0, nChannels: 6, channelSize: 2, isSigned: true)
        )
        #expect(throws: MWError.self) { try P.Fuser(bufferIDs: [UInt8](0..<13)) }
    }

    static let commands: [VectorRow] = [
        VectorRow(
            "09 07 00 01 | 09 03 01",
            [ProcessorCommand.notify(0, true), ProcessorCommand.notifyGate(true)]),
        VectorRow("09 07 00 00", ProcessorCommand.notify(0, false)),
        VectorRow("09 06 07", ProcessorCommand.remove(7)),
        VectorRow("09 08", ProcessorCommand.removeAll),
        VectorRow("09 82 03", ProcessorCommand.read(3)),
        VectorRow("09 84 02", ProcessorCommand.readState(2)),
        VectorRow("09 c4 02", ProcessorCommand.readStateSilently(2)),
        VectorRow("09 04 06 00 00 00 00", ProcessorCommand.setState(6, [0, 0, 0, 0])),
        VectorRow(
            "09 05 01 06 22 00 20",
            ProcessorCommand(
                P.Comparator(operation: .gt, reference: 0x2000, signed: false),
                source: processor(0, 2)
            ).modify(1)),
        VectorRow(
            "09 05 00 06 52 80 00 00 01 00 02 00 04",
            ProcessorCommand(
                P.Comparator(
                    operation: .lt, references: [128, 256, 512, 1024], mode: .reference,
                    signed: false), source: processor(0, 2)
            ).modify(0)),
    ]

    @Test(arguments: commands)
    func `the processor module's commands (core 4.1 and 4.7)`(_ row: VectorRow) { row.check() }

    /// Size, channels, sign of the output.
    @Test(arguments: [
        (P.RSS() as any MWDataProcessorConfig, acceleration as any MWSignal, 2, 1, false),
        (P.Accumulator(), processor(0, 2, signed: true), 4, 1, true),
        (P.Counter(outputSize: 1), acceleration, 1, 1, false),
        (P.Math(operation: .multiply, rhs: 3), acceleration, 12, 3, true),
        (P.Math(operation: .lshift, rhs: 8), acceleration, 9, 3, true),
        (P.Math(operation: .rshift, rhs: 8), acceleration, 3, 3, true),
        (P.Math(operation: .add, outputSize: 2), acceleration, 6, 3, true),
        (P.Threshold(boundary: 1), processor(0, 2), 1, 1, true),
        (P.Threshold(boundary: 1, mode: .absolute), processor(0, 2), 2, 1, true),
        (P.Delta(magnitude: 1, mode: .binary), processor(0, 4), 1, 1, true),
        (P.Delta(magnitude: 1, mode: .differential), processor(0, 4), 4, 1, true),
        (
            P.Pulse(output: .width, threshold: 1, width: 1), processor(0, 2, signed: true), 2, 1,
            false
        ),
        (P.Pulse(output: .area, threshold: 1, width: 1), processor(0, 2, signed: true), 4, 1, true),
        (
            P.Comparator(operation: .lt, references: [1, 2], mode: .zone), processor(0, 4), 1, 1,
            false
        ),
        (P.Accounter(), processor(0, 4), 8, 8, false),
        (P.Time(periodMs: 5, mode: .differential), processor(0, 4), 4, 1, true),
        (P.Raw(typeID: 4, bytes: [], outputLength: 3), acceleration, 3, 3, true),
    ])
    func `what comes out`(
        _ config: any MWDataProcessorConfig, _ source: any MWSignal, _ length: UInt8,
        _ channels: UInt8, _ isSigned: Bool
    ) {
        let output = ProcessorCommand(config, source: source).output
        #expect(output.dataLength == length)
        #expect(output.nChannels == channels)
        #expect(output.isSigned == isSigned)
    }

    @Test func `nothing traps, whatever the sizes are`() throws {
        let fuser = try P.Fuser(bufferIDs: [1, 2], bufferedLength: 255)
        let configs: [any MWDataProcessorConfig] = [
            P.Passthrough(), P.Accumulator(outputSize: 0), P.Counter(outputSize: 255),
            P.Average(sampleSize: 0), P.Comparator(operation: .eq, references: []), P.RMS(),
            P.RSS(),
            P.Time(periodMs: .max), P.Math(operation: .lshift, rhs: .max),
            P.Math(operation: .rshift, rhs: .min), P.Math(operation: .add, outputSize: 0),
            P.Sample(binSize: 0), P.Pulse(output: .peak, threshold: .min, width: .max),
            P.Delta(magnitude: .min), P.Threshold(boundary: .max), P.Buffer(), P.Packer(count: 0),
            P.Packer(count: 255), P.Accounter(length: 0), P.Accounter(length: 255), fuser,
        ]
        for config in configs {
            for length in [0, 1, 2, 3, 12, 16, 18, 255] as [UInt8] {
                for channels in [0, 1, 3, 4, 255] as [UInt8] {
                    let signal = MWProcessorHandle(
                        id: 0, nChannels: channels,
                        channelSize: channels == 0 ? 0 : length / channels, isSigned: true)
                    #expect(ProcessorCommand(config, source: signal).packet.bytes.count <= 20)
                }
                _ = config.outputChannels(inputLength: length, inputChannels: 0)
            }
        }
    }
}
