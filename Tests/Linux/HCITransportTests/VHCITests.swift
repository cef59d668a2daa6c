import Checkout
import EventLoop
import Glibc
import Testing

@testable import HCITransport

@Suite struct VHCITests {
    private func failure(_ path: String) -> String {
        do throws(RadioError) {
            _ = try VHCI.open(path)
            return "opened"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a missing device is an error with its fix`() {
        #expect(
            failure("/dev/no-such-device")
                == "vhci: /dev/no-such-device: No such file or directory;"
                + " load it with `modprobe hci_vhci` as root, or use hci-tcp or hci-unix")
        #expect(failure("/dev/full").hasPrefix("vhci: /dev/full: No space left on device"))
        #expect(failure("/").hasPrefix("vhci: /: Is a directory"))
    }

    @Test(.enabled(if: geteuid() != 0, "root may open every device"))
    func `a device without permission is one too`() {
        #expect(
            failure("/dev/mem").contains("Permission denied; run as root, or give your user access")
        )
    }

    /// A kernel that is played: sockets that keep packets apart, as the device does.
    private struct Kernel {
        let bench: ServerBench
        let kernel: TestHost
        let port: StubPort

        init() throws {
            bench = try ServerBench()
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            kernel = TestHost(ends[1])
            let descriptor = Descriptor(ends[0])
            try VHCI.create(on: descriptor)
            #expect(kernel.take() == [0xFF, 0x00])
            bench.server.attachKernel(descriptor)
            port = bench.ports[0]
        }
    }

    @Test func `the controller is made, and learns its number`() throws {
        let kernel = try Kernel()
        #expect(kernel.port.name == "vhci")
        kernel.kernel.send([0xFF, 0x00, 0x02, 0x00])
        try kernel.bench.turn { kernel.bench.events.count == 2 }
        #expect(
            kernel.bench.events == ["host 1 attached: vhci", "host 1 attached: vhci, hci2 here"])
        #expect(kernel.port.received.isEmpty)
    }

    @Test func `one packet is one read and one write`() throws {
        let kernel = try Kernel()
        for packet in Packets.all { kernel.kernel.send(packet) }
        try kernel.bench.turn { kernel.port.received.count == Packets.all.count }
        #expect(kernel.port.received == Packets.all)

        let packets = [
            Packets.resetComplete, Packets.readRequest, Packets.data(300), Packets.synchronous,
            Packets.isochronous, [0x04, 0x3E, 0x00],
        ]
        for packet in packets { kernel.port.say(packet) }
        kernel.bench.server.flush()
        for packet in packets { #expect(kernel.kernel.take() == packet) }
        #expect(kernel.kernel.take().isEmpty && !kernel.kernel.sawEnd)
    }

    @Test(.slow) func `packets that the device has no room for come later, each whole`() throws {
        let kernel = try Kernel()
        for _ in 0..<3000 { kernel.port.say(Packets.data(251)) }
        kernel.bench.server.flush()
        var count = 0
        try kernel.bench.turn {
            let packet = kernel.kernel.take()
            if !packet.isEmpty {
                count += 1
                #expect(packet == Packets.data(251))
            }
            return count == 3000
        }
    }

    @Test func `a kernel that is gone ends its controller`() throws {
        let kernel = try Kernel()
        kernel.kernel.close()
        try kernel.bench.turn { kernel.port.isDetached }
        kernel.bench.server.flush()
        #expect(kernel.bench.server.hostCount == 0)
    }
}
