import Bluetooth
import Simulation
import Testing

@testable import VirtualRadio

struct CommandTests {
    /// What hosts send at start (Core Vol 4, Part E, 7), and how long the answer is behind its
    /// status.
    static let start: [(String, returned: Int)] = [
        ("01 03 0C 00", 0), ("01 02 10 00", 64), ("01 01 10 00", 8), ("01 03 10 00", 8),
        ("01 04 10 01 00", 10), ("01 04 10 01 01", 10), ("01 09 10 00", 6), ("01 03 20 00", 8),
        ("01 02 20 00", 3), ("01 1C 20 00", 8), ("01 01 0C 08 FF FF FB FF 07 F8 BF 3D", 0),
        ("01 63 0C 08 00 00 80 00 00 00 00 00", 0), ("01 6D 0C 02 01 00", 0), ("01 6C 0C 00", 2),
        ("01 01 20 08 FF FF 00 00 00 00 00 00", 0), ("01 07 20 00", 1), ("01 4B 20 00", 2),
        ("01 0F 20 00", 1), ("01 10 20 00", 0), ("01 2A 20 00", 1), ("01 29 20 00", 0),
        ("01 2E 20 02 84 03", 0), ("01 2F 20 00", 8), ("01 23 20 00", 4),
        ("01 24 20 04 FB 00 48 08", 0), ("01 31 20 03 00 03 03", 0), ("01 3B 20 00", 1),
        ("01 3A 20 00", 2), ("01 05 20 06 01 02 03 04 05 C6", 0), ("01 18 20 00", 8),
        ("01 2D 20 01 00", 0), ("01 31 0C 01 01", 0), ("01 33 0C 07 FB 00 00 08 00 00 00", 0),
    ]

    @Test func `the commands that hosts send at start`() {
        let host = HostBench("A")["A"]
        for (text, length) in Self.start {
            let returned = host.command(text)
            #expect(returned.first == 0, "\(text)")
            #expect(returned.count == 1 + length, "\(text)")
        }
    }

    @Test func `what the controller is`() {
        HostBench("A").play(
            """
            A> 01 01 10 00
            A< 04 0E 0C 01 01 10 00 0B 01 00 0B FF FF 01 00     # 5.2, company FFFF
            A> 01 09 10 00
            A< 04 0E 0A 01 09 10 00 0A 00 00 DC 1B 00
            A> 01 03 10 00
            A< 04 0E 0C 01 03 10 00 00 00 00 00 60 00 00 80     # LE only
            A> 01 03 20 00
            A< 04 0E 0C 01 03 20 00 FF 51 00 00 00 00 00 00     # privacy, 2M, extended, CSA 2
            A> 01 02 20 00
            A< 04 0E 07 01 02 20 00 FB 00 08                    # 8 packets of 251 bytes
            A> 01 2F 20 00
            A< 04 0E 0C 01 2F 20 00 FB 00 48 08 FB 00 48 08
            A> 01 3A 20 00
            A< 04 0E 06 01 3A 20 00 72 06                       # 1650 bytes
            A> 01 04 10 01 02
            A< 04 0E 04 01 04 10 12                             # there is no page 2
            A> 01 6D 0C 02 01 00
            A< 04 0E 04 01 6D 0C 00
            A> 01 04 10 01 01
            A< 04 0E 0E 01 04 10 00 01 01 02 00 00 00 00 00 00 00
            """)
    }

    /// Commands of the table that no handler serves, and whether Supported Commands is honest.
    @Test(arguments: [true, false])
    func `Supported Commands are those that are answered`(_ isCryptographic: Bool) {
        let host = HostBench("A", cryptography: isCryptographic ? TestCryptography() : nil)["A"]
        let supported = host.command("01 02 10 00").dropFirst()
        for opcode in HCIOpcode.allCases where opcode != .reset {
            // Parameters of a wrong length tell the two kinds of refusal apart.
            let length: Int =
                switch opcode.command.length {
                case .exactly(let length): length + 1
                case .atLeast: 0
                }
            let raw = opcode.rawValue
            host.send(
                [1, UInt8(raw & 0xFF), UInt8(raw >> 8), UInt8(length)]
                    + [UInt8](repeating: 0, count: length))
            let answer = host.takeAll()
            let isKnown =
                opcode.command.supportedBit.map {
                    supported[supported.startIndex + $0 / 8] & 1 << UInt8($0 % 8) != 0
                } ?? true
            let event: [UInt8] =
                !isKnown
                ? [4, 0x0E, 4, 1, UInt8(raw & 0xFF), UInt8(raw >> 8), 0x01]
                : opcode.command.answer == .status
                    ? [4, 0x0F, 4, 0x12, 1, UInt8(raw & 0xFF), UInt8(raw >> 8)]
                    : [4, 0x0E, 4, 1, UInt8(raw & 0xFF), UInt8(raw >> 8), 0x12]
            #expect(answer == [event], "\(opcode)")
        }
        let aes = HCIOpcode.leEncrypt.command.supportedBit ?? 0
        let octet = supported[supported.startIndex + aes / 8]
        #expect((octet & 1 << UInt8(aes % 8) != 0) == isCryptographic)
    }

