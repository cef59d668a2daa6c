import MetaWearProtocol
import MetaWearTables
import Testing
import Wire
import YAML

@testable import Declaration
@testable import ScriptedClient

/// A processor in a file, what it is added to, and the command of the protocol documents.
struct ProcessorRow: Sendable, CustomTestStringConvertible {
    var input: String
    var stage: String
    /// Source, pack, type and configuration.
    var packet: String
    /// Bytes of the output and whether it is signed.
    var output: String
    var revision: UInt8
    var testDescription: String { "\(input) → \(stage)" }

    init(
        _ input: String, _ stage: String, _ packet: String, _ output: String, revision: UInt8 = 3
    ) {
        self.input = input
        self.stage = stage
        self.packet = packet
        self.output = output
        self.revision = revision
    }
}

/// The vectors of the protocol documents, core 4.
@Suite struct ProcessorCommandTests {
    @Test(arguments: [
        ProcessorRow("acceleration", "rss", "09 02 03 04 FF A0 07 A5 01", "2 unsigned"),
        ProcessorRow("acceleration", "rms", "09 02 03 04 FF A0 07 A5 00", "2 unsigned"),
        ProcessorRow(
            "u16", "{average: 4}", "09 02 09 03 00 20 03 05 04", "2 unsigned", revision: 1),
        ProcessorRow("u16", "{average: 16}", "09 02 09 03 00 20 03 05 10 00", "2 unsigned"),
        ProcessorRow(
            "acceleration", "{high-pass: 4}", "09 02 03 04 FF A0 03 25 04 02", "6 signed"),
        ProcessorRow("switch", "{count: 1}", "09 02 01 01 FF 00 02 10", "1 unsigned"),
        ProcessorRow("u32", "{count: 1}", "09 02 09 03 00 60 02 1C", "1 unsigned"),
        ProcessorRow("u16", "{sum: 4}", "09 02 09 03 00 20 02 07", "4 unsigned"),
        ProcessorRow(
            "u16", "{pass: {mode: count, count: 0}}", "09 02 09 03 00 20 01 02 00 00",
            "2 unsigned"),
        // Comparators, old and new.
        ProcessorRow(
            "i8", "{compare: {is: equal, to: [1]}}", "09 02 09 03 00 00 06 01 01", "1 signed"),
        ProcessorRow(
            "u16", "{compare: {is: above, to: [32768]}}", "09 02 09 03 00 20 06 22 00 80",
            "2 unsigned"),
        ProcessorRow(
            "u16",
            "{compare: {is: at-least, to: [1024, 512, 256, 128], output: reference}}",
            "09 02 09 03 00 20 06 6A 00 04 00 02 00 01 80 00", "2 unsigned"),
        ProcessorRow(
            "u32",
            "{compare: {is: below, to: [181248, 5977082, 24472874], output: zone}}",
            "09 02 09 03 00 60 06 96 00 C4 02 00 FA 33 5B 00 2A 6D 75 01", "1 unsigned"),
        ProcessorRow(
            "temperature-1", "{compare: {is: equal, to: [24 degC, 25 degC, 26 degC]}}",
            "09 02 04 C1 01 20 06 03 C0 00 C8 00 D0 00", "2 signed"),
        ProcessorRow(
            "i16", "{compare: {is: above, to: [0], old-form: true}}",
            "09 02 09 03 00 20 06 01 04 00 00 00 00 00", "2 signed"),
        ProcessorRow(
            "i8", "{compare: {is: equal, to: [-1], old-form: true}}",
            "09 02 09 03 00 00 06 01 00 00 FF FF FF FF", "1 signed"),
        // Time.
        ProcessorRow(
            "quaternion", "{time: 20 ms}", "09 02 19 07 FF E0 08 17 14 00 00 00", "16 float"),
        ProcessorRow(
            "u32", "{time: 30 s}", "09 02 09 03 00 60 08 13 30 75 00 00", "4 unsigned"),
        // Math.
        ProcessorRow(
            "u8", "{math: {operation: modulus, by: 2}}",
            "09 02 09 03 00 00 09 03 04 02 00 00 00 00", "4 unsigned"),
        ProcessorRow(
            "u16", "{math: {operation: subtract, by: 0}}",
            "09 02 09 03 00 20 09 07 09 00 00 00 00 00", "4 unsigned"),
        ProcessorRow(
            "i16", "{math: {operation: constant, by: 25}}",
            "09 02 09 03 00 20 09 17 0B 19 00 00 00 00", "4 signed"),
        ProcessorRow(
            "u32", "{math: {operation: modulus, by: 2}}",
            "09 02 09 03 00 60 09 0F 04 02 00 00 00 00", "4 unsigned"),
        ProcessorRow(
            "u16", "{math: {operation: shift-right, by: 8}}",
            "09 02 09 03 00 20 09 04 08 08 00 00 00 00", "1 unsigned"),
        // Delay, pulse, delta, threshold.
        ProcessorRow("u16", "{delay: 16}", "09 02 09 03 00 20 0A 01 10", "2 unsigned"),
        ProcessorRow(
            "u16", "{pulse: {above: 2048, samples: 16, output: area}}",
            "09 02 09 03 00 20 0B 01 00 01 00 08 00 00 10 00", "4 unsigned"),
        ProcessorRow(
            "u16", "{pulse: {above: 500, samples: 10, output: peak}}",
            "09 02 09 03 00 20 0B 01 00 02 F4 01 00 00 0A 00", "2 unsigned"),
        ProcessorRow(
            "pressure", "{delta: {by: 25331.25 Pa, output: difference}}",
            "09 02 12 01 FF 60 0C 0B 40 F3 62 00", "4 signed"),
        ProcessorRow(
            "u16", "{threshold: {at: 8192, output: binary}}",
            "09 02 09 03 00 20 0D 09 00 20 00 00 00 00", "1 signed"),
        ProcessorRow(
            "i16", "{threshold: {at: 2048, output: binary}}",
            "09 02 09 03 00 20 0D 0D 00 08 00 00 00 00", "1 signed"),
        // Buffer, packer, accounter.
        ProcessorRow("u32", "buffer", "09 02 09 03 00 60 0F 03", "4 unsigned"),
        ProcessorRow("quaternion", "buffer", "09 02 19 07 FF E0 0F 0F", "16 float"),
        ProcessorRow(
            "temperature-1", "{pack: 4}", "09 02 04 C1 01 20 10 01 03", "8 signed"),
        ProcessorRow(
            "fused", "{account: count}", "09 02 09 03 00 60 11 30 03", "16 unsigned"),
        ProcessorRow("fused", "{account: time}", "09 02 09 03 00 60 11 31 03", "16 unsigned"),
        ProcessorRow(
            "u16", "{raw: {bytes: \"04 00 01 02\", length: 3}}", "09 02 09 03 00 20 04 00 01 02",
            "3 unsigned"),
    ])
    func `a processor is added as documented`(row: ProcessorRow) throws {
        let input = try Self.signal(row.input)
        let made = try MadeProcessor(Self.stage(row.stage), of: input, revision: row.revision)
        #expect(Hex.text(made.command.packet.bytes).uppercased() == row.packet)
        let output = made.output
        #expect("\(output.length) \(try #require(output.fields.first).number)" == row.output)
    }

