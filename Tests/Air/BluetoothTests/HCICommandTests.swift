import Testing

@testable import Bluetooth

struct HCICommandTests {
    /// Commands as hosts send them: whole packets of captures, and the words for them.
    static let rows: [(String, HCIOpcode, words: String)] = [
        ("01 03 0C 00", .reset, "Reset"),
        ("01 01 0C 08 FF FF FF FF FF FF FF 3F", .setEventMask, "Set Event Mask"),
        ("01 02 10 00", .readLocalSupportedCommands, "Read Local Supported Commands"),
        ("01 09 10 00", .readBDADDR, "Read BD_ADDR"),
        ("01 01 20 08 1F 00 00 00 00 00 00 00", .leSetEventMask, "LE Set Event Mask"),
        (
            "01 0B 20 07 01 10 00 10 00 00 00", .leSetScanParameters,
            "LE Set Scan Parameters: active, 10 ms every 10 ms"
        ),
        (
            "01 0C 20 02 01 01", .leSetScanEnable,
            "LE Set Scan Enable: on, duplicates filtered"
        ),
        ("01 0C 20 02 00 00", .leSetScanEnable, "LE Set Scan Enable: off"),
        (
            "01 06 20 0F A0 00 F0 00 03 00 00 00 00 00 00 00 00 07 00",
            .leSetAdvertisingParameters,
            "LE Set Advertising Parameters: non-connectable, every 100 ms to 150 ms"
        ),
        (
            "01 0D 20 19 60 00 30 00 00 01 07 7B 52 8F C9 E8 00 18 00 28 00 00 00 2A 00 00 00 00 00",
            .leCreateConnection,
            "LE Create Connection: E8:C9:8F:52:7B:07 random, interval 30 to 50 ms, latency 0, "
                + "timeout 420 ms"
        ),
        (
            "01 06 04 03 40 00 13", .disconnect,
            "Disconnect: 0x0040, remote user terminated"
        ),
        (
            "01 13 20 0E 40 00 06 00 06 00 00 00 C8 00 00 00 00 00", .leConnectionUpdate,
            "LE Connection Update: 0x0040, interval 7.5 ms, latency 0, timeout 2000 ms"
        ),
        (
            "01 22 20 06 40 00 FB 00 48 08", .leSetDataLength,
            "LE Set Data Length: 0x0040, 251 bytes, 2120 µs"
        ),
        (
            "01 39 20 06 01 01 00 00 00 00", .leSetExtendedAdvertisingEnable,
            "LE Set Extended Advertising Enable: on, 1 sets"
        ),
    ]

    @Test(arguments: rows)
    func `a command of a capture has its opcode, its length and its words`(
        _ text: String, _ opcode: HCIOpcode, _ words: String
    ) {
        let packet = octets(text)
        #expect(HCIOpcode(rawValue: UInt16(packet[1]) | UInt16(packet[2]) << 8) == opcode)
        #expect(opcode.command.length.fits(packet.count - 4))
        #expect(HCIDescriber.describe(packet.span) == words)
    }

    @Test(arguments: rows)
    func `a row of the table writes what it reads`(
        _ text: String, _ opcode: HCIOpcode, _ words: String
    ) {
        let packet = octets(text)
        let read = HCIParameters(opcode, reading: packet.span.extracting(4...))
        var written = HCIParameters(opcode)
        for field in HCIField.allCases where opcode.command.format.has(field) {
            written[field] = read[field]
        }
        #expect(written.packet == packet)
    }

    /// The fields of LE Create Connection (Core Vol 4, Part E, 7.8.12), of a host's capture.
    @Test func `fields are read and written by name`() {
        let packet = octets(
            "01 0D 20 19 60 00 30 00 00 01 07 7B 52 8F C9 E8 00 18 00 28 00 00 00 2A 00 00 00 00 00"
        )
        let read = HCIParameters(.leCreateConnection, reading: packet.span.extracting(4...))
        #expect(read[.interval] == 0x60 && read[.window] == 0x30 && read[.timeout] == 0x2A)
        #expect(read.peer == Address("E8:C9:8F:52:7B:07"))
        var written = HCIParameters(
            .leCreateConnection,
            [
                .interval: 0x60, .window: 0x30, .shortest: 0x18, .longest: 0x28, .timeout: 0x2A,
            ])
        written.set(PeerAddress(read.peer))
        #expect(written.packet == packet)
    }

