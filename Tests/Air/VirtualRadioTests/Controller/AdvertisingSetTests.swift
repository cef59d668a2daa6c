import Bluetooth
import Testing

@testable import VirtualRadio

/// The commands of advertising sets, beyond one that advertises (Core Vol 4, Part E, 7.8.53 to 7.8.60).
struct AdvertisingSetTests {
    /// Parameters of a set: number, properties, and the rest as usual.
    static func parameters(_ set: String, _ properties: String, peer: String? = nil) -> String {
        let peer = peer ?? "00 00 00 00 00 00 00"
        return "01 36 20 19 \(set) \(properties) 00 A0 00 00 A0 00 00 07 00 \(peer) "
            + "00 7F 01 00 01 0\(set.last ?? "0") 00"
    }

    @Test func `sets are switched, removed and cleared one by one or together`() {
        HostBench("A").play(
            """
            A> \(Self.parameters("01", "13"))
            A< 04 0E 05 01 36 20 00 00
            A> \(Self.parameters("02", "10"))
            A< 04 0E 05 01 36 20 00 00
            A> 01 39 20 0A 01 02 01 00 00 00 02 00 00 00
            A< 04 0E 04 01 39 20 00
            A> \(Self.parameters("02", "10"))                # not while it advertises
            A< 04 0E 04 01 36 20 0C
            A> 01 39 20 06 00 01 01 00 00 00
            A< 04 0E 04 01 39 20 00
            A> 01 39 20 06 00 01 07 00 00 00                 # there is no set 7
            A< 04 0E 04 01 39 20 42
            A> 01 3C 20 01 01
            A< 04 0E 04 01 3C 20 00
            A> 01 3C 20 01 02
            A< 04 0E 04 01 3C 20 0C
            A> 01 3D 20 00
            A< 04 0E 04 01 3D 20 0C
            A> 01 39 20 02 00 00                             # all of them
            A< 04 0E 04 01 39 20 00
            A> 01 3D 20 00
            A< 04 0E 04 01 3D 20 00
            A> 01 39 20 06 01 01 02 00 00 00
            A< 04 0E 04 01 39 20 42
            """)
    }

    /// Operations: 0 intermediate, 1 first, 2 last, 3 complete, 4 unchanged.
    @Test func `data in parts, and while the set advertises`() {
        let full = String(repeating: "AA ", count: 251)
        let rows: [(String, UInt8)] = [
            (Self.parameters("01", "00"), 0), ("01 37 20 05 01 00 00 01 AA", 0x12),
            ("01 37 20 04 01 01 00 00", 0x12), ("01 37 20 05 01 05 00 01 AA", 0x12),
            ("01 37 20 06 01 03 00 01 AA AA", 0x12), ("01 37 20 04 01 04 00 00", 0x12),
            ("01 37 20 05 01 01 00 01 AA", 0), ("01 37 20 05 01 02 00 01 BB", 0),
            ("01 39 20 06 01 01 01 00 00 00", 0), ("01 37 20 04 01 04 00 00", 0),
            ("01 37 20 05 01 01 00 01 AA", 0x0C), ("01 37 20 05 01 03 00 01 AA", 0),
            ("01 38 20 05 01 03 00 01 AA", 0x12), ("01 39 20 02 00 00", 0),
            // 1650 bytes are the most: six parts of 251 fit, the seventh does not.
            ("01 37 20 FF 01 01 00 FB \(full)", 0), ("01 37 20 FF 01 00 00 FB \(full)", 0),
            ("01 37 20 FF 01 00 00 FB \(full)", 0), ("01 37 20 FF 01 00 00 FB \(full)", 0),
            ("01 37 20 FF 01 00 00 FB \(full)", 0), ("01 37 20 FF 01 00 00 FB \(full)", 0),
            ("01 37 20 FF 01 00 00 FB \(full)", 0x07),
            // A legacy set takes 31 bytes, and not those that the set has already.
            (Self.parameters("02", "13"), 0),
            ("01 37 20 24 02 03 00 20 " + String(repeating: "00 ", count: 32), 0x12),
            ("01 37 20 23 02 03 00 1F " + String(repeating: "00 ", count: 31), 0),
            (Self.parameters("03", "00"), 0),
            ("01 37 20 24 03 03 00 20 " + String(repeating: "00 ", count: 32), 0),
            (Self.parameters("03", "13"), 0x12),
            // A scannable set must keep its answer.
            (Self.parameters("04", "02"), 0), ("01 37 20 05 04 03 00 01 AA", 0x12),
            ("01 38 20 05 04 03 00 01 AA", 0), ("01 38 20 05 04 04 00 01 AA", 0x12),
            ("01 39 20 06 01 01 04 00 00 00", 0), ("01 38 20 04 04 03 00 00", 0x0C),
            // High duty cycle directed advertising must end, after 1.28 s at the latest.
            (Self.parameters("05", "1D", peer: "00 0B 00 00 DC 1B 00"), 0),
            ("01 39 20 06 01 01 05 00 00 00", 0x12), ("01 39 20 06 01 01 05 81 00 00", 0x12),
            ("01 39 20 06 01 01 05 80 00 00", 0),
        ]
        let bench = HostBench("A")
        bench.open()
        for (command, status) in rows {
            #expect(bench["A"].command(command).first == status, "\(command.prefix(40))")
        }
    }

