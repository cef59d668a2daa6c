import Testing

@testable import Pairing

/// The sample data of the specification: Core Vol 3, Part H, 2.2.3, 2.2.4 and appendix D.
@Suite struct ToolboxTests {
    let tools: Toolbox

    init() throws { tools = try toolbox() }

    let u = bytes("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
    let v = bytes("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd")
    let x = bytes("d5cb8454d177733effffb2ec712baeab")
    let y = bytes("a6e8e7cc25a75f6e216583f7ff3dc4cf")
    let w = bytes("ec0234a357c8ad05341010a60a397d9b")
    let a1 = bytes("00561237 37bfce")
    let a2 = bytes("00a71370 2dcfc1")

    @Test func `c1 and s1 of LE legacy pairing`() {
        let zero = [UInt8](repeating: 0, count: 16)
        let confirm = tools.c1(
            key: zero, random: bytes("5783D52156AD6F0E6388274EC6702EE0"),
            request: bytes("07071000000101"), response: bytes("05000800000302"),
            initiator: bytes("01 A1A2A3A4A5A6"), responder: bytes("00 B1B2B3B4B5B6"))
        #expect(confirm == bytes("1e1e3fef878988ead2a74dc5bef13b86"))
        let key = tools.s1(
            key: zero, responder: bytes("000F0E0D0C0B0A091122334455667788"),
            initiator: bytes("010203040506070899AABBCCDDEEFF00"))
        #expect(key == bytes("9a1fe1f0e8b0f49b5b4216ae796da062"))
    }

    @Test func `f4, D.2`() {
        #expect(tools.f4(u, v, x, 0) == bytes("f2c916f107a9bd1cf1eda1bea974872d"))
    }

    @Test func `f5, D.3`() {
        let secret = bytes("ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698")
        let keys = tools.f5(secret: secret, x, y, a1, a2)
        #expect(keys.macKey == bytes("2965f176a1084a02fd3f6a20ce636e20"))
        #expect(keys.longTermKey == bytes("6986791169d7cd23980522b594750a38"))
    }

    @Test func `f6, D.4`() {
        let check = tools.f6(
            macKey: bytes("2965f176a1084a02fd3f6a20ce636e20"), x, y,
            bytes("12a3343bb453bb5408da42d20c2d0fc8"), capabilities: bytes("010102"), a1, a2)
        #expect(check == bytes("e3c473989cd0e8c5d26c0b09da958f61"))
    }

    @Test func `g2, D.5`() {
        #expect(tools.g2(u, v, x, y) == 0x2F9E_D5BA)
    }

    @Test func `ah, D.7`() {
        #expect(tools.ah(w, bytes("708194")) == bytes("0dfbaa"))
    }
}