    /// LE Set Extended Advertising Enable (7.8.56): four bytes a set.
    @Test func `a list has as many entries as are asked for, or is none`() {
        let body = octets("01 02 05 0A 00 01 06 00 00 02")
        let read = HCIParameters(.leSetExtendedAdvertisingEnable, reading: body.span)
        #expect(read.entries(2)?.map { $0[.set] as UInt8 } == [5, 6])
        #expect(read.entries(2)?.first?[.duration] == 10 && read.entries(2)?.last?[.events] == 2)
        #expect(read.entries(1) == nil && read.entries(3) == nil)
        let whole = HCIParameters(.leSetRandomAddress, reading: octets("01 02 03 04 05 06").span)
        #expect(whole.entries(0) == nil)
    }

    /// Octet and bit of some commands, from the specification's own list (Core Vol 4, Part E, 6.27).
    @Test func `places in Supported Commands`() {
        let places: [(HCIOpcode, octet: Int, bit: Int)] = [
            (.disconnect, 0, 5), (.reset, 5, 7), (.readBDADDR, 15, 1), (.leRand, 27, 7),
            (.leSetDataLength, 33, 6), (.leSetPHY, 35, 6), (.leSetExtendedScanEnable, 37, 6),
            (.leReadTransmitPower, 38, 7), (.leSetPrivacyMode, 39, 2),
        ]
        for (opcode, octet, bit) in places {
            #expect(opcode.command.supportedBit == 8 * octet + bit, "\(opcode)")
        }
        let bits = HCIOpcode.allCases.compactMap(\.command.supportedBit)
        #expect(bits.count == HCIOpcode.allCases.count - 1)
        #expect(Set(bits).count == bits.count)
        #expect(bits.allSatisfy { $0 < 64 * 8 })
        #expect(Set(HCIOpcode.allCases.map(\.command.name)).count == HCIOpcode.allCases.count)
    }

    @Test func `lengths, exact and at least`() {
        #expect(HCICommand.Length.exactly(2).fits(2))
        #expect(!HCICommand.Length.exactly(2).fits(1))
        #expect(!HCICommand.Length.exactly(2).fits(3))
        #expect(HCICommand.Length.atLeast(2).fits(3))
        #expect(!HCICommand.Length.atLeast(2).fits(1))
    }

    @Test func `what has no name is described all the same`() {
        let rows = [
            ("01 01 FC 01 00", "vendor command 0xFC01, 1 bytes"),
            ("01 01 04 00", "command 0x0401, 0 bytes"),
            ("01 0C 20 01 01", "LE Set Scan Enable, wrong length 1"),
            ("01 0C 20 05 01", "command packet of a wrong length"),
            ("07", "no H4 packet"), ("", "no H4 packet"),
            ("02 40 20 03 00 01 02 03", "ACL 0x0040: first fragment, 3 bytes"),
            ("02 40 10 01 00 01", "ACL 0x0040: further fragment, 1 bytes"),
            ("05 01 20 01 00 00", "isochronous data, 1 bytes"),
        ]
        for (text, words) in rows { #expect(HCIDescriber.describe(octets(text).span) == words) }
    }

    @Test func `fuzz: every packet has words`() {
        var dice = Dice(state: 7)
        for _ in 0..<fuzzRounds {
            var packet = dice.bytes(upTo: 40)
            #expect(!HCIDescriber.describe(packet.span).isEmpty)
            // A well-formed one of some command or event.
            let opcode = HCIOpcode.allCases.randomElement(using: &dice) ?? .reset
            let body = dice.bytes(upTo: 40)
            packet = [0x01, UInt8(opcode.rawValue & 0xFF), UInt8(opcode.rawValue >> 8)]
            packet += [UInt8(body.count)] + body
            #expect(HCIDescriber.describe(packet.span).hasPrefix(opcode.command.name))
            let code = HCIEventCode.allCases.randomElement(using: &dice) ?? .commandStatus
            packet = [code.subevent ?? 0].prefix(code.headerLength - 3) + body
            packet = [0x04, code.code, UInt8(packet.count)] + packet
            #expect(!HCIDescriber.describe(packet.span).isEmpty)
        }
    }
}
