import CapProtocol
import Testing

@Suite struct CapFrameTests {
    /// Rest with the metal face up, as the protocol has it (triki-motion 1.1).
    private static let frame: [UInt8] = [
        0x22, 0x01, 0x0C, 0x00, 0xE1, 0xFF, 0xEA, 0xFF, 0x18, 0x00, 0x00, 0x00, 0xFE, 0xF7,
    ]

    @Test func `a frame is read in physical units`() throws {
        let frame = try #require(CapFrame(Self.frame))
        #expect(frame.isButtonDown)
        #expect(frame.rotationCounts == [12, -31, -22])
        #expect(frame.accelerationCounts == [24, 0, -2050])
        #expect(
            abs(frame.rotation[1] + 2.170) < 0.001 && abs(frame.acceleration[2] + 1.001) < 0.001)
    }

    @Test(arguments: [0, 13, 15])
    func `another length is no frame`(length: Int) {
        #expect(CapFrame(Array((Self.frame + [0]).prefix(length))) == nil)
    }

    @Test func `a frame cut in three is one frame`() {
        var reader = CapFrameReader()
        let parts = [Self.frame[..<5], Self.frame[5..<6], Self.frame[6...]]
        let found = parts.flatMap { reader.process(Array($0)) }
        #expect(found.map(\.bytes) == [Self.frame] && reader.droppedBytes == 0)
    }

    @Test func `bytes outside a frame are counted and skipped`() {
        var reader = CapFrameReader()
        let found = reader.process([0x85, 0x22, 0x07] + Self.frame + [0x22])
        #expect(found.map(\.bytes) == [Self.frame] && reader.droppedBytes == 3)
        #expect(reader.process(Array(Self.frame.dropFirst())).count == 1)
    }

    @Test func `a status of any value is read if it may be one`() {
        let counting = (0..<16).map { [0x22, UInt8($0)] + Self.frame.dropFirst(2) }
        let stream = [0x85, 0x00] + counting.flatMap(\.self)
        for length in [1, 9, 14, 20, 244] {
            var reader = CapFrameReader(status: .any)
            var flags = CapFrameReader(status: .flag)
            var found: [CapFrame] = [], read: [CapFrame] = []
            for start in stride(from: 0, to: stream.count, by: length) {
                let packet = Array(stream[start..<min(start + length, stream.count)])
                found += reader.process(packet)
                read += flags.process(packet.span)
            }
            #expect(found.map(\.bytes) == counting && found.map(\.status) == Array(0...15))
            #expect(reader.droppedBytes == 2)
            #expect(read.map(\.status) == [0, 1] && flags.droppedBytes == 2 + 14 * 14)
        }
    }

    @Test func `the answer to START is left out, even within a frame`() {
        var reader = CapFrameReader()
        #expect(reader.process(Array(Self.frame.prefix(7))).isEmpty)
        #expect(reader.process([0x21, 0, 0, 0, 0]).isEmpty)
        #expect(reader.process(Array(Self.frame.dropFirst(7))).map(\.bytes) == [Self.frame])
        #expect(reader.droppedBytes == 5)
        #expect(!CapCommand.isAnswer([0x21, 0, 0, 0, 1].span) && !CapCommand.isAnswer([0x21].span))
    }

    @Test func `START is told from STOP by its rate`() {
        #expect(CapCommand.isStart(CapCommand.start(hertz: 256)))
        #expect(!CapCommand.isStart(CapCommand.stop) && !CapCommand.isStart([0x20]))
        #expect(!CapCommand.isStart(CapCommand.start(hertz: 0)))
    }

    @Test func `commands have the bytes of the protocol`() {
        #expect(CapCommand.start(hertz: 26) == [0x20, 0x10, 0x00, 0xD0, 0x07, 0x1A, 0x00, 0x03])
        #expect(CapCommand.start(hertz: 416) == [0x20, 0x10, 0x00, 0xD0, 0x07, 0xA0, 0x01, 0x03])
        #expect(CapCommand.stop == [0x20, 0, 0, 0, 0, 0, 0])
    }
}
