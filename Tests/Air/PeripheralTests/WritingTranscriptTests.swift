import Peripheral
import Testing

/// Requests and commands that write. Numbers are sections of Core Vol 3, Part F.
struct WritingTranscriptTests {
    @Test func `3.4.5.1 write`() {
        let transcript = Transcript()
        transcript.run(
            """
            > 12 14 00 01 02 03 04
            < 13
            > 12 14 00  an empty value
            < 13
            > 12 14 00 01 02 03 04 05  at most four bytes
            < 01 12 14 00 0d
            > 12 18 00 61
            < 13
            > 12 0e 00 01  read only
            < 01 12 0e 00 03
            > 12 1d 00 01  only by command
            < 01 12 1d 00 03
            > 12 01 00 00 18  a declaration
            < 01 12 01 00 03
            > 12 03 00 41  the device name
            < 01 12 03 00 03
            > 12 17 00 00 00  extended properties
            < 01 12 17 00 03
            > 12 00 00 01
            < 01 12 00 00 01
            > 12 20 00 01
            < 01 12 20 00 01
            > 12 1f 00 01  the firmware refuses
            < 01 12 1f 00 ff
            > 12 14
            < 01 12 00 00 04
            """)
        #expect(transcript.peripheral.calls == ["write 3: 1 2 3 4", "write 3: ", "write 6: 61"])
    }

    @Test func `3.4.5.3 write command`() {
        let transcript = Transcript()
        transcript.run(
            """
            > 52 14 00 01 02
            <
            > 52 1d 00 07
            <
            > 52 14 00 01 02 03 04 05  too long
            <
            > 52 0e 00 01  read only
            <
            > 52 16 00 01  only by request
            <
            > 52 20 00 01
            <
            > 52 14  truncated
            <
            """)
        #expect(transcript.peripheral.calls == ["command 3: 1 2", "command 7: 7"])
    }

    @Test func `3.4.5.4 a signed write is ignored, as there are no keys`() {
        let transcript = Transcript()
        transcript.run(
            """
            > d2 14 00 01 00 00 00 00 00 00 00 00 00 00 00 00
            <
            > d2 14 00 01
            <
            """)
        #expect(transcript.peripheral.calls == [])
    }