    @Test func `a fuser names its buffers`() throws {
        let made = try MadeProcessor(
            Self.stage("{fuse: [turning]}"), of: try Self.signal("acceleration"), revision: 3,
            buffers: [(0, try Self.signal("rotation"))])
        #expect(
            Hex.text(made.command.packet.bytes).uppercased()
                == "09 02 03 04 FF A0 1B 01 00 00 00 00 00 00 00 00 00 00 00 00")
        #expect(made.output.length == 12)
        #expect(made.output.axes == ["x g", "y g", "z g", "x deg/s", "y deg/s", "z deg/s"])
    }

    @Test func `an axis stands where the vector has it`() throws {
        let z = try Self.signal("acceleration").component(2)
        let made = try MadeProcessor(Self.stage("{delay: 1}"), of: z, revision: 3)
        #expect(Hex.text(made.command.packet.bytes).uppercased() == "09 02 03 04 FF 24 0A 01 01")
    }

    @Test(arguments: [
        ("u16", "{compare: {is: above, to: [8192]}}", "09 05 01 06 22 00 20"),
        (
            "u16", "{compare: {is: below, to: [128, 256, 512, 1024], output: reference}}",
            "09 05 01 06 52 80 00 00 01 00 02 00 04"
        ),
    ])
    func `a processor is modified as documented`(
        input: String, stage: String, packet: String
    ) throws {
        let made = try MadeProcessor(Self.stage(stage), of: Self.signal(input), revision: 3)
        #expect(Hex.text(made.command.modify(1).bytes).uppercased() == packet)
    }

    @Test(arguments: [
        ("acceleration", "{threshold: 1 g}", "3 axes: choose one with `axis`"),
        ("acceleration", "{pack: 3}", "3 samples of 6 bytes do not fit"),
        ("quaternion", "rss", "nothing can be calculated with quaternion"),
        ("quaternion", "{account: time}", "leaves no room for time"),
        (
            "pressure", "{threshold: 2 g}",
            "2 g is an acceleration, but pressure does not measure that"
        ),
        ("switch", "{average-quaternion: 4}", "is not a quaternion"),
    ])
    func `a processor that cannot be is refused`(
        input: String, stage: String, reason: String
    ) throws {
        let signal = try Self.signal(input)
        let kind = try Self.stage(stage)
        let error = #expect(throws: StepFailure.self) {
            _ = try MadeProcessor(kind, of: signal, revision: 3)
        }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `a quantity becomes counts of the source`() throws {
        // 2 g at 8 g full scale: 8192 counts; the root sum square keeps the unit.
        let rss = try MadeProcessor(
            Self.stage("rss"), of: Self.signal("acceleration"), revision: 3)
        var input = rss.output
        input.key = SourceKey(0x09, 0x03, 0)
        let threshold = try MadeProcessor(
            Self.stage("{threshold: {at: 2 g, output: binary}}"), of: input, revision: 3)
        #expect(
            Hex.text(threshold.command.packet.bytes).uppercased()
                == "09 02 09 03 00 20 0D 09 00 20 00 00 00 00")
    }

    @Test(arguments: [
        ("acceleration", ["60", "24"]), ("quaternion", ["60", "64", "68", "6C"]),
        ("corrected-magnetic-field", ["60", "64", "68", "0C"]), ("switch", ["00"]),
        ("temperature-1", ["20"]), ("pressure", ["60"]),
    ])
    func `a signal is logged in chunks as documented`(name: String, packs: [String]) throws {
        #expect(try Self.signal(name).chunks.map { Hex.text([$0.pack]).uppercased() } == packs)
    }

    static func stage(_ text: String) throws -> Stage.Kind {
        let reader = Reader()
        let stage = try #require(Stage.read(try Node(parsing: text), reader))
        try #require(reader.problems.isEmpty, "\(text): \(reader.problems)")
        return stage.kind
    }

    /// A signal of the board, or the output of a processor 0 of a size.
    static func signal(_ name: String) throws -> ScriptSignal {
        let session = CommandBench().session
        // The documents count 4096 a g.
        session.state.accelerometer = InertialSetting(rate: 100, range: 8)
        if Signal(rawValue: name) != nil { return try session.signal(SignalName(name)) }
        let fields: [SampleField] =
            if name == "fused" {
                Array(repeating: SampleField(axis: "a", number: .signed, size: 2), count: 6)
            } else {
                [
                    SampleField(
                        axis: "a", number: name.hasPrefix("i") ? .signed : .unsigned,
                        size: (Int(name.dropFirst()) ?? 8) / 8)
                ]
            }
        return ScriptSignal(BoardSignal(name: name, key: .processor(0), fields: fields))
    }
}
