import Simulation
import Testing

@testable import VeltoKit

/// The buffer against an array from which what was read is removed at once.
@Suite struct PacketBufferTests {
    @Test(arguments: [(8, 4), (64, 64), (512, 256)])
    func `what waits is what came and was not read, at most the newest`(limit: Int, kept: Int) {
        var random = RandomStream(seed: UInt64(limit), purpose: "packet buffer")
        var buffer = PacketBuffer(limit: limit, kept: kept)
        var model: [UInt8] = []
        for _ in 0..<5_000 {
            if random.below(2) == 0 {
                let length = random.below(UInt64(random.below(20) == 0 ? 3 * limit : limit / 2))
                let packet = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                buffer.append(packet)
                model += packet
                if model.count > limit { model.removeFirst(model.count - kept) }
            } else if random.below(100) == 0 {
                buffer.clear()
                model = []
            } else {
                let count = Int(random.below(UInt64(limit)))
                buffer.consume(count)
                model.removeFirst(min(count, model.count))
            }
            #expect(buffer.bytes == model && buffer.count == model.count)
            #expect(buffer.span.indices.map { buffer.span[$0] } == model)
        }
    }

    @Test func `bytes that are never read to the end take no more room`() throws {
        var buffer = PacketBuffer(limit: 64, kept: 32)
        buffer.append([0])
        for value in 0..<10_000 {
            buffer.append([UInt8(truncatingIfNeeded: value), 0])
            buffer.consume(2)
        }
        #expect(buffer.bytes == [0])
        let storage = Mirror(reflecting: buffer).descendant("storage") as? [UInt8]
        #expect(try #require(storage).count <= 256)
    }
}
