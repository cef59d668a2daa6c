import Testing

@testable import BlueZStandIn

@Suite("Addresses of a stand-in's bus")
struct StandInAddressTests {
    @Test(
        "what is written is understood, and written again",
        arguments: [
            ("bluez-bus", nil), ("bluez-bus:unix:path=/tmp/bus", "unix:path=/tmp/bus"),
            ("bluez-bus:tcp:host=localhost,port=4000", "tcp:host=localhost,port=4000"),
        ] as [(String, String?)])
    func understood(_ text: String, _ bus: String?) throws {
        let address = try StandInAddress(text)
        #expect(address.bus == bus)
        #expect(address.description == text)
    }

    @Test(
        "what is none is refused",
        arguments: [
            ("bluez-bus:", StandInAddressError.bus("")), ("bluez-bus:/tmp/bus", .bus("/tmp/bus")),
            ("bluez-bus:unix:", .bus("unix:")), ("bluez", .noAddress),
        ])
    func refused(_ text: String, _ error: StandInAddressError) {
        #expect(throws: error) { try StandInAddress(text) }
    }
}
