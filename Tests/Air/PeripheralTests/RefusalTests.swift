import Bluetooth
import Peripheral
import Testing

/// What a peripheral is told of requests that come to nothing.
@Suite struct RefusalTests {
    @Test(arguments: [
        // Written where only reading is allowed, to nothing, too long, by a command that nobody answers.
        ("12 0e 00 01", "12 14 1: writeNotPermitted"),
        ("12 ff 00 01", "12 255 -: invalidHandle"),
        ("12 14 00 01 02 03 04 05", "12 20 3: invalidAttributeValueLength"),
        ("52 14 00 01 02 03 04 05", "52 20 3: invalidAttributeValueLength"),
        ("12 0f 00 02 00", "12 15 1: valueNotAllowed"),
        // Malformed, unknown, a confirmation of nothing.
        ("0a", "a 0 -: invalidPDU"), ("3c", "3c 0 -: requestNotSupported"),
        ("1e", "1e 0 -: unlikelyError"),
        // The peripheral's own refusal counts too.
        ("0a 1f 00", "a 31 8: procedureInProgress"),
    ])
    func `each is told once`(pdu: String, told: String) {
        let transcript = Transcript()
        transcript.send(pdu)
        #expect(transcript.peripheral.refusals == [told])
    }

    @Test(arguments: ["0a 0e 00", "08 ff 00 ff ff 00 28", "12 14 00 01", "04 ff 00 ff ff"])
    func `what succeeds, or ends a search, is none`(pdu: String) {
        let transcript = Transcript()
        transcript.send(pdu)
        #expect(transcript.peripheral.refusals == [])
    }
}
