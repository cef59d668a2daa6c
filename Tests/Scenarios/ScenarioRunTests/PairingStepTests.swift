import LibCrypto
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScriptedClient

/// Scripted clients that pair with boards.
@Suite struct PairingStepTests {
    private static func play(
        security: String, _ steps: String, model: String = "MetaMotion S",
        hasCryptography: Bool = true
    ) throws -> RunBench {
        try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: \(model), security: {\(security)}}", steps: steps),
            cryptography: hasCryptography ? OpenSSL() : nil)
    }

    @Test(arguments: [
        // What the board is, what the client does, what they agree on.
        ("pairing: required", "{pair: {}}", "Secure Connections, Just Works"),
        ("pairing: required", "{pair: {io: keyboard-display}}", "Secure Connections, Just Works"),
        (
            "pairing: required, io: display", "{pair: {io: keyboard}}",
            "Secure Connections, passkey shown by the board"
        ),
        (
            "pairing: required, io: display, passkey: 7, secure-connections: refused",
            "{pair: {io: keyboard, passkey: 7}}", "legacy, passkey shown by the board"
        ),
        (
            "pairing: required, io: keyboard, passkey: 5",
            "{pair: {io: display-yes-no, passkey: 5, secure-connections: refused}}",
            "legacy, passkey typed into the board"
        ),
    ])
    func `a board that wants keys gets them, and the next link is encrypted with them`(
        _ security: String, _ pair: String, _ agreed: String
    ) throws {
        for model in ["MetaMotion S", "Triki"] {
            let play = try Self.play(
                security: security,
                "{connect: \(pair)}, initialise, disconnect, reconnect, initialise", model: model)
            #expect(play.failure == nil, "\(model)")
            #expect(play.trace.contains { $0.contains("link  pairing begins: \(agreed)") })
            #expect(play.trace.filter { $0.hasSuffix("link  encrypted") }.count == 2)
            #expect(play.trace.filter { $0.contains("pairing begins") }.count == 2)
        }
    }

    @Test func `without keys such a board tells nothing`() throws {
        let play = try Self.play(security: "pairing: required", "connect")
        #expect(play.failure?.contains("insufficientAuthentication") == true)
        // A client that does not pair is deaf to the board's wish.
        #expect(!play.trace.contains { $0.contains("central: ") })
    }

    @Test func `a link that is there pairs too, as often as one likes`() throws {
        let play = try Self.play(
            security: "pairing: allowed",
            "connect, initialise, pair, {pair: {secure-connections: refused, key-size: 7}}, initialise"
        )
        #expect(play.failure == nil)
        #expect(play.steps[2].detail == "Just Works")
        #expect(play.trace.contains { $0.contains("legacy, Just Works, key of 7 bytes") })
    }

    @Test(arguments: [
        ("pairing: refused", "pair", "pairing not supported"),
        ("io: display, passkey: 1", "{pair: {io: keyboard, passkey: 2}}", "wrong confirm value"),
        ("io: keyboard, passkey: 1", "{pair: {io: display}}", "wrong confirm value"),
        ("secure-connections: required", "{pair: {secure-connections: refused}}", "authentication"),
        ("key-size: 7", "{pair: {within: 1 ms}}", "not paired within 1 ms"),
    ])
    func `a pairing that fails fails the step, with the reason`(
        _ security: String, _ step: String, _ words: String
    ) throws {
        let play = try Self.play(security: security, "connect, \(step)")
        #expect(play.failure?.contains(words) == true, "\(play.failure ?? "no failure")")
        #expect(play.steps[0].outcome == .done)
    }

    @Test func `without the library no client pairs`() throws {
        let play = try Self.play(
            security: "pairing: allowed", "connect, pair", hasCryptography: false)
        #expect(play.failure?.contains("pairing not supported") == true)
    }

    @Test func `a passkey needs something to show or type it with`() {
        #expect(throws: (any Error).self) {
            try ScenarioFile(RunBench.scenario(steps: "connect, {pair: {passkey: 1}}"))
        }
    }
}
