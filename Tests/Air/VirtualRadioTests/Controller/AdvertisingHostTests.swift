import Bluetooth
import Simulation
import Testing

@testable import VirtualRadio

/// Hosts that advertise, and hosts that scan.
struct AdvertisingHostTests {
    /// A advertises its flags under its public address, every 100 ms.
    static let advertise = """
        A> 01 06 20 0F A0 00 A0 00 00 00 00 00 00 00 00 00 00 07 00
        A< 04 0E 04 01 06 20 00
        A> 01 08 20 20 03 02 01 06 \(zeroes(28))
        A< 04 0E 04 01 08 20 00
        A> 01 09 20 20 05 04 09 61 62 63 \(zeroes(26))
        A< 04 0E 04 01 09 20 00
        A> 01 0A 20 01 01
        A< 04 0E 04 01 0A 20 00

        """

    static func zeroes(_ count: Int) -> String { String(repeating: "00 ", count: count) }

    @Test func `a legacy advertisement and its scan response`() {
        HostBench().play(
            Self.advertise + """
                B> 01 0B 20 07 01 10 00 10 00 00 00
                B< 04 0E 04 01 0B 20 00
                B> 01 0C 20 02 01 01
                B< 04 0E 04 01 0C 20 00
                + 300 ms
                B< 04 3E 0F 02 01 00 00 0A 00 00 DC 1B 00 03 02 01 06 D8
                B< 04 3E 11 02 01 04 00 0A 00 00 DC 1B 00 05 04 09 61 62 63 D8
                B> 01 0C 20 02 00 00
                B< 04 0E 04 01 0C 20 00
                + 300 ms
                """)
    }

    @Test func `without a filter every event is reported`() {
        let bench = HostBench()
        bench.play(
            Self.advertise + """
                B> 01 0C 20 02 01 00
                B< 04 0E 04 01 0C 20 00
                + 1 s
                B...
                """)
        bench.run(.seconds(1))
        // Every 100 ms and a random delay of up to 10 ms.
        #expect((9...10).contains(bench["B"].takeAll().count))
    }

    @Test func `a filtered report comes again after a second`() {
        let bench = HostBench()
        bench.play(
            Self.advertise + """
                B> 01 0C 20 02 01 01
                B< 04 0E 04 01 0C 20 00
                """)
        bench.run(.milliseconds(900))
        #expect(bench["B"].takeAll().count == 1)
        bench.run(.milliseconds(9_050))
        #expect(bench["B"].takeAll().count == 9)
    }

    @Test func `a scan window that is open a quarter of the time`() {
        let bench = HostBench()
        bench.play(
            Self.advertise + """
                B> 01 0B 20 07 00 A0 00 28 00 00 00
                B< 04 0E 04 01 0B 20 00
                B> 01 0C 20 02 01 00
                B< 04 0E 04 01 0C 20 00
                """)
        bench.run(.seconds(20))
        #expect((25...75).contains(bench["B"].takeAll().count))
    }

    /// Types of legacy PDUs as both kinds of scanner tell them.
    static let kinds: [(type: String, legacy: String, extended: String, scanned: Bool)] = [
        ("00", "00", "13", true), ("02", "02", "12", true), ("03", "03", "10", false),
    ]

    @Test(arguments: kinds)
    func `kinds of legacy advertisements`(
        _ type: String, _ legacy: String, _ extended: String, _ scanned: Bool
    ) {
        HostBench("ABC").play(
            """
            A> 01 06 20 0F A0 00 A0 00 \(type) 00 00 00 00 00 00 00 00 07 00
            A< 04 0E 04 01 06 20 00
            A> 01 0A 20 01 01
            A< 04 0E 04 01 0A 20 00
            B> 01 0B 20 07 01 10 00 10 00 00 00
            B< 04 0E 04 01 0B 20 00
            B> 01 0C 20 02 01 01
            B< 04 0E 04 01 0C 20 00
            C> 01 41 20 08 00 00 01 01 10 00 10 00
            C< 04 0E 04 01 41 20 00
            C> 01 42 20 06 01 01 00 00 00 00
            C< 04 0E 04 01 42 20 00
            + 300 ms
            B< 04 3E 0C 02 01 \(legacy) 00 0A 00 00 DC 1B 00 00 D8
            \(scanned ? "B< 04 3E 0C 02 01 04 00 0A 00 00 DC 1B 00 00 D8" : "")
            C< 04 3E 1A 0D 01 \(extended) 00 00 0A 00 00 DC 1B 00 01 00 FF 7F D8 \(Self.zeroes(9)) 00
            \(scanned ? """
                C< 04 3E 1A 0D 01 1\(extended == "13" ? "B" : "A") 00 00 0A 00 00 DC 1B 00 01 00 FF 7F D8 \
                \(Self.zeroes(9)) 00
                """ : "")
            """)
    }

