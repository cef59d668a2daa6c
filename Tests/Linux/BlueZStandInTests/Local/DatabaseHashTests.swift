import Bluetooth
import Peripheral
import Testing

@testable import BlueZStandIn

@Suite("the Database Hash")
struct DatabaseHashTests {
    /// The example of the Core Specification (Vol 3, Part G, Appendix B).
    @Test("is made of declarations and of the descriptors that belong to them")
    func message() {
        var gap = ServiceRows("1800", start: 1, count: 5)
        _ = gap.characteristic("2A00", [.read, .write])
        _ = gap.characteristic("2A01", .read)
        var gatt = ServiceRows("1801", start: 6, count: 8)
        _ = gatt.characteristic("2A05", .indicate)
        _ = gatt.configuration(of: nil, .indicate)
        _ = gatt.characteristic("2B29", [.read, .write])
        _ = gatt.characteristic("2B2A", .read)
        var glucose = ServiceRows("1808", start: 14, count: 6)
        var battery = ServiceRows("180F", isPrimary: false, start: 20, count: 3)
        _ = battery.characteristic("2A19", .read)
        glucose.include(battery, "180F")
        _ = glucose.characteristic("2A18", [.read, .indicate, .extended])
        _ = glucose.configuration(of: ValueID(17), .indicate)
        _ = glucose.extendedProperties(0)
        let rows = (gap.rows + gatt.rows + glucose.rows + battery.rows)
        let text = AttributeTable(rows).hashMessage.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        let expected = """
            0100 0028 0018 0200 0328 0A03 0000 2A04 0003 2802 0500 012A 0600 0028 0118 0700 0328
            2008 0005 2A09 0002 290A 0003 280A 0B00 292B 0C00 0328 020D 002A 2B0E 0000 2808 180F
            0002 2814 0016 000F 1810 0003 28A2 1100 182A 1200 0229 1400 0128 0F18 1500 0328 0216
            0019 2A
            """
        #expect(text.joined() == expected.filter { !$0.isWhitespace })
    }
}
