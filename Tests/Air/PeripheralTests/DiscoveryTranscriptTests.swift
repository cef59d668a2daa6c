import Bluetooth
import Peripheral
import Testing

/// Requests that find attributes. Numbers are sections of Core Vol 3, Part F.
struct DiscoveryTranscriptTests {
    @Test func `3.4.2 exchange MTU`() {
        let transcript = Transcript()
        transcript.run(
            """
            > 02 17  truncated
            < 01 02 00 00 04
            > 02 17 00 00  too long
            < 01 02 00 00 04
            > 02 30 00  48; the server takes 64
            < 03 40 00
            > 02 20 00  only the first exchange counts
            < 03 40 00
            """)
        #expect(transcript.server.mtu(of: transcript.connection) == 48)
        #expect(transcript.peripheral.calls == ["mtu 48"])
    }

    @Test(arguments: [
        ("> 02 00 00", 23), ("> 02 16 00", 23), ("> 02 17 00", 23), ("> 02 18 00", 24),
        ("> 02 ff ff", 64),
    ])
    func `3.4.2.2 the MTU is the smaller one, and never below 23`(_ line: String, _ mtu: Int) {
        let transcript = Transcript()
        transcript.run(line + "\n< 03 40 00")
        #expect(transcript.server.mtu(of: transcript.connection) == mtu)
    }

    @Test func `3.4.3.1 find information`() {
        Transcript().run(
            """
            > 04 01 00 05 00  types of 16 bits, five a PDU at MTU 23
            < 05 01 01 00 00 28 02 00 03 28 03 00 00 2a 04 00 03 28 05 00 01 2a
            > 04 0b 00 ff ff
            < 05 01 0b 00 02 29 0c 00 00 28 0d 00 03 28 0e 00 19 2a 0f 00 02 29
            > 04 13 00 ff ff  the width changes: the list ends
            < 05 01 13 00 03 28
            > 04 14 00 14 00  a type of 128 bits
            < 05 02 14 00 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 01 90 6a 32
            > 04 16 00 18 00
            < 05 02 16 00 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 06 90 6a 32
            > 04 1f 00 ff ff
            < 05 01 1f 00 41 2a
            > 04 00 00 ff ff  starting handle 0
            < 01 04 00 00 01
            > 04 05 00 04 00  start above end
            < 01 04 05 00 01
            > 04 20 00 ff ff  nothing there
            < 01 04 20 00 0a
            > 04 ff ff ff ff
            < 01 04 ff ff 0a
            > 04 01 00 ff  truncated
            < 01 04 00 00 04
            """)
    }

    @Test func `3.4.3.3 find by type value`() {
        Transcript().run(
            """
            > 06 01 00 ff ff 00 28 0f 18  a primary service with its last handle
            < 07 0c 00 11 00
            > 06 01 00 ff ff 00 28 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 00 90 6a 32
            < 07 12 00 1f 00
            > 06 01 00 ff ff 19 2a 63  a value: the handle stands twice
            < 07 0e 00 0e 00
            > 06 01 00 ff ff 02 29 00 00  three configurations
            < 07 0b 00 0b 00 0f 00 0f 00 1b 00 1b 00
            > 06 01 00 ff ff 1a 2a 01 02  it cannot be read over an open link: no match
            < 01 06 01 00 0a
            > 06 01 00 ff ff 00 28  no service has an empty value
            < 01 06 01 00 0a
            > 06 0d 00 ff ff 00 28 0f 18  behind it
            < 01 06 0d 00 0a
            > 06 00 00 ff ff 00 28 0f 18
            < 01 06 00 00 01
            > 06 02 00 01 00 00 28 0f 18
            < 01 06 02 00 01
            > 06 01 00 ff ff 00  truncated
            < 01 06 00 00 04
            """)
    }

    @Test func `3.4.4.1 read by type`() {
        Transcript().run(
            """
            > 08 01 00 07 00 03 28  declarations, two a PDU at MTU 23
            < 09 07 02 00 02 03 00 00 2a 04 00 02 05 00 01 2a 06 00 02 07 00 04 2a
            > 08 10 00 ff ff 03 28  the length changes: the list ends
            < 09 07 10 00 0a 11 00 1a 2a
            > 08 13 00 ff ff 03 28
            < 09 15 13 00 0c 14 00 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 01 90 6a 32
            > 08 01 00 ff ff 00 2a  the device name
            < 09 07 03 00 42 6f 61 72 64
            > 08 01 00 ff ff 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 06 90 6a 32  cut to MTU - 4
            < 09 15 16 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12
            > 08 01 00 ff ff 1a 2a  the first one needs encryption
            < 01 08 11 00 05
            > 08 01 00 ff ff 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 01 90 6a 32  it cannot be read
            < 01 08 14 00 02
            > 08 01 00 ff ff 41 2a  the firmware refuses
            < 01 08 1f 00 fe
            > 08 01 00 ff ff 99 2a
            < 01 08 01 00 0a
            > 08 00 00 ff ff 03 28
            < 01 08 00 00 01
            > 08 03 00 02 00 03 28
            < 01 08 03 00 01
            > 08 01 00 ff ff 03 28 00  a type of 24 bits
            < 01 08 00 00 04
            """)
    }

    @Test func `3.4.4.9 read by group type`() {
        Transcript().run(
            """
            > 10 01 00 ff ff 00 28
            < 11 06 01 00 07 00 00 18 08 00 0b 00 01 18 0c 00 11 00 0f 18
            > 10 12 00 ff ff 00 28
            < 11 14 12 00 1f 00 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 00 90 6a 32
            > 10 20 00 ff ff 00 28
            < 01 10 20 00 0a
            > 10 01 00 ff ff 01 28  no secondary services here
            < 01 10 01 00 0a
            > 10 01 00 0b 00 fb 34 9b 5f 80 00 00 80 00 10 00 00 00 28 00 00  the type in 128 bits
            < 11 06 01 00 07 00 00 18 08 00 0b 00 01 18
            > 10 01 00 ff ff 03 28  characteristics are no groups for this request
            < 01 10 01 00 10
            > 10 00 00 ff ff 00 28
            < 01 10 00 00 01
            > 10 02 00 01 00 00 28
            < 01 10 02 00 01
            > 10 01 00 ff ff
            < 01 10 00 00 04
            """)
    }

    @Test func `secondary services are found as such only`() {
        let transcript = Transcript()
        transcript.peripheral.services.append(
            Service("1234", isPrimary: false, characteristics: []))
        transcript.server.rebuild()
        transcript.run(
            """
            > 10 01 00 ff ff 01 28
            < 11 06 20 00 20 00 34 12
            > 10 20 00 ff ff 00 28
            < 01 10 20 00 0a
            """)
    }

    @Test func `a service that would exceed the last handle is left out`() {
        let transcript = Transcript()
        let many = (0..<33_000).map {
            Characteristic("2A19", id: ValueID(UInt16($0)), properties: .read)
        }
        transcript.peripheral.services.append(Service("1234", characteristics: many))
        transcript.server.rebuild()
        #expect(transcript.server.table.attributes.count == 31)
    }
}