    @Test func `a directed advertisement is heard by its target alone`() {
        HostBench("ABC").play(
            """
            A> 01 06 20 0F A0 00 A0 00 04 00 00 0B 00 00 DC 1B 00 07 00    # to B, slowly
            A< 04 0E 04 01 06 20 00
            A> 01 0A 20 01 01
            A< 04 0E 04 01 0A 20 00
            B> 01 0C 20 02 01 01
            B< 04 0E 04 01 0C 20 00
            C> 01 0C 20 02 01 01
            C< 04 0E 04 01 0C 20 00
            + 300 ms
            B< 04 3E 0C 02 01 01 00 0A 00 00 DC 1B 00 00 D8
            """)
    }

    @Test func `high duty cycle directed advertising ends by itself`() {
        HostBench().play(
            """
            A> 01 06 20 0F 00 00 00 00 01 00 00 0C 00 00 DC 1B 00 07 00
            A< 04 0E 04 01 06 20 00
            A> 01 0A 20 01 01
            A< 04 0E 04 01 0A 20 00
            + 1270 ms
            + 20 ms
            A< 04 3E 1F 0A 3C \(Self.zeroes(29))
            """)
    }

    @Test func `the accept list filters reports and scan requests`() {
        HostBench("ABC").play(
            Self.advertise + """
                B> 01 0B 20 07 00 10 00 10 00 00 01           # B reports its list alone
                B< 04 0E 04 01 0B 20 00
                B> 01 0C 20 02 01 01
                B< 04 0E 04 01 0C 20 00
                + 300 ms
                B> 01 0C 20 02 00 00
                B< 04 0E 04 01 0C 20 00
                B> 01 11 20 07 00 0A 00 00 DC 1B 00
                B< 04 0E 04 01 11 20 00
                B> 01 0C 20 02 01 01
                B< 04 0E 04 01 0C 20 00
                + 300 ms
                B< 04 3E 0F 02 01 00 00 0A 00 00 DC 1B 00 03 02 01 06 D8
                A> 01 0A 20 01 00                              # A answers scans of its list alone
                A< 04 0E 04 01 0A 20 00
                A> 01 06 20 0F A0 00 A0 00 00 00 00 00 00 00 00 00 00 07 01
                A< 04 0E 04 01 06 20 00
                A> 01 0A 20 01 01
                A< 04 0E 04 01 0A 20 00
                C> 01 0B 20 07 01 10 00 10 00 00 00
                C< 04 0E 04 01 0B 20 00
                C> 01 0C 20 02 01 01
                C< 04 0E 04 01 0C 20 00
                + 300 ms
                C< 04 3E 0F 02 01 00 00 0A 00 00 DC 1B 00 03 02 01 06 D8
                """)
    }

    // MARK: Extended

    /// Set 1 of A: extended PDUs with these properties on 2M, every 100 ms, under a random address.
    static func extended(_ properties: String, notify: Bool = false) -> String {
        """
        A> 01 36 20 19 01 \(properties) 00 A0 00 00 A0 00 00 07 01 00 00 00 00 00 00 00 00 7F 01 00 \
        02 05 \(notify ? "01" : "00")
        A< 04 0E 05 01 36 20 00 00
        A> 01 35 20 07 01 01 00 00 00 00 C0
        A< 04 0E 04 01 35 20 00

        """
    }

    static let scanExtended = """
        B> 01 41 20 08 00 00 01 01 10 00 10 00
        B< 04 0E 04 01 41 20 00
        B> 01 42 20 06 01 01 00 00 00 00
        B< 04 0E 04 01 42 20 00

        """