    @Test func `Part G 3.3.3.3 client characteristic configuration`() {
        let transcript = Transcript()
        transcript.run(
            """
            > 12 0f 00 01 00
            < 13
            > 0a 0f 00
            < 0b 01 00
            > 12 0f 00 01 00  again: nothing changes
            < 13
            > 12 0f 00 02 00  it cannot indicate
            < 01 12 0f 00 13
            > 12 1b 00 02 00
            < 13
            > 12 1b 00 01 00  it cannot notify
            < 01 12 1b 00 13
            > 12 0f 00 01  one byte
            < 01 12 0f 00 0d
            > 12 0f 00 00 00 00
            < 01 12 0f 00 0d
            > 12 0f 00 00 00
            < 13
            > 52 0f 00 01 00  not by command
            <
            > 0a 0f 00
            < 0b 00 00
            """)
        #expect(
            transcript.peripheral.calls == [
                "subscription 1: 1", "subscription 5: 2", "subscription 1: 0",
            ])
    }

    @Test func `configurations belong to a connection`() {
        let transcript = Transcript()
        let other = ConnectionID(2)
        transcript.server.open(other)
        transcript.run("> 12 0f 00 01 00\n< 13")
        var answer: [UInt8] = []
        let read: [UInt8] = [0x0A, 0x0F, 0x00]
        transcript.server.handle(read.span, from: other, into: &answer)
        #expect(answer == [0x0B, 0x00, 0x00])
        // A new connection begins with nothing.
        transcript.server.close(transcript.connection)
        transcript.run("> 0a 0f 00\n<")
        transcript.server.open(transcript.connection)
        transcript.run("> 0a 0f 00\n< 0b 00 00")
    }

    @Test func `3.4.6 prepared writes`() {
        let transcript = Transcript()
        transcript.run(
            """
            > 16 16 00 00 00 01 02 03
            < 17 16 00 00 00 01 02 03
            > 16 16 00 03 00 04 05
            < 17 16 00 03 00 04 05
            > 16 14 00 00 00 09  another attribute in between
            < 17 14 00 00 00 09
            > 16 16 00 01 00 0a  overwrites
            < 17 16 00 01 00 0a
            > 0a 16 00  nothing has been written yet
            < 0b 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15
            > 18 01
            < 19
            > 0a 16 00
            < 0b 01 0a 03 04 05
            > 16 16 00 05 00 06  into the middle of what is there
            < 17 16 00 05 00 06
            > 18 01
            < 19
            > 0a 16 00
            < 0b 01 0a 03 04 05 06
            > 18 01  an empty queue
            < 19
            """)
        #expect(
            transcript.peripheral.calls == [
                "write 4: 1 a 3 4 5", "write 3: 9", "write 4: 1 a 3 4 5 6",
            ])
    }

    @Test func `3.4.6.3 what does not fit is refused as a whole`() {
        let transcript = Transcript()
        transcript.run(
            """
            > 16 16 00 00 00 01
            < 17 16 00 00 00 01
            > 18 00  cancelled
            < 19
            > 18 01
            < 19
            > 16 14 00 00 00 01
            < 17 14 00 00 00 01
            > 16 16 00 29 00 01  offset 41 of 40
            < 17 16 00 29 00 01
            > 18 01
            < 01 18 16 00 07
            > 18 01  the queue is gone
            < 19
            > 16 14 00 00 00 01 02 03 04 05
            < 17 14 00 00 00 01 02 03 04 05
            > 18 01  at most four bytes
            < 01 18 14 00 0d
            > 16 1f 00 00 00 01
            < 17 1f 00 00 00 01
            > 18 01  the firmware refuses
            < 01 18 1f 00 ff
            > 18 02  a flag that does not exist
            < 01 18 00 00 04
            > 18
            < 01 18 00 00 04
            """)
        #expect(transcript.peripheral.calls == [])
    }

    @Test func `3.4.6.1 errors when preparing`() {
        Transcript().run(
            """
            > 16 20 00 00 00 01
            < 01 16 20 00 01
            > 16 0e 00 00 00 01
            < 01 16 0e 00 03
            > 16 1d 00 00 00 01
            < 01 16 1d 00 03
            > 16 11 00 00 00 01
            < 01 16 11 00 05
            > 16 16 00 00
            < 01 16 00 00 04
            """)
    }

    @Test func `3.4.6.1 the queue is bounded`() {
        let transcript = Transcript()
        for _ in 0..<32 { transcript.run("> 16 16 00 00 00\n< 17 16 00 00 00") }
        transcript.run("> 16 16 00 00 00\n< 01 16 16 00 09")
        transcript.run("> 18 00\n< 19\n> 16 16 00 00 00\n< 17 16 00 00 00")
    }

    @Test func `3.3 unknown requests are refused, what is not a request is ignored`() {
        Transcript().run(
            """
            > 14 01 02  no such request
            < 01 14 00 00 06
            > 22
            < 01 22 00 00 06
            > 3f
            < 01 3f 00 00 06
            > 40  an unknown command
            <
            > 7f 01
            <
            > ff
            <
            > 1e 00  a confirmation of the wrong length
            <
            > 0b 01  a response
            <
            > 01 0a 00 00 01
            <
            > 1b 03 00 01
            <
            """)
    }

    @Test func `3.2.8 a PDU longer than the MTU is invalid`() {
        let transcript = Transcript()
        let long = [String](repeating: "00", count: 21).joined(separator: " ")
        transcript.run(
            "> 12 16 00 \(long)\n< 01 12 00 00 04\n> 52 1d 00 \(long)\n<\n"
                + "> 02 18 00\n< 03 40 00\n> 12 16 00 \(long)\n< 13")
        #expect(transcript.peripheral.calls.count == 2)
    }

    @Test func `an empty PDU and an unknown connection get nothing`() {
        let transcript = Transcript()
        transcript.run(">\n<")
        var answer: [UInt8] = [1]
        let read: [UInt8] = [0x0A, 0x03, 0x00]
        transcript.server.handle(read.span, from: ConnectionID(77), into: &answer)
        #expect(answer == [])
    }
}
