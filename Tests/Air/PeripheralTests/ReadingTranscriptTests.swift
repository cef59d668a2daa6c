import Peripheral
import Testing

/// Requests that read. Numbers are sections of Core Vol 3, Part F.
struct ReadingTranscriptTests {
    @Test func `3.4.4.3 read`() {
        Transcript().run(
            """
            > 0a 03 00  device name
            < 0b 42 6f 61 72 64
            > 0a 05 00  appearance
            < 0b 41 03
            > 0a 07 00  preferred parameters: 7.5 to 11.25 ms, latency 0, 6 s
            < 0b 06 00 09 00 00 00 58 02
            > 0a 0e 00
            < 0b 63
            > 0a 16 00  cut to MTU - 1
            < 0b 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15
            > 0a 17 00  extended properties: reliable write
            < 0b 01 00
            > 0a 18 00
            < 0b 6c 6f 6e 67
            > 0a 0f 00  configuration
            < 0b 00 00
            > 0a 00 00
            < 01 0a 00 00 01
            > 0a 20 00
            < 01 0a 20 00 01
            > 0a 14 00  cannot be read
            < 01 0a 14 00 02
            > 0a 0a 00  Service Changed can only be indicated
            < 01 0a 0a 00 02
            > 0a 1f 00  the firmware refuses
            < 01 0a 1f 00 fe
            > 0a 03
            < 01 0a 00 00 04
            > 0a
            < 01 0a 00 00 04
            > 0a 03 00 00
            < 01 0a 00 00 04
            """)
    }

    @Test func `no preference for parameters`() {
        let transcript = Transcript()
        transcript.peripheral.gapPreferredParameters = nil
        transcript.run(
            """
            > 0a 07 00
            < 0b ff ff ff ff 00 00 ff ff
            """)
    }

    @Test func `3.4.4.5 read blob`() {
        Transcript().run(
            """
            > 0c 16 00 00 00
            < 0d 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15
            > 0c 16 00 16 00
            < 0d 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27
            > 0c 16 00 28 00  offset at the end: an empty part
            < 0d
            > 0c 16 00 29 00  beyond
            < 01 0c 16 00 07
            > 0c 16 00 ff ff
            < 01 0c 16 00 07
            > 0c 20 00 00 00
            < 01 0c 20 00 01
            > 0c 14 00 00 00
            < 01 0c 14 00 02
            > 0c 11 00 00 00
            < 01 0c 11 00 05
            > 0c 16 00 16
            < 01 0c 00 00 04
            """)
    }

    @Test func `3.4.4.7 read multiple`() {
        Transcript().run(
            """
            > 0e 05 00 0e 00
            < 0f 41 03 63
            > 0e 03 00 16 00  cut to MTU - 1
            < 0f 42 6f 61 72 64 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10
            > 0e 16 00 20 00  checked though it no longer fits
            < 01 0e 20 00 01
            > 0e 05 00 14 00
            < 01 0e 14 00 02
            > 0e 05 00 11 00
            < 01 0e 11 00 05
            > 0e 05 00  one handle
            < 01 0e 00 00 04
            > 0e 05 00 0e  half a handle
            < 01 0e 00 00 04
            """)
    }

    @Test func `3.4.4.11 read multiple variable`() {
        Transcript().run(
            """
            > 20 05 00 0e 00
            < 21 02 00 41 03 01 00 63
            > 20 03 00 16 00  the last value is cut, its length is not
            < 21 05 00 42 6f 61 72 64 28 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c
            > 20 05 00 20 00
            < 01 20 20 00 01
            > 20 05 00
            < 01 20 00 00 04
            """)
    }

    @Test(arguments: [
        (Security.open, false, "< 01 0a 11 00 05"),  // pair first
        (.open, true, "< 01 0a 11 00 0f"),  // keys are there: encrypt
        (.encrypted, false, "< 0b 01 02"),
        (.authenticated, false, "< 0b 01 02"),
    ])
    func `4.1.1 a value that needs an encrypted link`(
        _ security: Security, _ bonded: Bool, _ response: String
    ) { Transcript(security: security, bonded: bonded).run("> 0a 11 00\n" + response) }

    @Test(arguments: [
        (Security.open, "< 01 12 11 00 05"), (.encrypted, "< 01 12 11 00 05"),
        (.authenticated, "< 13"),
    ])
    func `4.1.1 a value that needs an authenticated link`(
        _ security: Security, _ response: String
    ) { Transcript(security: security).run("> 12 11 00 01\n" + response) }

    @Test func `the link may be secured later`() {
        let transcript = Transcript()
        transcript.run("> 0a 11 00\n< 01 0a 11 00 05")
        transcript.server.secure(transcript.connection, .encrypted)
        transcript.run("> 0a 11 00\n< 0b 01 02")
    }
}
