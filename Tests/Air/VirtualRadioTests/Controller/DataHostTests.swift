import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import VirtualRadio

/// Data between hosts, and who has room for it.
struct DataHostTests {
    /// An ACL packet of the host: a first fragment with `length` bytes of a frame of its own.
    static func packet(_ length: Int, first: Bool = true, handle: UInt16 = 0x40) -> [UInt8] {
        var packet: [UInt8] = []
        ACLHeader(
            handle: handle, first ? .firstNonFlushable : .continuing, dataLength: length
        ).encode(into: &packet)
        let frame = [UInt8(length - 4), 0, 4, 0] + (4..<max(length, 5)).map { UInt8($0 & 0xFF) }
        return packet
            + (first ? Array(frame.prefix(length)) : (0..<length).map { UInt8($0 & 0xFF) })
    }

    @Test func `a frame crosses in packets of 27 bytes, and is confirmed once`() {
        let bench = HostBench.connected()
        let sent = Self.packet(60)
        bench["A"].send(sent)
        bench.run(.milliseconds(60))
        #expect(bench["A"].takeAll() == [octets("04 13 05 01 40 00 01 00")])
        let got = bench["B"].takeAll()
        #expect(got.map(\.count) == [32, 32, 11])
        #expect(got.map { $0[2] } == [0x20, 0x10, 0x10])
        #expect(got.flatMap { $0.dropFirst(5) } == Array(sent.dropFirst(5)))
    }

    @Test func `a frame that the host cut keeps its cuts`() {
        HostBench.connected().play(
            """
            A> 02 40 00 06 00 05 00 04 00 01 02
            A> 02 40 10 03 00 03 04 05
            + 60 ms
            A< 04 13 05 01 40 00 01 00
            A< 04 13 05 01 40 00 01 00
            B< 02 40 20 06 00 05 00 04 00 01 02
            B< 02 40 10 03 00 03 04 05
            """, opens: false)
    }

    @Test func `more packets than buffers`() {
        let bench = HostBench.connected()
        for _ in 0..<10 { bench["A"].send(Self.packet(20)) }
        #expect(bench["A"].takeAll() == [octets("04 1A 01 01"), octets("04 1A 01 01")])
        bench.run(.milliseconds(200))
        #expect(bench["A"].takeAll().count == 8)
        #expect(bench["B"].takeAll().count == 8)
        bench["A"].send(Self.packet(20))
        bench.run(.milliseconds(60))
        #expect(bench["A"].takeAll() == [octets("04 13 05 01 40 00 01 00")])
    }

    @Test func `data that LE does not know gives its buffer back and goes nowhere`() {
        HostBench.connected().play(
            """
            A> 02 40 30 05 00 01 00 04 00 AA      # a whole PDU that may be flushed
            A< 04 13 05 01 40 00 01 00
            A> 02 40 40 05 00 01 00 04 00 AA      # broadcast
            A< 04 13 05 01 40 00 01 00
            A> 02 40 00 00 00                     # nothing
            A< 04 13 05 01 40 00 01 00
            A> 02 99 00 05 00 01 00 04 00 AA      # for nobody
            + 60 ms
            """, opens: false)
        let bench = HostBench.connected()
        bench["A"].send(Self.packet(252))
        #expect(bench["A"].takeAll().count == 1)
        bench.run(.milliseconds(100))
        #expect(bench["B"].takeAll().isEmpty)
    }

    @Test func `a link that ends takes its packets with it`() {
        let bench = HostBench.connected()
        for _ in 0..<8 { bench["B"].send(Self.packet(251)) }
        _ = bench["A"].command("01 06 04 03 40 00 13")
        bench.run(.milliseconds(100))
        #expect(bench["B"].takeAll().last == octets("04 05 04 00 40 00 13"))
        _ = bench["A"].takeAll()
        bench.play(HostBench.connect, opens: false)
        for _ in 0..<8 { bench["B"].send(Self.packet(20)) }
        // All eight buffers are free again.
        #expect(bench["B"].takeAll().isEmpty)
    }

