import Testing
import Wire

@testable import VeltoKit

@Suite struct ParserTests {
    private func bytes(_ hex: String) -> [UInt8] { Hex.bytes(hex) ?? [] }

    @Test(arguments: [
        ("22 00 D0 07 00 00 00 00", [[1, 0, 0]], 0),
        ("22 00 30 F8 E8 03 18 FC", [[-1, 0.5, -0.5]], 0),
        ("22 01 64 00 00 00 00 00", [], 0),
        ("DE AD 22 11 22 00 C8 00 90 01 58 02", [[0.1, 0.2, 0.3]], 0),
        // A real frame is one block of its gyroscope; its acceleration waits for more.
        ("22 00 8F 00 E2 FE AD 01 18 00 00 00 FE F7", [[0.0715, -0.143, 0.2145]], 6),
        ("22 00 34", [], 3),
    ])
    func `blocks are found wherever they are`(hex: String, blocks: [[Double]], left: Int) {
        var buffer = BLEGyroParser.buffer
        buffer.append(bytes(hex))
        var found: [[Double]] = []
        BLEGyroParser.drain(&buffer) { found.append([$0.x, $0.y, $0.z]) }
        #expect(found == blocks && buffer.count == left)
    }

    @Test(arguments: [
        (VeltoVersion.seed, [1, 4, 7]), (.current, [1, 4, 6]),
    ])
    func `each version has its own edges of the button`(version: VeltoVersion, edges: [Int]) {
        var detector = ButtonDetector(version)
        let found = ([0, 1, 1, 0, 1, 0, 2, 1] as [UInt8]).enumerated().filter {
            detector.process([0x22, $0.element])
        }
        #expect(found.map(\.offset) == edges)
    }

    @Test func `a frame with footer carries flags, one without does not`() {
        let footed = bytes("22 00 28 00 EC FF 20 00 10 00 C0 FF 18 00 03 F7")
        for (packet, flags) in [(footed, 3), (Array(footed[..<14]), 0)] as [([UInt8], UInt8)] {
            var buffer = PacketBuffer(limit: 64, kept: 64)
            buffer.append(packet)
            var samples: [MotionSample] = []
            TrikiMotionProtocol.drain(&buffer) { samples.append($0) }
            #expect(samples.count == 1 && buffer.count == 0)
            #expect(samples.first?.flags == flags)
            #expect(samples.first?.sensors.gyroZ == -1)
            #expect(samples.first?.sensors.speed == 0.25)
        }
    }

    /// A last byte that waited would become a mini frame with the next notification.
    @Test(arguments: [(0x01, 0), (0x22, 1)])
    func `nothing of a frame with a wrong footer waits but the first byte of a header`(
        last: UInt8, left: Int
    ) {
        var buffer = PacketBuffer(limit: 64, kept: 64)
        buffer.append(bytes("22 00 28 00 EC FF 20 00 10 00 C0 FF 18 00 03") + [last])
        var samples = 0
        TrikiMotionProtocol.drain(&buffer) { _ in samples += 1 }
        #expect(samples == 0 && buffer.count == left)
    }

    @Test func `a lone byte waits for the rest of a mini frame`() {
        var buffer = PacketBuffer(limit: 64, kept: 64)
        var flags: [UInt8] = []
        for byte in [0x02, 0xF7] as [UInt8] {
            buffer.append([byte])
            TrikiMotionProtocol.drain(&buffer) { flags.append($0.flags) }
        }
        #expect(flags == [2])
    }

    @Test func `the motion of the seed version is that of the smoothed gyroscope`() {
        var parser = MotionParser(.seed)
        let motions = (0..<5).map { index in
            parser.process(
                bytes("22 00 00 00 00 00 20 00 10 00 C0 FF 00 00"), at: Double(index) / 60)
            return parser.sensors(at: 0).motion
        }
        #expect(abs(motions[0] - 0.3666) < 1e-4 && abs(motions[4] - 0.9791) < 1e-4)
    }

    @Test(arguments: [
        (VeltoVersion.seed, [0.09, 0.1638, 0.224316, 0.273_939_12, 0.314_630_078]),
        (.current, [0.5, 0.5, 0.5, 0.5, 0.5]),
    ])
    func `sensors follow as fast as the version says`(version: VeltoVersion, tilts: [Double]) {
        var parser = MotionParser(version)
        let packet = bytes("22 00 28 00 EC FF 20 00 10 00 C0 FF 18 00")
        for (index, tilt) in tilts.enumerated() {
            parser.process(packet, at: Double(index) / 60)
            #expect(abs(parser.sensors(at: 0).tiltX - tilt) < 1e-9)
        }
    }

    @Test func `a frame cut in three is one frame`() {
        var parser = MotionParser(.current)
        let frame = bytes("22 00 28 00 EC FF 20 00 10 00 C0 FF 18 00")
        for part in [frame[..<5], frame[5..<6], frame[6...]] {
            parser.process(Array(part), at: 0)
        }
        #expect(parser.sensors(at: 0).tiltX == 0.5 && parser.waiting == 0)
    }

    @Test func `impulses keep their distance and are taken once`() {
        var parser = MotionParser()
        let shaken = bytes("22 00 00 00 00 00 00 00 00 00 00 00 00 00 02 F7")
        var times: [Double] = []
        for step in 0..<5 {
            parser.process(shaken, at: Double(step) * 0.04)
            if parser.consumeImpulses().shake { times.append(Double(step) * 0.04) }
            #expect(!parser.consumeImpulses().shake)
        }
        #expect(times == [0, 0.12])
    }

    @Test func `a mini frame shakes but does not click`() {
        var parser = MotionParser()
        parser.process([0x01, 0xF7], at: 0)
        #expect(parser.consumeImpulses() == MotionParser.Impulses())
        parser.process([0x02, 0xF7], at: 0.1)
        #expect(parser.consumeImpulses().shake)
    }

    @Test func `no buffer grows beyond its limit`() {
        var buffer = PacketBuffer(limit: 512, kept: 256)
        buffer.append(Array(repeating: 1, count: 100_000))
        #expect(buffer.count == 256)
        for _ in 0..<100 {
            buffer.append([1, 2, 3, 4, 5, 6, 7])
            #expect(buffer.count <= 512)
        }
    }
}
