import Checkout
import EventLoop
import Testing

@testable import HCITransport

@Suite struct HCIServerTests {
    @Test(arguments: ServerBench.Kind.allCases)
    func `packets go both ways, to each host its own`(kind: ServerBench.Kind) throws {
        let bench = try ServerBench()
        let address = try bench.open(kind)
        bench.answer = { host, packet in
            packet == Packets.reset ? Packets.resetComplete + [0x04, 0xFF, 0x01, UInt8(host)] : []
        }
        let (first, firstPort) = try bench.attach(address)
        let (second, secondPort) = try bench.attach(address)
        #expect(firstPort.host == 1 && secondPort.host == 2)
        #expect(bench.server.hostCount == 2)

        for packet in Packets.all { first.send(packet) }
        second.send(Packets.reset)
        let answer = Packets.resetComplete + [0x04, 0xFF, 0x01]
        #expect(try bench.receive(11, at: first) == answer + [1])
        #expect(try bench.receive(11, at: second) == answer + [2])
        #expect(firstPort.received == Packets.all)
        #expect(secondPort.received == [Packets.reset])
        #expect(bench.inputs > 0)

        // What the controller has to say by itself goes out with the next flush, as one piece.
        secondPort.say([0x04, 0x3E, 0x00])
        secondPort.say([0x04, 0x05, 0x00])
        #expect(try bench.receive(6, at: second) == [0x04, 0x3E, 0x00, 0x04, 0x05, 0x00])
        #expect(first.take() == [])
    }

    @Test(arguments: ServerBench.Kind.allCases)
    func `packets are whole, however the bytes come`(kind: ServerBench.Kind) throws {
        let bench = try ServerBench()
        let (host, port) = try bench.attach(try bench.open(kind))
        let stream = Packets.all.flatMap { $0 }
        for byte in stream {
            host.send([byte])
            for _ in 0..<3 { bench.loop.turn(mayBlock: false) }
        }
        try bench.turn { port.received.count == Packets.all.count }
        #expect(port.received == Packets.all)
        host.send(stream + stream)
        try bench.turn { port.received.count == 3 * Packets.all.count }
        #expect(port.received == Packets.all + Packets.all + Packets.all)
    }

    @Test func `the longest packets pass`() throws {
        let bench = try ServerBench()
        let (host, port) = try bench.attach(try bench.open(.unix))
        let command = [0x01, 0x00, 0xFC, 0xFF] + [UInt8](repeating: 9, count: 255)
        let packets = [Packets.data(0), Packets.data(4_091), command]
        var rest = packets.flatMap { $0 }[...]
        try bench.turn {
            rest = rest.dropFirst(host.send(rest))
            return port.received.count == packets.count
        }
        #expect(port.received == packets)
    }

