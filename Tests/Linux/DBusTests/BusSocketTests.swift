import EventLoop
import Glibc
import Testing

@testable import DBus

@Suite struct BusSocketTests {
    /// A program that is just being started has a copy of every descriptor until it runs.
    @Test func `who is disconnected notices it while somebody has a copy of the socket`() throws {
        let (bus, client) = try Descriptor.packetPair()
        let copy = Descriptor(dup(bus.number))
        let socket = BusSocket(bus, on: try EventLoop())
        #expect(!client.isHungUp)
        socket.close()
        #expect(client.isHungUp)
        // The copy is open until here.
        withExtendedLifetime(copy) {}
    }
}
