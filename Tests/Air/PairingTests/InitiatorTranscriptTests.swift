import Bluetooth
import Simulation
import Testing

@testable import Pairing

/// The initiator's procedure with the sample data of the specification in place of chance.
@Suite struct InitiatorTranscriptTests {
    private func procedure(
        request: String, response: String, _ initiator: Address, _ responder: Address
    ) throws -> PairingProcedure {
        let request = try PairingPDU(bytes(request).span)
        let response = try PairingPDU(bytes(response).span)
        return try PairingProcedure(
            PairingTerms(
                role: .initiator, request: request, response: response,
                initiator: PairingFeatures(request), responder: PairingFeatures(response),
                initiatorAddress: initiator, responderAddress: responder,
                identityResolvingKey: [UInt8](repeating: 0, count: 16)),
            SecurityOptions(), toolbox(), random: RandomStream(seed: 1, purpose: "test"))
    }

    /// Core Vol 3, Part H, 2.2.3 and 2.2.4.
    @Test func `LE legacy pairing, Just Works, a key of eight bytes`() throws {
        var procedure = try procedure(
            request: "01 01 00 00 10 07 07", response: "02 03 00 00 08 00 05",
            Address(0xA1A2_A3A4_A5A6), Address(0xB1B2_B3B4_B5B6, kind: .publicDevice))
        #expect(procedure.method == .justWorks && procedure.step == .confirm)
        #expect(procedure.outbox.map(\.code) == [.pairingConfirm])
        #expect(
            procedure.legacyConfirm(bytes("5783D52156AD6F0E6388274EC6702EE0"))
                == bytes("1e1e3fef878988ead2a74dc5bef13b86"))

        procedure.outbox = []
        procedure.ownRandom = bytes("010203040506070899AABBCCDDEEFF00")
        let theirs = bytes("000F0E0D0C0B0A091122334455667788")
        try procedure.receive(
            PairingPDU(.pairingConfirm, value: procedure.legacyConfirm(theirs)))
        #expect(
            procedure.outbox == [PairingPDU(.pairingRandom, value: procedure.ownRandom)])
        try procedure.receive(PairingPDU(.pairingRandom, value: theirs))
        #expect(procedure.startsEncryption && procedure.step == .encryption)
        #expect(procedure.key == bytes("0000000000000000 5b4216ae796da062"))
        // It takes the responder's LTK and signing key, and gives none.
        procedure.outbox = []
        procedure.encrypted()
        #expect(
            procedure.step
                == .keys([.encryptionInformation, .centralIdentification, .signingInformation]))
        for code in [
            PairingCode.encryptionInformation, .centralIdentification, .signingInformation,
        ] {
            try procedure.receive(
                PairingPDU(code, [UInt8](repeating: 9, count: code.length - 1)))
        }
        #expect(procedure.step == .done && procedure.outbox == [])
    }

    /// Core Vol 2, Part G, 7.1.2.1, for the keys; Vol 3, Part H, D.3, for what comes of them.
    @Test func `LE Secure Connections, Just Works`() throws {
        var procedure = try procedure(
            request: "01 03 00 09 10 00 00", response: "02 03 00 09 10 00 00",
            Address(0x5612_3737_BFCE, kind: .publicDevice),
            Address(0xA713_702D_CFC1, kind: .publicDevice))
        #expect(procedure.outbox.map(\.code) == [.pairingPublicKey])
        procedure.outbox = []
        procedure.secure.ownKey = bytes(
            "3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd")
        procedure.secure.ownX = bytes(
            "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
        try procedure.receive(PairingPDU(.pairingPublicKey, RefusalTests.someKey))
        #expect(
            procedure.secure.secret
                == bytes("ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"))
        #expect(procedure.outbox == [] && procedure.step == .confirm)

        procedure.ownRandom = bytes("d5cb8454d177733effffb2ec712baeab")
        let theirs = bytes("a6e8e7cc25a75f6e216583f7ff3dc4cf")
        let confirm = try toolbox().f4(
            procedure.secure.peerX, procedure.secure.ownX, theirs, 0)
        try procedure.receive(PairingPDU(.pairingConfirm, value: confirm))
        try procedure.receive(PairingPDU(.pairingRandom, value: theirs))
        #expect(procedure.secure.macKey == bytes("2965f176a1084a02fd3f6a20ce636e20"))
        #expect(procedure.key == bytes("6986791169d7cd23980522b594750a38"))
        #expect(procedure.outbox.map(\.code) == [.pairingRandom, .pairingDHKeyCheck])
        #expect(procedure.step == .check)
    }
}
