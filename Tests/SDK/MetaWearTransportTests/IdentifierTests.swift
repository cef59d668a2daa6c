import CoreBluetooth
import Foundation
import Testing

@testable import MetaWearTransport

@Suite struct IdentifierTests {
    @Test func `a name-based UUID is that of the standard`() {
        // RFC 9562, appendix A.4.
        let dns = UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        let uuid = dns.map { UUID(name: "www.example.com", in: $0) }
        #expect(uuid == UUID(uuidString: "2ed6657d-e927-568b-95e1-2665a8aea6a2"))
    }

    @Test func `an address always gives the same identifier, in upper or lower case`() {
        let uuid = UUID(bluetoothAddress: "C5:64:3C:5A:58:2E")
        #expect(uuid == UUID(bluetoothAddress: "c5:64:3c:5a:58:2e"))
        // Apps store it: it must never change.
        #expect(uuid.uuidString == "68609D61-7517-529B-A774-7521A6B9106D")
        #expect(uuid != UUID(bluetoothAddress: "C5:64:3C:5A:58:2F"))
    }

    @Test(arguments: [
        ("180f", "180F", "0000180F-0000-1000-8000-00805F9B34FB"),
        ("0000180f-0000-1000-8000-00805f9b34fb", "180F", "0000180F-0000-1000-8000-00805F9B34FB"),
        ("12345678", "12345678", "12345678-0000-1000-8000-00805F9B34FB"),
        (
            "326a9001-85cb-9195-d9dd-464cfbbae75a", "326A9001-85CB-9195-D9DD-464CFBBAE75A",
            "326A9001-85CB-9195-D9DD-464CFBBAE75A"
        ),
    ])
    func `a Bluetooth UUID has a short and a full form`(text: String, short: String, full: String) {
        let uuid = CBUUID(string: text)
        #expect(uuid.uuidString == short)
        #expect(uuid.fullString == full)
        #expect(CBUUID(string: full) == uuid)
    }

    @Test(arguments: ["", "18", "180G", "326A9001-85CB", "0000180F-"])
    func `other texts are no Bluetooth UUID`(text: String) {
        #expect(CBUUID(parsing: text) == nil)
    }
}
