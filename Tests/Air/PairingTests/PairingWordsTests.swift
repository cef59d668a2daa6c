import Pairing
import Testing

@Suite struct PairingWordsTests {
    @Test(arguments: [
        (
            PairingOutcome.completed(.passkeyShown, bonded: true),
            "done by passkey shown by the board, keys are kept"
        ),
        (.completed(.justWorks, bonded: false), "done by Just Works, keys are not kept"),
        (.failed(.confirmValueFailed), "failed, wrong confirm value (another passkey?)"),
        (.failedByPeer(0x0C), "given up by the other side, numbers are not equal"),
        (.cancelled, "cancelled"), (.encryptionFailed(6), "failed, no encryption, status 6"),
        (.failedByPeer(0xEE), "given up by the other side, reason 238"),
    ])
    func `a trace tells how a pairing ended`(outcome: PairingOutcome, words: String) {
        #expect("\(outcome)" == words)
    }

    @Test(arguments: [
        (PairingQuestion.show(passkey: 42), "shows the passkey 000042"),
        (.compare(123_456), "asks whether both show 123456"),
        (.enterPasskey, "waits for a passkey"), (.authorize, "asks whether to pair"),
    ])
    func `a trace tells what is asked at the board`(question: PairingQuestion, words: String) {
        #expect("\(question)" == words)
    }

    @Test func `each reason has words of its own`() {
        #expect(Set(PairingFailure.allCases.map { "\($0)" }).count == PairingFailure.allCases.count)
    }
}