    /// Core Vol 4, Part E, 4.2.
    @Test func `a host that counts its buffers gets no more than it has`() {
        let bench = HostBench()
        bench.play(
            """
            B> 01 33 0C 07 FB 00 00 02 00 00 00
            B< 04 0E 04 01 33 0C 00
            B> 01 31 0C 01 01
            B< 04 0E 04 01 31 0C 00
            """)
        bench.play(HostBench.connect, opens: false)
        for _ in 0..<8 { bench["A"].send(Self.packet(20)) }
        bench.run(.milliseconds(200))
        #expect(bench["B"].takeAll().count == 2)
        // One event's packets are in the controller; the rest is not acknowledged.
        #expect(bench["A"].takeAll().count == 3)
        bench["B"].send(octets("01 35 0C 05 01 40 00 01 00"))
        #expect(bench["B"].takeAll().count == 1)
        bench.run(.milliseconds(200))
        #expect(bench["B"].takeAll().isEmpty)
        for _ in 0..<7 {
            bench["B"].send(octets("01 35 0C 05 01 40 00 02 00"))
            bench.run(.milliseconds(60))
        }
        #expect(bench["B"].takeAll().count == 5)
        #expect(bench["A"].takeAll().count == 5)
        // Confirming what never was, or for nobody, changes nothing and is not answered.
        bench["B"].send(octets("01 35 0C 05 01 99 00 FF FF"))
        bench["B"].send(octets("01 35 0C 05 01 40 00 FF FF"))
        #expect(bench["B"].takeAll().isEmpty)
        #expect(bench["B"].command("01 31 0C 01 00").first == 0x0C)
    }

    @Test func `a host that has more buffers than before gets what waits for them, in order`() {
        let bench = HostBench()
        bench.play(
            """
            B> 01 33 0C 07 FB 00 00 02 00 00 00
            B< 04 0E 04 01 33 0C 00
            B> 01 31 0C 01 01
            B< 04 0E 04 01 31 0C 00
            """)
        bench.play(HostBench.connect, opens: false)
        for length in 20..<26 { bench["A"].send(Self.packet(length)) }
        bench.run(.milliseconds(200))
        var got = bench["B"].takeAll()
        #expect(got.count == 2)
        bench["B"].send(octets("01 33 0C 07 FB 00 00 08 00 00 00"))
        bench.run(.milliseconds(200))
        got += bench["B"].takeAll().filter { $0[0] == 2 }
        #expect(got.map { $0.count - 5 } == Array(20..<26))
    }

    @Test func `a link that ends gives a host that counts its buffers their room back`() {
        let bench = HostBench()
        bench.play(
            """
            B> 01 33 0C 07 FB 00 00 02 00 00 00
            B< 04 0E 04 01 33 0C 00
            B> 01 31 0C 01 01
            B< 04 0E 04 01 31 0C 00
            """)
        bench.play(HostBench.connect, opens: false)
        for _ in 0..<4 { bench["A"].send(Self.packet(20)) }
        bench.run(.milliseconds(200))
        #expect(bench["B"].takeAll().count == 2)
        // Flow control is chosen while there is no link.
        #expect(bench["B"].command("01 31 0C 01 00").first == 0x0C)
        _ = bench["A"].command("01 06 04 03 40 00 13")
        bench.run(.milliseconds(500))
        // What waited for the link is not delivered to nobody.
        #expect(bench["B"].takeAll() == [octets("04 05 04 00 40 00 13")])
        _ = bench["A"].takeAll()
        bench.play(HostBench.connect, opens: false)
        for _ in 0..<4 { bench["A"].send(Self.packet(20)) }
        bench.run(.milliseconds(200))
        #expect(bench["B"].takeAll().count == 2)
        // A host cannot confirm more than it got.
        bench["B"].send(octets("01 35 0C 05 01 40 00 FF FF"))
        bench.run(.milliseconds(200))
        #expect(bench["B"].takeAll().count == 2)
        for _ in 0..<4 { bench["A"].send(Self.packet(20)) }
        bench.run(.milliseconds(200))
        #expect(bench["B"].takeAll().isEmpty)
    }