    @Test func `every wrong length of every command is refused`() {
        let host = HostBench("A")["A"]
        for opcode in HCIOpcode.allCases where opcode != .reset {
            for length in 0..<80 where !opcode.command.length.fits(length) {
                let raw = opcode.rawValue
                let packet =
                    [1, UInt8(raw & 0xFF), UInt8(raw >> 8), UInt8(length)]
                    + [UInt8](repeating: 0, count: length)
                host.send(packet)
                let answers = host.takeAll()
                #expect(answers.count == 1)
                let status = answers.first.map { $0[1] == 0x0F ? $0[3] : $0[6] }
                #expect(status == 0x12 || status == 0x01, "\(opcode) of \(length)")
            }
        }
    }

    @Test func `unknown commands and what is no command`() {
        HostBench("A").play(
            """
            A> 01 01 FC 00                   # a vendor's
            A< 04 0E 04 01 01 FC 01
            A> 01 05 04 0D 00 00 00 00 00 00 00 00 00 00 00 00 00   # Create Connection of BR/EDR
            A< 04 0E 04 01 05 04 01
            A> 04 0E 04 01 03 0C 00          # an event of a host is dropped
            A> 02 40 00 01 00 AA             # as is data for nobody
            A> 05 40 00 01 00 AA
            A> 01 03                         # and what is not whole
            A> 01 03 0C 01
            """)
    }

    @Test func `masked events do not come`() {
        let bench = HostBench("A")
        bench.play(
            """
            A> 01 03 0C 00
            A< 04 0E 04 01 03 0C 00
            A> 01 25 20 00                   # after reset LE events are masked
            A< 04 0F 04 00 01 25 20
            A> 01 01 0C 08 FF FF FF FF FF FF FF 3F
            A< 04 0E 04 01 01 0C 00
            A> 01 25 20 00                   # and this one is none of the first five
            A< 04 0F 04 00 01 25 20
            A> 01 01 20 08 80 00 00 00 00 00 00 00
            A< 04 0E 04 01 01 20 00
            A> 01 25 20 00
            A< 04 0F 04 00 01 25 20
            A...
            """, opens: false)
        bench["A"].send(octets("01 25 20 00"))
        #expect(bench["A"].takeAll().count == 2)
    }

    /// The sample of Core Vol 3, Part H, D.1.1 has AES of a block of zeroes; FIPS 197, B is here, byte
    /// for byte the other way round as HCI has it.
    @Test func `AES, random numbers, keys`() {
        let bench = HostBench("A")
        bench.play(
            """
            A> 01 17 20 20 3C 4F CF 09 88 15 F7 AB A6 D2 AE 28 16 15 7E 2B 34 07 37 E0 A2 98 31 31 8D 30 5A 88 A8 F6 43 32
            A< 04 0E 14 01 17 20 00 32 0B 6A 19 97 85 11 DC FB 09 DC 02 1D 84 25 39
            A> 01 26 20 40 \(String(repeating: "01 ", count: 64))
            A< 04 0F 04 0C 01 26 20          # there is no private key yet
            """)
        let first = bench["A"].command("01 18 20 00")
        let second = bench["A"].command("01 18 20 00")
        #expect(first.count == 9 && second.count == 9 && first != second)

        bench["A"].send(octets("01 25 20 00"))
        let events = bench["A"].takeAll()
        #expect(events.count == 2)
        #expect(events[0] == octets("04 0F 04 00 01 25 20"))
        #expect(events[1].prefix(5) == [0x04, 0x3E, 0x42, 0x08, 0x00])
        let own = Array(events[1][5..<37])
        // The curve of the test gives x xor the private key, and takes only y = not x.
        bench["A"].send(octets("01 26 20 40") + own + own.map { ~$0 })
        #expect(
            bench["A"].takeAll().last == octets("04 3E 22 09 00") + [UInt8](repeating: 0, count: 32)
        )
        bench["A"].send(octets("01 26 20 40") + own + own)
        #expect(
            bench["A"].takeAll().last
                == octets("04 3E 22 09 12") + [UInt8](repeating: 0xFF, count: 32))
        bench["A"].send(octets("01 5E 20 41") + own + own.map { ~$0 } + [2])
        #expect(bench["A"].takeAll() == [octets("04 0F 04 12 01 5E 20")])
    }
}
