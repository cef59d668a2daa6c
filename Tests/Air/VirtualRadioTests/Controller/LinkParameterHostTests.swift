import Bluetooth
import Simulation
import Testing

@testable import VirtualRadio

/// Parameters, packets, PHYs and features of a link, as two hosts see them.
struct LinkParameterHostTests {
    @Test func `what is asked of the peer and of the link`() {
        HostBench.connected().play(
            """
            A> 01 1D 04 02 40 00
            A< 04 0F 04 00 01 1D 04
            + 60 ms
            A< 04 0C 08 00 40 00 0B FF FF 01 00
            B> 01 16 20 02 40 00
            B< 04 0F 04 00 01 16 20
            + 60 ms
            B< 04 3E 0C 04 00 40 00 FF 51 00 00 00 00 00 00
            A> 01 05 14 02 40 00
            A< 04 0E 07 01 05 14 00 40 00 D8
            A> 01 14 20 05 FF FF 00 00 00
            A< 04 0E 04 01 14 20 00
            A> 01 15 20 02 40 00
            A< 04 0E 0B 01 15 20 00 40 00 FF FF 00 00 00
            B> 01 15 20 02 40 00
            B< 04 0E 0B 01 15 20 00 40 00 FF FF FF FF 1F
            A> 01 2D 0C 03 40 00 00
            A< 04 0E 07 01 2D 0C 00 40 00 00
            A> 01 7C 0C 04 40 00 10 00
            A< 04 0E 06 01 7C 0C 00 40 00
            A> 01 7B 0C 02 40 00
            A< 04 0E 08 01 7B 0C 00 40 00 10 00
            """, opens: false)
    }

    @Test func `parameters of a connection, changed by the central`() {
        HostBench.connected().play(
            """
            A> 01 13 20 0E 40 00 06 00 0C 00 00 00 C8 00 00 00 00 00
            A< 04 0F 04 00 01 13 20
            + 300 ms
            B< 04 3E 0A 03 00 40 00 06 00 00 00 C8 00
            A< 04 3E 0A 03 00 40 00 06 00 00 00 C8 00
            """, opens: false)
    }

    @Test func `parameters of a connection, asked for by the peripheral`() {
        HostBench.connected().play(
            """
            B> 01 13 20 0E 40 00 06 00 0C 00 00 00 C8 00 00 00 00 00
            B< 04 0F 04 00 01 13 20
            + 60 ms
            A< 04 3E 0B 06 40 00 06 00 0C 00 00 00 C8 00
            A> 01 20 20 0E 40 00 08 00 08 00 00 00 C8 00 00 00 00 00
            A< 04 0E 06 01 20 20 00 40 00
            + 300 ms
            B< 04 3E 0A 03 00 40 00 08 00 00 00 C8 00
            A< 04 3E 0A 03 00 40 00 08 00 00 00 C8 00
            A> 01 20 20 0E 40 00 08 00 08 00 00 00 C8 00 00 00 00 00   # nothing is open
            A< 04 0E 06 01 20 20 0C 40 00
            B> 01 13 20 0E 40 00 06 00 0C 00 00 00 C8 00 00 00 00 00
            B< 04 0F 04 00 01 13 20
            + 60 ms
            A< 04 3E 0B 06 40 00 06 00 0C 00 00 00 C8 00
            A> 01 21 20 03 40 00 3B
            A< 04 0E 06 01 21 20 00 40 00
            + 60 ms
            B< 04 3E 0A 03 3B 40 00 08 00 00 00 C8 00
            """, opens: false)
    }

    @Test func `a host that does not want to hear of wishes refuses them`() {
        let bench = HostBench.connected()
        #expect(bench["A"].command("01 01 20 08 1F 00 00 00 00 00 00 00").first == 0)
        bench.play(
            """
            B> 01 13 20 0E 40 00 06 00 0C 00 00 00 C8 00 00 00 00 00
            B< 04 0F 04 00 01 13 20
            + 90 ms
            B< 04 3E 0A 03 1A 40 00 18 00 00 00 F4 01
            """, opens: false)
    }

    @Test func `longer packets and a faster PHY`() {
        HostBench.connected().play(
            """
            A> 01 22 20 06 40 00 FB 00 48 08
            A< 04 0E 06 01 22 20 00 40 00
            + 60 ms
            B< 04 3E 0B 07 40 00 1B 00 48 01 FB 00 48 08
            A< 04 3E 0B 07 40 00 FB 00 48 08 1B 00 48 01
            B> 01 22 20 06 40 00 FB 00 48 08            # each side says what it sends
            B< 04 0E 06 01 22 20 00 40 00
            + 60 ms
            B< 04 3E 0B 07 40 00 FB 00 48 08 FB 00 48 08
            A< 04 3E 0B 07 40 00 FB 00 48 08 FB 00 48 08
            B> 01 22 20 06 40 00 FB 00 48 08            # no change, no event
            B< 04 0E 06 01 22 20 00 40 00
            + 60 ms
            A> 01 32 20 07 40 00 00 02 02 00 00
            A< 04 0F 04 00 01 32 20
            + 300 ms
            B< 04 3E 06 0C 00 40 00 02 02
            A< 04 3E 06 0C 00 40 00 02 02
            B> 01 32 20 07 40 00 03 00 00 00 00         # whatever it is: who asks is told
            B< 04 0F 04 00 01 32 20
            + 300 ms
            B< 04 3E 06 0C 00 40 00 02 02
            B> 01 32 20 07 40 00 00 04 04 00 00         # the coded one is not there
            B< 04 0F 04 11 01 32 20
            """, opens: false)
    }

    @Test func `a host's link begins with 27 bytes and 1M, whatever in-process links begin with`() {
        HostBench.connected(radio: Radio(phy: .twoMegabit, dataLength: 251)).play(
            """
            A> 01 30 20 02 40 00
            A< 04 0E 08 01 30 20 00 40 00 01 01
            A> 01 22 20 06 40 00 FB 00 48 08
            A< 04 0E 06 01 22 20 00 40 00
            + 60 ms
            B< 04 3E 0B 07 40 00 1B 00 48 01 FB 00 48 08
            A< 04 3E 0B 07 40 00 FB 00 48 08 1B 00 48 01
            """, opens: false)
    }

    @Test func `each command for a PHY has its event, and both hosts have a say`() {
        let bench = HostBench("AB")
        bench.open()
        #expect(bench["B"].command("01 31 20 03 00 01 03") == [0])  // B sends with 1M only
        bench.play(
            HostBench.connect + """
                A> 01 32 20 07 40 00 00 02 02 00 00
                A< 04 0F 04 00 01 32 20
                A> 01 32 20 07 40 00 00 03 03 00 00
                A< 04 0F 04 00 01 32 20
                + 300 ms
                B< 04 3E 06 0C 00 40 00 01 02
                A< 04 3E 06 0C 00 40 00 02 01
                + 300 ms
                A< 04 3E 06 0C 00 40 00 02 01
                """, opens: false)
    }

    @Test func `suggested lengths hold for links that begin`() {
        let bench = HostBench()
        bench.open()
        #expect(bench["A"].command("01 24 20 04 FB 00 48 08").first == 0)
        bench.play(
            HostBench.connect + """
                + 60 ms
                B< 04 3E 0B 07 40 00 1B 00 48 01 FB 00 48 08
                A< 04 3E 0B 07 40 00 FB 00 48 08 1B 00 48 01
                """, opens: false)
    }
}