    @Test func `flow control of synchronous data is not that of ACL data`() {
        let bench = HostBench()
        bench.play(
            """
            B> 01 33 0C 07 FB 00 00 02 00 00 00
            B< 04 0E 04 01 33 0C 00
            B> 01 31 0C 01 02
            B< 04 0E 04 01 31 0C 00
            """)
        bench.play(HostBench.connect, opens: false)
        for _ in 0..<4 { bench["A"].send(Self.packet(20)) }
        bench.run(.milliseconds(200))
        #expect(bench["B"].takeAll().count == 4)
    }

    /// Core Vol 4, Part E, 7.3.39.
    @Test func `no packet is longer than a host takes`() {
        let bench = HostBench()
        bench.play(
            """
            A> 01 24 20 04 FB 00 48 08
            A< 04 0E 04 01 24 20 00
            B> 01 33 0C 07 32 00 00 03 00 00 00
            B< 04 0E 04 01 33 0C 00
            B> 01 31 0C 01 01
            B< 04 0E 04 01 31 0C 00
            """)
        bench.play(
            HostBench.connect + """
                + 60 ms
                A...
                B...
                """, opens: false)
        let sent = Self.packet(160)
        bench["A"].send(sent)
        bench.run(.milliseconds(60))
        var got = bench["B"].takeAll()
        bench["B"].send(octets("01 35 0C 05 01 40 00 03 00"))
        got += bench["B"].takeAll()
        #expect(got.map { $0.count - 5 } == [50, 50, 50, 10])
        #expect(got.map { $0[2] } == [0x20, 0x10, 0x10, 0x10])
        #expect(got.flatMap { $0.dropFirst(5) } == Array(sent.dropFirst(5)))
    }

    @Test func `a slow host is not acknowledged, and gets everything in the end`() {
        let bench = HostBench.connected()
        bench["B"].controller.isHostSlow = true
        for _ in 0..<8 { bench["A"].send(Self.packet(20)) }
        bench.run(.seconds(3))
        #expect(bench["A"].takeAll().isEmpty)
        #expect(bench["B"].takeAll().isEmpty)
        bench["B"].controller.isHostSlow = false
        bench.run(.milliseconds(200))
        #expect(bench["A"].takeAll().count == 8)
        #expect(bench["B"].takeAll().count == 8)
    }

    @Test func `output is told once until it is taken`() {
        let bench = HostBench("A")
        bench["A"].reads = false
        for _ in 0..<3 { bench["A"].send(octets("01 09 10 00")) }
        #expect(bench["A"].calls == 1)
        bench["A"].reads = true
        var bytes = octets("EE")
        bench["A"].controller.takeOutput(into: &bytes)
        #expect(bytes.count == 1 + 3 * 13)
        bench["A"].send(octets("01 09 10 00"))
        #expect(bench["A"].calls == 2)
    }

    final class Tap: HCITap {
        var lines: [String] = []
        func packet(_ bytes: Span<UInt8>, sentByHost: Bool, at: Instant) {
            lines.append(
                "\(at.nanoseconds / 1_000_000) \(sentByHost ? ">" : "<") \(hex(bytes.array()))")
        }
    }