    @Test func `an extended advertisement of 500 bytes comes in three reports`() {
        let bench = HostBench()
        let data = (0..<500).map { UInt8(truncatingIfNeeded: $0) }
        bench.play(Self.extended("00") + Self.scanExtended)
        let parts = [(1, 0..<200), (0, 200..<400), (2, 400..<500)]
        for (operation, range) in parts {
            let head = [1, 0x37, 0x20, UInt8(range.count + 4), 1, UInt8(operation), 0]
            bench["A"].send(head + [UInt8(range.count)] + data[range])
            #expect(bench["A"].takeAll().count == 1)
            // Not before the last part has come.
            let enabled = bench["A"].command("01 39 20 06 01 01 01 00 00 00").first
            #expect(enabled == (operation == 2 ? 0 : 0x0C))
            _ = bench["A"].takeAll()
        }
        bench.run(.milliseconds(300))
        let reports = bench["B"].takeAll()
        #expect(reports.count == 3)
        var joined: [UInt8] = []
        for (report, head) in zip(
            reports, ["04 3E FF 0D 01 20 00", "04 3E FF 0D 01 20 00", "04 3E 44 0D 01 00 00"])
        {
            let start = octets(head) + octets("01 01 00 00 00 00 C0 01 02 05 7F D8")
            #expect(Array(report.prefix(start.count)) == start)
            joined += report[29...]
        }
        #expect(joined == data)
    }

    @Test func `a legacy scanner does not hear extended PDUs`() {
        HostBench("ABC").play(
            Self.extended("00") + """
                A> 01 39 20 06 01 01 01 00 00 00
                A< 04 0E 04 01 39 20 00
                B> 01 0C 20 02 01 01
                B< 04 0E 04 01 0C 20 00
                + 300 ms
                """)
    }

    @Test func `a scannable set answers, and tells its host who asked`() {
        HostBench().play(
            Self.extended("02", notify: true) + """
                A> 01 39 20 06 01 01 01 00 00 00
                A< 04 0E 04 01 39 20 0C                    # it must have an answer
                A> 01 38 20 07 01 03 00 03 AA BB CC
                A< 04 0E 04 01 38 20 00
                A> 01 39 20 06 01 01 01 00 00 00
                A< 04 0E 04 01 39 20 00

                """ + Self.scanExtended + """
                    + 120 ms
                    A< 04 3E 09 13 01 00 0B 00 00 DC 1B 00
                    A...
                    B< 04 3E 1A 0D 01 02 00 01 01 00 00 00 00 C0 01 02 05 7F D8 \(Self.zeroes(9)) 00
                    B< 04 3E 1D 0D 01 0A 00 01 01 00 00 00 00 C0 01 02 05 7F D8 \(Self.zeroes(9)) 03 AA BB CC
                    """)
    }

    @Test func `a set ends after its events or its time`() {
        HostBench().play(
            Self.extended("00") + Self.scanExtended + """
                A> 01 39 20 06 01 01 01 00 00 03
                A< 04 0E 04 01 39 20 00
                + 1 s
                A< 04 3E 06 12 43 01 00 00 03
                B...
                A> 01 39 20 06 01 01 01 32 00 00           # 500 ms
                A< 04 0E 04 01 39 20 00
                + 490 ms
                + 20 ms
                A< 04 3E 06 12 3C 01 00 00 00
                B...
                """)
    }

    @Test func `a directed advertisement with an unresolvable target`() {
        HostBench().play(
            """
            A> 01 06 20 0F A0 00 A0 00 04 00 01 01 02 03 04 05 46 07 00
            A< 04 0E 04 01 06 20 00
            A> 01 0A 20 01 01
            A< 04 0E 04 01 0A 20 00
            B> 01 41 20 08 00 02 01 00 10 00 10 00
            B< 04 0E 04 01 41 20 00
            B> 01 42 20 06 01 01 00 00 00 00
            B< 04 0E 04 01 42 20 00
            + 200 ms
            B< 04 3E 1A 0D 01 15 00 00 0A 00 00 DC 1B 00 01 00 FF 7F ?? 00 00 FE 01 02 03 04 05 46 00
            """)
    }

    /// Core Vol 4, Part E, 7.7.65.18: the number is told if there was one to reach.
    @Test func `a set counts its events without a listener`() {
        HostBench().play(
            Self.extended("00") + """
                A> 01 39 20 06 01 01 01 00 00 03
                A< 04 0E 04 01 39 20 00
                + 1 s
                A< 04 3E 06 12 43 01 00 00 03
                A> 01 39 20 06 01 01 01 02 00 C8           # 20 ms, or 200 events
                A< 04 0E 04 01 39 20 00
                + 30 ms
                A< 04 3E 06 12 3C 01 00 00 01
                """)
    }

