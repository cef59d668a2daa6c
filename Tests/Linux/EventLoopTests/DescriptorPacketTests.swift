import Testing

@testable import EventLoop

@Suite struct DescriptorPacketTests {
    private func bytes(_ count: Int, _ byte: UInt8 = 7) -> [UInt8] {
        .init(repeating: byte, count: count)
    }

    private func send(_ packet: [UInt8], by end: Descriptor) -> Bool { end.sendPacket(packet.span) }

    @Test func `packets stay apart, both ways`() throws {
        let (near, far) = try Descriptor.packetPair()
        for count in [1, 20, 512] { #expect(send(bytes(count), by: near)) }
        #expect(send([9], by: far))
        for count in [1, 20, 512] {
            #expect(far.readPacket(atMost: 512) == .packet(bytes(count)))
        }
        #expect(far.readPacket(atMost: 512) == .nothing)
        #expect(near.readPacket(atMost: 512) == .packet([9]))
    }

    @Test func `the rest of a long packet is lost, and the next one is whole`() throws {
        let (near, far) = try Descriptor.packetPair()
        #expect(send(bytes(600), by: near))
        #expect(send(bytes(3, 1), by: near))
        #expect(far.readPacket(atMost: 512) == .packet(bytes(512)))
        #expect(far.readPacket(atMost: 512) == .packet(bytes(3, 1)))
    }

    @Test func `what was sent before the end comes before it`() throws {
        let far: Descriptor
        do {
            let (near, other) = try Descriptor.packetPair()
            #expect(send([1], by: near))
            far = other
        }
        #expect(far.readPacket(atMost: 512) == .packet([1]))
        #expect(far.readPacket(atMost: 512) == .ended)
        #expect(!send([1], by: far))
    }

    @Test func `neither end waits for one that does not read`() throws {
        let (near, far) = try Descriptor.packetPair()
        var sent = 0
        while send(bytes(20), by: near), sent < 100_000 { sent += 1 }
        #expect((1..<100_000).contains(sent))
        var read = 0
        while case .packet = far.readPacket(atMost: 512) { read += 1 }
        #expect(read == sent)
        #expect(send(bytes(20), by: near))
    }
}