    @Test(arguments: [
        (Array("GET / HTTP/1.1\r\n".utf8) as [UInt8], "a packet that begins with 0x47", 0),
        ([0x00], "a packet that begins with 0x0,", 0),
        ([0xFF, 0x00], "a packet that begins with 0xff", 0),
        // An event is the controller's to send.
        (Packets.resetComplete, "an event packet", 0),
        (Packets.reset + [0x06], "a packet that begins with 0x6", 4),
        (Array(Packets.all.joined()) + [0x81, 0x02], "a packet that begins with 0x81", 42),
        (Packets.reset + Packets.data(4_092), "acl packet of 4097 bytes, more than 4096", 4),
    ])
    func `garbage ends its host alone, and is named`(bytes: [UInt8], words: String, offset: Int)
        throws
    {
        let bench = try ServerBench()
        let address = try bench.open(.tcp)
        bench.answer = { _, packet in packet == Packets.reset ? Packets.resetComplete : [] }
        let (bad, badPort) = try bench.attach(address)
        let (good, goodPort) = try bench.attach(address)
        good.send(Packets.reset.prefix(2))
        bad.send(bytes)
        try bench.turn { bench.server.hostCount == 1 }
        #expect(badPort.isDetached && !goodPort.isDetached)
        #expect(bench.events.count == 3)
        #expect(
            bench.events[2].contains(": disconnected at its byte \(offset): \(words)"),
            "\(bench.events[2])")
        good.send(Packets.reset.dropFirst(2))
        #expect(try bench.receive(7, at: good) == Packets.resetComplete)
        try bench.turn {
            _ = bad.take()
            return bad.sawEnd
        }
        // What was right before is done and answered.
        #expect(badPort.received.count == (offset == 0 ? 0 : offset == 4 ? 1 : 5))
    }

    @Test(arguments: ServerBench.Kind.allCases)
    func `a host that closes its sending side still gets its answer`(kind: ServerBench.Kind) throws
    {
        let bench = try ServerBench()
        bench.answer = { _, _ in Packets.resetComplete }
        let (host, port) = try bench.attach(try bench.open(kind))
        host.send(Packets.reset)
        host.closeSending()
        #expect(try bench.receive(7, at: host) == Packets.resetComplete)
        try bench.turn { port.isDetached }
        #expect(bench.events[1].hasPrefix("host 1 left: hci-"))
        #expect(!bench.events[1].contains("packet"))
    }

    @Test func `an end in the middle of a packet is told`() throws {
        let bench = try ServerBench()
        let (host, port) = try bench.attach(try bench.open(.tcp))
        host.send(Packets.reset + Packets.eventMask.dropLast())
        host.close()
        try bench.turn { port.isDetached }
        #expect(port.received == [Packets.reset])
        #expect(bench.events[1].hasSuffix(": in the middle of a packet, 11 bytes of it"))
    }

    @Test func `a reset connection ends its host alone`() throws {
        let bench = try ServerBench()
        let address = try bench.open(.tcp)
        let (host, port) = try bench.attach(address)
        let (quiet, other) = try bench.attach(address)
        host.send(Packets.reset)
        host.reset()
        try bench.turn { port.isDetached }
        #expect(bench.events[2].hasSuffix(": Connection reset by peer"), "\(bench.events)")
        #expect(!other.isDetached)
        // Too late to say anything.
        port.say(Packets.resetComplete)
        bench.server.flush()
        #expect(bench.server.hostCount == 1)
        quiet.close()
    }

    /// Without care, the signal SIGPIPE would end the process.
    @Test(arguments: ServerBench.Kind.allCases)
    func `writing to a host that is gone is an end, not a signal`(kind: ServerBench.Kind) throws {
        let bench = try ServerBench()
        let (host, port) = try bench.attach(try bench.open(kind))
        host.close()
        for _ in 0..<3 where !port.isDetached {
            port.say(Packets.resetComplete)
            bench.server.flush()
        }
        try bench.turn { port.isDetached }
        #expect(bench.server.hostCount == 0)
    }

    @Test func `a host that does not read is slow, then quick again, and loses nothing`() throws {
        let bench = try ServerBench(limits: .init(high: 10_000, low: 1_000, most: 1 << 20))
        let (host, port) = try bench.attach(try bench.open(.unix))
        var said: [UInt8] = []
        while port.slowness.isEmpty {
            let packet: [UInt8] =
                [0x04, 0xFF, 200] + (0..<200).map { UInt8(truncatingIfNeeded: $0 + said.count) }
            said += packet
            port.say(packet)
            bench.server.flush()
            try #require(said.count < 10_000_000)
        }
        #expect(port.slowness == [true])
        #expect(bench.server.hostCount == 1)
        var got: [UInt8] = []
        try bench.turn {
            got += host.take(atMost: 3_000)
            return got.count == said.count
        }
        #expect(got == said)
        #expect(port.slowness == [true, false])
    }

    @Test func `a host that never reads is sent away at the limit`() throws {
        let bench = try ServerBench(limits: .init(high: 10_000, low: 1_000, most: 50_000))
        let address = try bench.open(.tcp)
        let (host, port) = try bench.attach(address)
        let (quiet, other) = try bench.attach(address)
        let packet = [0x04, 0xFF, 250] + [UInt8](repeating: 1, count: 250)
        var count = 0
        while !port.isDetached {
            port.say(packet)
            bench.server.flush()
            count += 1
            try #require(count < 1_000_000)
        }
        #expect(bench.events[2].contains(": disconnected, it does not read: 50"), "\(bench.events)")
        #expect(bench.events[2].hasSuffix(" bytes are queued for it"))
        #expect(!other.isDetached && bench.server.hostCount == 1)
        host.close()
        quiet.close()
    }

    @Test(.slow, arguments: ServerBench.Kind.allCases)
    func `a thousand hosts come and go`(kind: ServerBench.Kind) throws {
        let bench = try ServerBench()
        let address = try bench.open(kind)
        bench.answer = { _, _ in Packets.resetComplete }
        for number in 1...1000 {
            let (host, port) = try bench.attach(address)
            host.send(Packets.reset)
            #expect(try bench.receive(7, at: host) == Packets.resetComplete)
            host.close()
            try bench.turn { port.isDetached }
            #expect(port.host == number)
        }
        #expect(bench.server.hostCount == 0)
        #expect(bench.events.count == 2000)
    }

    @Test func `hosts that come at once are all let in`() throws {
        let bench = try ServerBench()
        let address = try bench.open(.unix)
        let hosts = (0..<150).compactMap { _ in TestHost(to: address) }
        #expect(hosts.count == 150)
        try bench.turn(atMost: 1000) { bench.server.hostCount == 150 }
        bench.answer = { host, _ in [0x04, 0xFF, 0x01, UInt8(host)] }
        for host in hosts { host.send(Packets.reset) }
        for (index, host) in hosts.enumerated() {
            #expect(try bench.receive(4, at: host) == [0x04, 0xFF, 0x01, UInt8(index + 1)])
        }
    }

    @Test func `a closed server has let every controller go`() throws {
        let bench = try ServerBench()
        let address = try bench.open(.unix)
        let (host, port) = try bench.attach(address)
        port.say(Packets.resetComplete)
        bench.server.close()
        #expect(port.isDetached && port.onOutput == nil)
        #expect(TestHost(to: address) == nil)
        #expect(host.take() == Packets.resetComplete)
        #expect(host.take().isEmpty && host.sawEnd)
    }

    @Test func `one host's end may be another one's news`() throws {
        let bench = try ServerBench()
        let address = try bench.open(.unix)
        let (first, firstPort) = try bench.attach(address)
        let (second, secondPort) = try bench.attach(address)
        // The link between the two ends: Disconnection Complete, Core Vol 4, Part E, 7.7.5.
        let news: [UInt8] = [0x04, 0x05, 0x04, 0x00, 0x40, 0x00, 0x08]
        bench.answer = { host, _ in
            secondPort.say(news)
            return host == 1 ? [0x04] : []
        }
        first.send(Packets.reset + [0x00])
        #expect(try bench.receive(news.count, at: second) == news)
        #expect(firstPort.isDetached && !secondPort.isDetached)
    }
}
