import Bluetooth
import Simulation
import Testing

@testable import VirtualRadio

/// What two hosts do on a link between them.
struct ConnectionHostTests {
    @Test func `connecting and disconnecting, and what each side sees`() {
        HostBench.connected().play(
            """
            A> 01 06 04 03 40 00 13
            A< 04 0F 04 00 01 06 04
            + 60 ms
            A< 04 05 04 00 40 00 16
            B< 04 05 04 00 40 00 13
            A> 01 06 04 03 40 00 13          # it is no longer there
            A< 04 0F 04 02 01 06 04
            """, opens: false)
    }

    static let reasons: [(UInt8, isAllowed: Bool)] = [
        (0x05, true), (0x13, true), (0x14, true), (0x15, true), (0x1A, true), (0x29, true),
        (0x3B, true), (0x00, false), (0x08, false), (0x16, false), (0x3E, false), (0xFF, false),
    ]

    @Test(arguments: reasons)
    func `reasons that a host may give`(_ reason: UInt8, _ isAllowed: Bool) {
        let bench = HostBench.connected()
        let status = bench["B"].command("01 06 04 03 40 00 \(hex([reason]))").first
        #expect(status == (isAllowed ? 0 : 0x12))
        bench.run(.milliseconds(100))
        #expect(
            bench["A"].takeAll() == (isAllowed ? [octets("04 05 04 00 40 00 ") + [reason]] : []))
        #expect(bench["B"].takeAll() == (isAllowed ? [octets("04 05 04 00 40 00 16")] : []))
    }

    @Test func `an older host gets the plain event, and only if it wants it`() {
        let bench = HostBench()
        bench.open()
        #expect(bench["A"].command("01 01 20 08 1F 00 00 00 00 00 00 00").first == 0)
        #expect(bench["B"].command("01 01 20 08 1E 00 00 00 00 00 00 00").first == 0)
        bench.play(
            """
            B> 01 0A 20 01 01
            B< 04 0E 04 01 0A 20 00
            A> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            + 2 s
            A< 04 3E 13 01 00 40 00 00 00 0B 00 00 DC 1B 00 18 00 00 00 F4 01 00
            """, opens: false)
    }

    @Test func `connecting is cancelled`() {
        HostBench().play(
            """
            A> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            + 1 s
            A> 01 0E 20 00
            A< 04 0E 04 01 0E 20 00
            A< 04 3E 1F 0A 02 \(HostBench.zeroes)\(HostBench.zeroes) 00 00 00 00 00
            """)
    }

    @Test func `connecting by the accept list, and not to whom one is connected`() {
        HostBench.connected("ABC").play(
            """
            A> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 0B 01 0D 20
            A> 01 11 20 07 00 0C 00 00 DC 1B 00
            A< 04 0E 04 01 11 20 00
            A> 01 0D 20 19 10 00 10 00 01 00 00 00 00 00 00 00 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            C> 01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 00
            C< 04 0E 04 01 06 20 00
            C> 01 0A 20 01 01
            C< 04 0E 04 01 0A 20 00
            + 60 ms
            C< 04 3E 1F 0A 00 40 00 01 00 0A 00 00 DC 1B 00 \(HostBench.zeroes) 18 00 00 00 F4 01 00
            C< 04 3E 04 14 40 00 01
            A< 04 3E 1F 0A 00 41 00 00 00 0C 00 00 DC 1B 00 \(HostBench.zeroes) 18 00 00 00 F4 01 00
            A< 04 3E 04 14 41 00 01
            """, opens: false)
    }

    /// The advertiser's filter: the central takes the link for made, and hears nothing.
    @Test func `a central that the peripheral does not accept`() {
        HostBench().play(
            """
            B> 01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 02
            B< 04 0E 04 01 06 20 00
            B> 01 0A 20 01 01
            B< 04 0E 04 01 0A 20 00
            A> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 00 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            + 60 ms
            A< 04 3E 1F 0A 00 40 00 00 00 0B 00 00 DC 1B 00 \(HostBench.zeroes) 18 00 00 00 F4 01 00
            A< 04 3E 04 14 40 00 00
            + 300 ms
            A< 04 05 04 00 40 00 3E
            """)
    }

    @Test func `an extended set that is connected to`() {
        let bench = HostBench()
        bench.play(
            """
            B> 01 36 20 19 07 01 00 20 00 00 20 00 00 07 01 00 00 00 00 00 00 00 00 7F 01 00 02 05 00
            B< 04 0E 05 01 36 20 00 00
            B> 01 35 20 07 07 01 00 00 00 00 C0
            B< 04 0E 04 01 35 20 00
            B> 01 39 20 06 01 01 07 00 00 00
            B< 04 0E 04 01 39 20 00
            A> 01 05 20 06 02 00 00 00 00 C0
            A< 04 0E 04 01 05 20 00
            A> 01 43 20 2A 00 01 01 01 00 00 00 00 C0 03 \
            10 00 10 00 18 00 18 00 00 00 F4 01 00 00 00 00 \
            10 00 10 00 0C 00 0C 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 43 20
            + 60 ms
            B< 04 3E 1F 0A 00 40 00 01 01 02 00 00 00 00 C0 \(HostBench.zeroes) 0C 00 00 00 F4 01 00
            B< 04 3E 04 14 40 00 01
            B< 04 3E 06 12 00 07 40 00 00
            A< 04 3E 1F 0A 00 40 00 00 01 01 00 00 00 00 C0 \(HostBench.zeroes) 0C 00 00 00 F4 01 00
            A< 04 3E 04 14 40 00 01
            A> 01 30 20 02 40 00             # it begins with 2M
            A< 04 0E 08 01 30 20 00 40 00 02 02
            """)
    }

    static let key = "0F 0E 0D 0C 0B 0A 09 08 07 06 05 04 03 02 01 00"

    /// A encrypts with random number 1 and diversifier 2; B is asked for the key.
    static let encrypt = """
        A> 01 19 20 1C 40 00 01 00 00 00 00 00 00 00 02 00 \(key)
        A< 04 0F 04 00 01 19 20
        + 60 ms
        B< 04 3E 0D 05 40 00 01 00 00 00 00 00 00 00 02 00

        """

    @Test func `encryption, and its refresh`() {
        let answer = """
            B> 01 1A 20 12 40 00 \(Self.key)
            B< 04 0E 06 01 1A 20 00 40 00
            + 60 ms

            """
        HostBench.connected().play(
            Self.encrypt + answer + """
                B< 04 08 04 00 40 00 01
                A< 04 08 04 00 40 00 01

                """ + Self.encrypt + answer + """
                    B< 04 30 03 00 40 00
                    A< 04 30 03 00 40 00
                    B> 01 19 20 1C 40 00 01 00 00 00 00 00 00 00 02 00 \(Self.key)
                    B< 04 0F 04 0C 01 19 20                     # a peripheral does not encrypt
                    B> 01 1A 20 12 40 00 \(Self.key)
                    B< 04 0E 06 01 1A 20 0C 40 00               # nothing was asked
                    """, opens: false)
    }

    @Test func `a key that is missing, and another one`() {
        HostBench.connected().play(
            Self.encrypt + """
                B> 01 1B 20 02 40 00
                B< 04 0E 06 01 1B 20 00 40 00
                + 60 ms
                A< 04 08 04 06 40 00 00

                """ + Self.encrypt + """
                    B> 01 1A 20 12 40 00 FF \(Self.key.dropFirst(3))
                    B< 04 0E 06 01 1A 20 00 40 00
                    + 60 ms
                    B< 04 05 04 00 40 00 3D
                    A< 04 05 04 00 40 00 3D
                    """, opens: false)
    }

    /// Core Vol 6, Part B, 5.1.3.2.
    @Test func `a key that is missing for the refresh ends the link`() {
        HostBench.connected().play(
            Self.encrypt + """
                B> 01 1A 20 12 40 00 \(Self.key)
                B< 04 0E 06 01 1A 20 00 40 00
                + 60 ms
                B< 04 08 04 00 40 00 01
                A< 04 08 04 00 40 00 01

                """ + Self.encrypt + """
                    B> 01 1B 20 02 40 00
                    B< 04 0E 06 01 1B 20 00 40 00
                    + 60 ms
                    B< 04 05 04 00 40 00 16
                    A< 04 05 04 00 40 00 06
                    """, opens: false)
    }

    @Test func `a host that never answers for the key ends the link`() {
        HostBench.connected().play(
            Self.encrypt + """
                + 39 s
                + 2 s
                B< 04 05 04 00 40 00 22
                A< 04 05 04 00 40 00 22
                """, opens: false)
    }

    // MARK: Privacy

    /// The resolving list of one host: the other one's public identity, its key, and its own.
    static func list(_ host: Character, peer: Character) -> String {
        func key(_ name: Character) -> String {
            String(repeating: name == "A" ? "A1 " : "B2 ", count: 16)
        }
        return """
            \(host)> 01 27 20 27 00 0\(peer) 00 00 DC 1B 00 \(key(peer))\(key(host))
            \(host)< 04 0E 04 01 27 20 00
            \(host)> 01 2D 20 01 01
            \(host)< 04 0E 04 01 2D 20 00

            """
    }

    @Test(arguments: ["00", "04"])
    func `two hosts connect under resolvable addresses and see identities`(_ type: String) {
        HostBench().play(
            Self.list("A", peer: "B") + Self.list("B", peer: "A") + """
                B> 01 06 20 0F 20 00 20 00 \(type) 02 00 0A 00 00 DC 1B 00 07 00
                B< 04 0E 04 01 06 20 00
                B> 01 0A 20 01 01
                B< 04 0E 04 01 0A 20 00
                A> 01 0D 20 19 10 00 10 00 00 02 0B 00 00 DC 1B 00 02 18 00 18 00 00 00 F4 01 00 00 00 00
                A< 04 0F 04 00 01 0D 20
                + 60 ms
                B< 04 3E 1F 0A 00 40 00 01 02 0A 00 00 DC 1B 00 ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? 18 00 00 00 F4 01 00
                B< 04 3E 04 14 40 00 01
                A< 04 3E 1F 0A 00 40 00 00 02 0B 00 00 DC 1B 00 ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? 18 00 00 00 F4 01 00
                A< 04 3E 04 14 40 00 01
                A> 01 2B 20 07 00 0B 00 00 DC 1B 00
                A< 04 0E 0A 01 2B 20 00 ?? ?? ?? ?? ?? ??
                """)
    }

    /// Core Vol 4, Part E, 7.7.65.10: a resolvable address that the host made itself is not told.
    @Test func `a resolvable address of the host's own making`() {
        HostBench().play(
            """
            B> 01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 00
            B< 04 0E 04 01 06 20 00
            B> 01 0A 20 01 01
            B< 04 0E 04 01 0A 20 00
            A> 01 05 20 06 AA FB 0D 94 81 70
            A< 04 0E 04 01 05 20 00
            A> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 01 18 00 18 00 00 00 F4 01 00 00 00 00
            A< 04 0F 04 00 01 0D 20
            + 60 ms
            B< 04 3E 1F 0A 00 40 00 01 01 AA FB 0D 94 81 70 \(HostBench.zeroes) 18 00 00 00 F4 01 00
            B< 04 3E 04 14 40 00 01
            A< 04 3E 1F 0A 00 40 00 00 00 0B 00 00 DC 1B 00 \(HostBench.zeroes) 18 00 00 00 F4 01 00
            A< 04 3E 04 14 40 00 01
            """)
    }

    /// Core Vol 6, Part B, 4.7: in network privacy whoever has a key must not show its identity.
    @Test func `an identity address is ignored unless the host says otherwise`() {
        let connect =
            "A> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 00 18 00 18 00 00 00 F4 01 00 00 00 00"
        let bench = HostBench()
        bench.play(
            Self.list("A", peer: "B") + """
                B> 01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 00
                B< 04 0E 04 01 06 20 00
                B> 01 0A 20 01 01
                B< 04 0E 04 01 0A 20 00
                \(connect)
                A< 04 0F 04 00 01 0D 20
                + 1 s
                A> 01 0E 20 00
                A< 04 0E 04 01 0E 20 00
                A...
                A> 01 4E 20 08 00 0B 00 00 DC 1B 00 01
                A< 04 0E 04 01 4E 20 00
                \(connect)
                A< 04 0F 04 00 01 0D 20
                + 60 ms
                A< 04 3E 1F 0A 00 40 00 00 00 0B 00 00 DC 1B 00 \(HostBench.zeroes) 18 00 00 00 F4 01 00
                A...
                B...
                """)
    }

    // MARK: Ends

    @Test func `a reset is silent, and the peer meets its supervision timeout`() {
        HostBench.connected().play(
            """
            A> 01 03 0C 00
            A< 04 0E 04 01 03 0C 00
            + 4 s
            + 2 s
            B< 04 05 04 00 40 00 08
            """, opens: false)
    }

    @Test func `a host that goes says so`() {
        let bench = HostBench.connected()
        bench["A"].controller.detach()
        bench.run(.milliseconds(100))
        #expect(bench["B"].takeAll() == [octets("04 05 04 00 40 00 15")])
        bench["A"].send(octets("01 03 0C 00"))
        #expect(bench["A"].takeAll().isEmpty)
    }

    @Test func `there is an end of connections`() {
        let bench = HostBench("A")
        bench.open()
        func connect(_ number: Int) -> UInt8? {
            bench["A"].command(
                """
                01 0D 20 19 10 00 10 00 00 01 \(hex([UInt8(number)])) 00 00 00 00 C0 00 \
                18 00 18 00 00 00 F4 01 00 00 00 00
                """
            ).first
        }
        for number in 0..<128 {
            let peer = TestRadio(
                "\(number)", "C0:00:00:00:00:" + hex([UInt8(number)]), on: bench.air)
            peer.advertise(on: bench.air)
            #expect(connect(number) == 0)
            bench.run(.milliseconds(120))
        }
        #expect(connect(128) == 0x09)
        #expect(bench["A"].command("01 06 04 03 BF 00 13") == [0])
        bench.run(.milliseconds(60))
        #expect(connect(128) == 0)
    }

    @Test func `hosts that come and go leave nothing behind`() {
        let bench = HostBench.connected()
        let medium = bench.air.medium
        func places() -> [Int] {
            [medium.nodes.count, medium.advertisers.count, medium.listeners.count]
        }
        let before = places()
        for round in 0..<20 {
            let host = TestHost(
                Controller(on: bench.air, name: "guest", publicAddress: Address(UInt64(round))))
            #expect(host.command("01 0A 20 01 01") == [0])
            #expect(host.command("01 0C 20 02 01 00") == [0])
            bench.run(.milliseconds(100))
            host.controller.detach()
        }
        #expect(places() == [before[0] + 1, before[1] + 1, before[2]])
    }

    @Test func `two links of one host have two handles, and end apart`() {
        HostBench.connected("ABC").play(
            """
            B> 01 0A 20 01 01
            B< 04 0E 04 01 0A 20 00
            C> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 00 18 00 18 00 00 00 F4 01 00 00 00 00
            C< 04 0F 04 00 01 0D 20
            + 60 ms
            B< 04 3E 1F 0A 00 41 00 01 00 0C 00 00 DC 1B 00 \(HostBench.zeroes) 18 00 00 00 F4 01 00
            B< 04 3E 04 14 41 00 01
            C...
            A> 01 06 04 03 40 00 13
            A< 04 0F 04 00 01 06 04
            + 60 ms
            A< 04 05 04 00 40 00 16
            B< 04 05 04 00 40 00 13
            B> 02 41 00 05 00 01 00 04 00 AA
            + 60 ms
            B< 04 13 05 01 41 00 01 00
            C< 02 40 20 05 00 01 00 04 00 AA
            """, opens: false)
    }

    /// Neither a world that ends nor a host that leaves keeps a controller alive.
    @Test(arguments: [true, false])
    func `controllers go with their hosts or their world`(_ leaves: Bool) {
        weak var controller: Controller?
        weak var other: Controller?
        var air: Air?
        do {
            let bench = HostBench.connected()
            _ = bench["B"].command("01 0A 20 01 01")
            _ = bench["A"].command("01 0C 20 02 01 00")
            bench["A"].send(DataHostTests.packet(20))
            controller = bench["A"].controller
            other = bench["B"].controller
            if leaves {
                bench["A"].controller.detach()
                bench["B"].controller.detach()
                bench.run(.milliseconds(100))
                air = bench.air
            }
        }
        #expect(controller == nil)
        #expect(other == nil)
        _ = air
    }
}