    @Test func `a high duty cycle set ends with both events`() {
        HostBench().play(
            """
            A> \(Self.parameters("05", "1D", peer: "00 0C 00 00 DC 1B 00"))
            A< 04 0E 05 01 36 20 00 00
            A> 01 39 20 06 01 01 05 0A 00 00
            A< 04 0E 04 01 39 20 00
            + 110 ms
            A< 04 3E 1F 0A 3C \(String(repeating: "00 ", count: 29))
            A< 04 3E 06 12 3C 05 00 00 00
            """)
    }

    @Test func `an anonymous advertisement has no address`() {
        HostBench().play(
            """
            A> \(Self.parameters("01", "20"))
            A< 04 0E 05 01 36 20 00 00
            A> 01 39 20 06 01 01 01 00 00 00
            A< 04 0E 04 01 39 20 00
            B> 01 42 20 06 01 01 00 00 00 00
            B< 04 0E 04 01 42 20 00
            + 200 ms
            B< 04 3E 1A 0D 01 00 00 FF 00 00 00 00 00 00 01 01 01 7F D8 00 00 00 00 00 00 00 00 00 00
            B> 01 42 20 06 00 00 00 00 00 00
            B< 04 0E 04 01 42 20 00
            B> 01 41 20 08 00 01 01 00 10 00 10 00            # by the accept list, which has it not
            B< 04 0E 04 01 41 20 00
            B> 01 42 20 06 01 01 00 00 00 00
            B< 04 0E 04 01 42 20 00
            + 200 ms
            B> 01 42 20 06 00 00 00 00 00 00
            B< 04 0E 04 01 42 20 00
            B> 01 11 20 07 FF 00 00 00 00 00 00               # and now has
            B< 04 0E 04 01 11 20 00
            B> 01 42 20 06 01 01 00 00 00 00
            B< 04 0E 04 01 42 20 00
            + 200 ms
            B< 04 3E 1A 0D 01 00 00 FF 00 00 00 00 00 00 01 01 01 7F D8 00 00 00 00 00 00 00 00 00 00
            B> 01 42 20 06 00 00 00 00 00 00
            B< 04 0E 04 01 42 20 00
            B> 01 12 20 07 FF 00 00 00 00 00 00
            B< 04 0E 04 01 12 20 00
            B> 01 10 20 00
            B< 04 0E 04 01 10 20 00
            """)
    }

    @Test func `an unresolvable directed advertisement is reported to hosts that ask for it`() {
        // A goes by the list's key towards C; B scans with policy 2, C knows nothing.
        HostBench("ABC").play(
            ConnectionHostTests.list("A", peer: "B") + """
                A> 01 06 20 0F A0 00 A0 00 04 02 00 0B 00 00 DC 1B 00 07 00
                A< 04 0E 04 01 06 20 00
                A> 01 0A 20 01 01
                A< 04 0E 04 01 0A 20 00
                B> 01 0B 20 07 00 10 00 10 00 00 02
                B< 04 0E 04 01 0B 20 00
                B> 01 0C 20 02 01 01
                B< 04 0E 04 01 0C 20 00
                C> 01 0B 20 07 00 10 00 10 00 00 00
                C< 04 0E 04 01 0B 20 00
                C> 01 0C 20 02 01 01
                C< 04 0E 04 01 0C 20 00
                + 150 ms
                B< 04 3E 12 0B 01 01 01 ?? ?? ?? ?? ?? ?? 01 ?? ?? ?? ?? ?? ?? D8
                """)
    }
}
