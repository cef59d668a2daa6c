import Bluetooth
import Peripheral
import Simulation
import Testing

/// Requests whose answers come later.
struct DeferringTests {
    @Test func `a read waits, and what else is going on goes on`() {
        let transcript = LaterTranscript()
        transcript.run(
            """
            > 12 0b 00 01 00
            ? subscription 1: 1
            < 13
            > 0a 0a 00
            ? read 1 from 0
            <
            > 52 0a 00 07  a command meanwhile
            ? command 1 at 0: 07
            <
            """)
        var pdu: [UInt8] = []
        let value: [UInt8] = [9]
        #expect(
            transcript.server.notification(
                value.span, of: ValueID(1), to: transcript.connection, into: &pdu))
        #expect(pdu == [0x1B, 0x0A, 0x00, 9])
        transcript.run(
            """
            = 01 02
            < 0b 01 02
            """)
    }

    @Test func `every request that needs values asks for one after the other`() {
        LaterTranscript().run(
            """
            > 0c 0a 00 05 00  blob: what is left is asked for
            ? read 1 from 5
            = 06 07
            < 0d 06 07
            > 08 01 00 ff ff 19 2a  by type: the second needs encryption, which ends the list
            ? read 1 from 0
            = 2a
            < 09 03 0a 00 2a
            > 08 0b 00 ff ff 19 2a
            < 01 08 12 00 0f
            > 0e 0a 00 0d 00  multiple
            ? read 1 from 0
            <
            = 01
            ? read 2 from 0
            <
            = 02 03
            < 0f 01 02 03
            > 0e 0a 00 0d 00 0a 00
            ? read 1 from 0
            = 01
            ? read 2 from 0
            ! 80
            < 01 0e 0d 00 80
            > 06 01 00 ff ff 19 2a 2a  by type and value
            ? read 1 from 0
            = 2a
            < 07 0a 00 0a 00
            """)
    }

    @Test func `writes, and the errors that an answer names`() {
        LaterTranscript().run(
            """
            > 12 0a 00 01 02
            ? request 1 at 0: 01 02
            <
            = 
            < 13
            > 12 0a 00
            ? request 1 at 0: 
            ! 9f
            < 01 12 0a 00 9f
            > 12 0b 00 03 00  both at once
            < 01 12 0b 00 fd
            > 12 0b 00 02 00  indications, which it has not
            < 01 12 0b 00 fd
            > 0a 12 00
            < 01 0a 12 00 0f
            > 12 12 00 01
            < 01 12 12 00 03
            """)
    }

    @Test func `prepared writes reach the peripheral as they continue each other`() {
        LaterTranscript().run(
            """
            > 16 0a 00 02 00 01 02
            < 17 0a 00 02 00 01 02
            > 16 0a 00 04 00 03
            < 17 0a 00 04 00 03
            > 18 01
            ? execute 1 at 2: 01 02 03
            <
            = 
            < 19
            > 18 01  it is empty now
            < 19
            > 16 0d 00 00 00 01  this one asks first
            ? prepare 2 at 0: 
            <
            = 
            < 17 0d 00 00 00 01
            > 16 0d 00 05 00 02
            ? prepare 2 at 5: 
            = 
            < 17 0d 00 05 00 02
            > 18 01
            ? execute 2 at 0: 01
            = 
            ? execute 2 at 5: 02
            ! 0d
            < 01 18 0d 00 0d
            > 18 01
            < 19
            > 16 0a 00 00 00 01
            < 17 0a 00 00 00 01
            > 16 0d 00 00 00 02
            ? prepare 2 at 0: 
            ! 08
            < 01 16 0d 00 08
            > 16 0a 00 07 00 02
            < 17 0a 00 07 00 02
            > 18 01  two writes, not reliable
            < 01 18 0a 00 06
            > 16 0a 00 00 02 01  512
            < 01 16 0a 00 0d
            > 16 0a 00 01 02
            < 01 16 0a 00 07
            """)
    }

    @Test func `handles without attributes are none`() {
        LaterTranscript().run(
            """
            > 04 04 00 ff ff
            < 05 01 04 00 02 29 08 00 00 28 09 00 03 28 0a 00 19 2a 0b 00 02 29
            > 04 05 00 07 00
            < 01 04 05 00 0a
            > 0a 05 00
            < 01 0a 05 00 01
            > 08 01 00 ff ff 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
            < 01 08 01 00 0a
            > 10 01 00 ff ff 00 28
            < 11 06 01 00 04 00 01 18 08 00 0d 00 0f 18 10 00 12 00 0a 18
            """)
    }

    @Test func `a second request before the answer is told, and has none`() {
        let transcript = LaterTranscript()
        transcript.run(
            """
            > 0a 0a 00
            ? read 1 from 0
            > 0a 0d 00
            <
            """)
        #expect(transcript.secondRequests == 1)
        transcript.run("= 01\n< 0b 01")
    }

    @Test func `an answer after the end, a second answer, an answer at once`() {
        let transcript = LaterTranscript()
        transcript.run("> 0a 0a 00\n? read 1 from 0\n<")
        let late = transcript.peripheral.open.removeFirst()
        transcript.server.close(transcript.connection)
        late(.success([1]))
        transcript.server.open(transcript.connection)
        late(.success([2]))
        transcript.run("> 0a 0a 00\n? read 1 from 0\n<")
        let twice = transcript.peripheral.open.removeFirst()
        twice(.success([3]))
        twice(.success([4]))
        transcript.run("< 0b 03")
        transcript.peripheral.atOnce = .success([5])
        transcript.run("> 0a 0a 00\n? read 1 from 0\n< 0b 05")
        transcript.run("> 12 0a 00 01\n? request 1 at 0: 01\n< 13")
        transcript.peripheral.atOnce = .failure(.application(0x81))
        transcript.run("> 12 0a 00 01\n? request 1 at 0: 01\n< 01 12 0a 00 81")
    }

    @Test func `what stays keeps its subscription, and Service Changed names what does not`() {
        let transcript = LaterTranscript()
        var pdu: [UInt8] = []
        transcript.run(
            """
            > 12 04 00 02 00
            < 13
            > 12 0b 00 01 00
            ? subscription 1: 1
            < 13
            """)
        let changed = {
            transcript.server.serviceChanged(for: transcript.connection, into: &pdu)
        }
        #expect(!changed())
        transcript.peripheral.hasThird = false
        transcript.server.rebuild()
        #expect(changed())
        #expect(pdu == [0x1D, 0x03, 0x00, 0x10, 0x00, 0x12, 0x00])
        transcript.peripheral.hasThird = true
        transcript.server.rebuild()
        #expect(!changed())
        transcript.run(
            """
            > 0a 0b 00
            < 0b 01 00
            > 1e  now the next one goes out
            ? ready
            < 1d 03 00 10 00 12 00
            > 1e
            ? ready
            <
            """)
    }
}
