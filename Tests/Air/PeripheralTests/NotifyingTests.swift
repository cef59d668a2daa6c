import Peripheral
import Testing

/// What a server sends by itself (Core Vol 3, Part F, 3.4.7).
struct NotifyingTests {
    let bytes = (0..<30).map { UInt8($0) }

    @Test func `a notification goes to who subscribed, cut to MTU - 3`() {
        let transcript = Transcript()
        var pdu: [UInt8] = []
        let send = {
            transcript.server.notification(
                bytes.span, of: TestPeripheral.Value.battery, to: transcript.connection,
                into: &pdu)
        }
        #expect(!send())
        transcript.run("> 12 0f 00 01 00\n< 13")
        #expect(send())
        #expect(pdu == [0x1B, 0x0E, 0x00] + bytes.prefix(20))
        transcript.run("> 02 18 00\n< 03 40 00")
        #expect(send())
        #expect(pdu == [0x1B, 0x0E, 0x00] + bytes.prefix(21))
        transcript.run("> 12 0f 00 00 00\n< 13")
        #expect(!send())
        #expect(
            !transcript.server.notification(
                bytes.span, of: TestPeripheral.Value.control, to: transcript.connection,
                into: &pdu))
    }

    @Test func `one indication until it is confirmed`() {
        let transcript = Transcript()
        var pdu: [UInt8] = []
        let send = {
            transcript.server.indication(
                bytes.span, of: TestPeripheral.Value.alarm, to: transcript.connection, into: &pdu)
        }
        #expect(send() == .discarded(.notSubscribed))
        transcript.run("> 12 1b 00 02 00\n< 13\n> 1e  nothing was indicated\n<")
        #expect(send() == .sent)
        #expect(pdu == [0x1D, 0x1A, 0x00] + bytes.prefix(20))
        #expect(send() == .dropped)
        #expect(transcript.peripheral.calls == ["subscription 5: 2"])
        transcript.run("> 1e\n<")
        #expect(transcript.peripheral.calls.last == "confirmed 5")
        #expect(send() == .sent)
    }

    @Test func `Part G 7.1 Service Changed tells which handles are others`() {
        let transcript = Transcript()
        var pdu: [UInt8] = []
        #expect(!transcript.server.serviceChanged(for: transcript.connection, into: &pdu))
        transcript.run("> 12 0b 00 02 00\n< 13\n> 12 0f 00 01 00\n< 13")
        transcript.peripheral.services.removeFirst()
        transcript.server.rebuild()
        #expect(transcript.server.serviceChanged(for: transcript.connection, into: &pdu))
        #expect(pdu == [0x1D, 0x0A, 0x00, 0x0C, 0x00, 0xFF, 0xFF])
        // The subscription to it stays, the others are gone with their services.
        transcript.run(
            """
            > 1e
            <
            > 0a 0b 00
            < 0b 02 00
            > 0a 15 00
            < 0b 00 00
            """)
        #expect(transcript.peripheral.calls == ["subscription 1: 1"])
    }

    @Test func `the confirmation of a removed service's indication is ignored`() {
        let transcript = Transcript()
        var pdu: [UInt8] = []
        transcript.run("> 12 1b 00 02 00\n< 13")
        _ = transcript.server.indication(
            bytes.span, of: TestPeripheral.Value.alarm, to: transcript.connection, into: &pdu)
        transcript.peripheral.services = []
        transcript.server.rebuild()
        transcript.run("> 1e\n<")
        #expect(transcript.peripheral.calls == ["subscription 5: 2"])
    }
}