    @Test func `a tap sees whole packets in order`() {
        let bench = HostBench("A")
        let tap = Tap()
        bench["A"].controller.tap = tap
        bench["A"].send(octets("01 03 0C 00"))
        bench.run(.milliseconds(7))
        bench["A"].send(octets("01 25 20 00"))
        bench["A"].send(octets("FF"))
        #expect(
            tap.lines == [
                "0 > 01 03 0C 00", "0 < 04 0E 04 01 03 0C 00", "7 > 01 25 20 00",
                "7 < 04 0F 04 00 01 25 20", "7 > FF",
            ])
        #expect(bench.lines.text.contains { $0.contains("host A  hci  > Reset") })
    }

    /// A board as the host sees it: discovered by its service, read, and notifying.
    @Test func `a link begins with 1M and 27 bytes, whatever the world's radios can do`() {
        let bench = HostBench("A", radio: Radio(phy: .twoMegabit, dataLength: 251))
        bench.air.add(Lamp())
        bench.play(
            """
            A> 01 0D 20 19 10 00 10 00 00 01 01 00 00 00 00 C0 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            + 150 ms
            A...
            A> 01 30 20 02 40 00
            A< 04 0E 08 01 30 20 00 40 00 01 01
            A> 01 22 20 06 40 00 FB 00 48 08
            A< 04 0E 06 01 22 20 00 40 00
            + 60 ms
            A< 04 3E 0B 07 40 00 FB 00 48 08 FB 00 48 08
            """)
    }

    @Test func `requests of a host that does not read wait like their answers`() {
        let bench = HostBench("A")
        bench.air.add(Lamp())
        bench.play(
            """
            A> 01 0D 20 19 10 00 10 00 00 01 01 00 00 00 00 C0 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            + 150 ms
            A...
            """)
        bench["A"].controller.isHostSlow = true
        var confirmed = 0
        for _ in 0..<1_000 {
            bench["A"].send(octets("02 40 00 0B 00 07 00 04 00 08 01 00 FF FF 19 2A"))
            bench.run(.milliseconds(30))
            confirmed += bench["A"].takeAll().filter { $0[1] == 0x13 }.count
        }
        #expect((50...70).contains(confirmed))
        bench["A"].controller.isHostSlow = false
        bench.run(.seconds(5))
        #expect(bench["A"].takeAll().filter { $0[0] == 2 }.count == confirmed + 8)
    }

    @Test func `a host reads and subscribes at a simulated peripheral`() {
        let bench = HostBench("A")
        let lamp = Lamp()
        bench.air.add(lamp)
        bench.play(
            """
            A> 01 0C 20 02 01 01
            A< 04 0E 04 01 0C 20 00
            + 150 ms
            A< 04 3E 0F 02 01 00 01 01 00 00 00 00 C0 03 02 01 06 D8
            A> 01 0C 20 02 00 00
            A< 04 0E 04 01 0C 20 00
            A> 01 0D 20 19 10 00 10 00 00 01 01 00 00 00 00 C0 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            + 150 ms
            A< 04 3E 1F 0A 00 40 00 00 01 01 00 00 00 00 C0 \(HostBench.zeroes) 18 00 00 00 F4 01 00
            A< 04 3E 04 14 40 00 00                            # algorithm 1
            A> 02 40 00 0B 00 07 00 04 00 08 01 00 FF FF 19 2A  # read by type 2A19
            + 100 ms
            A< 04 13 05 01 40 00 01 00
            A< 02 40 20 09 00 05 00 04 00 09 03 ?? 00 64
            """)
        #expect(lamp.central == Address(0x00_1B_DC_00_00_0A, kind: .publicDevice))
        #expect(bench["A"].command("01 06 04 03 40 00 13").first == 0)
        bench.run(.milliseconds(100))
        #expect(lamp.central == nil)
    }
}

/// A peripheral with one value.
final class Lamp: Peripheral {
    let name = "lamp"
    let address = Address(0xC0_0000_000001)
    let gapName = "Lamp"
    let gapAppearance: UInt16 = 0
    let services = [
        Service(
            "180F", characteristics: [Characteristic("2A19", id: ValueID(1), properties: .read)])
    ]
    var central: Address?

    var advertisement: Advertisement? {
        central == nil ? Advertisement(data: [2, 1, 6], interval: .milliseconds(100)) : nil
    }

    func attach(to link: any PeripheralLink) {}
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) { self.central = central }
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) { central = nil }
    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] { [100] }
    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) { throw .writeNotPermitted }
    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {}
}
