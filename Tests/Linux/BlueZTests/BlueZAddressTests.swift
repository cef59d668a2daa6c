import Testing

@testable import BlueZ

@Suite("Addresses of BlueZ adapters")
struct BlueZAddressTests {
    @Test(
        "what is written is understood, and written again",
        arguments: [
            ("bluez", nil, nil), ("bluez:hci0", "hci0", nil), ("bluez:hci12:desk", "hci12", "desk"),
            ("bluez:hci1:a:b", "hci1", "a:b"),
        ] as [(String, String?, String?)])
    func understood(_ text: String, _ adapter: String?, _ board: String?) throws {
        let address = try BlueZAddress(text)
        #expect(address.adapter == adapter)
        #expect(address.board == board)
        #expect(address.description == text)
    }

    @Test(
        "what is none is refused",
        arguments: [
            ("bluez:", BlueZAddressError.adapter("")), ("bluez:eth0", .adapter("eth0")),
            ("bluez:hci", .adapter("hci")), ("bluez:hci0x", .adapter("hci0x")),
            ("bluez:hci0:", .noBoard), ("bluez-bus", .noAddress), ("hci0", .noAddress),
        ])
    func refused(_ text: String, _ error: BlueZAddressError) {
        #expect(throws: error) { try BlueZAddress(text) }
    }
}
