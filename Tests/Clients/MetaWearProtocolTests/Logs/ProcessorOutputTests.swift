import MetaWearTables
import Testing

@testable import MetaWearProtocol

/// What comes out of a processor, by the bytes of its configuration (protocol, core 4.5).
@Suite struct ProcessorOutputTests {
    private static func output(_ type: UInt8, _ config: [UInt8]) -> BoardSignal {
        let axes = ["x", "y", "z"].map { SampleField(axis: $0, number: .unsigned, size: 2) }
        let signal = BoardSignal(name: "a", key: SourceKey(0x03, 0x04), fields: axes)
        return ActiveProcessor(
            processorID: 0, parentModule: .accelerometer, parentRegister: 0x04,
            parentProcessorID: 0xFF, chunkOffset: 0, chunkLength: 6, processorType: type,
            configBytes: config
        ).output(of: signal)
    }

    @Test(arguments: [(0x13, .signed), (0x03, .unsigned)] as [(UInt8, SampleField.Number)])
    func `arithmetic gives signed values if it is to`(head: UInt8, number: SampleField.Number) {
        let fields = Self.output(0x09, [head, 1]).fields
        #expect(fields.map(\.number) == [number, number, number])
        #expect(fields.map(\.size) == [4, 4, 4])
    }

    @Test func `a packer has as many samples as its configuration says, and one`() {
        #expect(Self.output(0x10, [0x05, 0x03]).samplesPerPacket == 4)
        #expect(Self.output(0x10, [0x05, 0x00]).samplesPerPacket == 1)
    }

    @Test(arguments: [(0x31, "tick", 4), (0x10, "count", 2)] as [(UInt8, String, Int)])
    func `an accounter has its tick or its count in front`(head: UInt8, axis: String, size: Int) {
        let fields = Self.output(0x11, [head]).fields
        #expect(fields.map(\.axis) == [axis, "x", "y", "z"])
        #expect(fields[0].size == size && fields[0].number == .unsigned)
    }
}