    @Test func `a secondary PHY of legacy PDUs is ignored`() {
        let bench = HostBench("A")
        bench.open()
        let parameters = RuleTests.extendedParameters.split(separator: " ").map(String.init)
        var ignored = parameters
        ignored[26] = "00"
        #expect(parameters[24...26] == ["01", "00", "01"])
        #expect(bench["A"].command(ignored.joined(separator: " ")) == [0, 0])
    }

    @Test func `extended scanning ends after its duration, or pauses in each period`() {
        let bench = HostBench()
        bench.play(
            Self.advertise
                + """
                B> 01 41 20 08 00 00 01 00 10 00 10 00
                B< 04 0E 04 01 41 20 00
                B> 01 42 20 06 01 00 32 00 00 00
                B< 04 0E 04 01 42 20 00
                """)
        bench.run(.seconds(3))
        let events = bench["B"].takeAll()
        #expect((4...6).contains(events.count - 1))
        #expect(events.last == octets("04 3E 01 11"))
        // 320 ms in each period of 1.28 s.
        #expect(bench["B"].command("01 42 20 06 01 00 20 00 01 00").first == 0)
        bench.run(.milliseconds(12_800))
        #expect((20...42).contains(bench["B"].takeAll().count))
        // Each advertiser once a period.
        #expect(bench["B"].command("01 42 20 06 01 02 20 00 01 00").first == 0)
        bench.run(.milliseconds(12_800))
        #expect(bench["B"].takeAll().count == 10)
    }

    @Test func `resolvable addresses are made, changed and understood`() {
        let bench = HostBench()
        let (own, peer) = ("0A 00 00 DC 1B 00", "0B 00 00 DC 1B 00")
        let keyOfA = String(repeating: "A1 ", count: 16)
        let keyOfB = String(repeating: "B2 ", count: 16)
        bench.play(
            """
            A> 01 27 20 27 00 \(peer) \(keyOfB)\(keyOfA)
            A< 04 0E 04 01 27 20 00
            A> 01 2E 20 02 0A 00                          # a new address every 10 s
            A< 04 0E 04 01 2E 20 00
            A> 01 2D 20 01 01
            A< 04 0E 04 01 2D 20 00
            A> 01 06 20 0F A0 00 A0 00 00 02 00 \(peer) 07 00
            A< 04 0E 04 01 06 20 00
            A> 01 0A 20 01 01
            A< 04 0E 04 01 0A 20 00
            B> 01 0C 20 02 01 01
            B< 04 0E 04 01 0C 20 00
            """)
        bench.run(.seconds(25))
        // Without the key they are three strangers, each told of once a second.
        let strangers = bench["B"].takeAll()
        #expect(strangers.count == 25)
        #expect(Set(strangers.map { Array($0[7..<13]) }).count == 3)
        for report in strangers {
            #expect(report[6] == 1)
            #expect(report[12] & 0xC0 == 0x40)
        }
        bench.play(
            """
            B> 01 0C 20 02 00 00
            B< 04 0E 04 01 0C 20 00
            B> 01 27 20 27 00 \(own) \(keyOfA)\(keyOfB)
            B< 04 0E 04 01 27 20 00
            B> 01 2D 20 01 01
            B< 04 0E 04 01 2D 20 00
            B> 01 0C 20 02 01 01
            B< 04 0E 04 01 0C 20 00
            """, opens: false)
        bench.run(.seconds(25))
        // Type 2, a public identity, and always the same.
        let known = bench["B"].takeAll()
        #expect(Set(known) == [octets("04 3E 0C 02 01 00 02 \(own) 00 D8")])
        let last = bench["B"].command("01 2B 20 07 00 \(own)")
        #expect(last.first == 0 && last.count == 7)
        let address = Address(last[1...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        #expect(address.isMade(by: [UInt8](repeating: 0xA1, count: 16), TestCryptography()))
        #expect(!address.isMade(by: [UInt8](repeating: 0xB2, count: 16), TestCryptography()))
    }

    /// Core Vol 3, Part H, D.7: the key ec0234a3…, prand 708194, hash 0dfbaa.
    @Test func `the hash of a resolvable address`() throws {
        let key = octets("EC 02 34 A3 57 C8 AD 05 34 10 10 A6 0A 39 7D 9B")
        let address = try #require(Address("70:81:94:0D:FB:AA"))
        #expect(address.isMade(by: key, TestCryptography()))
        let made = Address(resolvableBy: key, 0x70_8194, TestCryptography())
        #expect(made == address)
        #expect(try !#require(Address("70:81:94:0D:FB:AB")).isMade(by: key, TestCryptography()))
    }
}
