import Bluetooth
import Testing

struct AdvertisingDataTests {
    /// Elements and their bytes (Core Specification Supplement, Part A, 1).
    static let rows: [(AdvertisingElement, [UInt8])] = [
        (.flags([.generalDiscoverable, .brEDRNotSupported]), [0x02, 0x01, 0x06]),
        (.services(["180D", "180F"], complete: false), [0x05, 0x02, 0x0D, 0x18, 0x0F, 0x18]),
        (.services(["180D"], complete: true), [0x03, 0x03, 0x0D, 0x18]),
        (
            .services(["326A9000-85CB-9195-D9DD-464CFBBAE75A"], complete: false),
            [
                0x11, 0x06, 0x5A, 0xE7, 0xBA, 0xFB, 0x4C, 0x46, 0xDD, 0xD9, 0x95, 0x91, 0xCB, 0x85,
                0x00, 0x90, 0x6A, 0x32,
            ]
        ),
        (.services(["180D"], complete: true), [0x03, 0x03, 0x0D, 0x18]),
        (.name("MetaWear", complete: true), [0x09, 0x09] + Array("MetaWear".utf8)),
        (.name("Meta", complete: false), [0x05, 0x08] + Array("Meta".utf8)),
        (.txPower(-4), [0x02, 0x0A, 0xFC]),
        (
            .connectionIntervalRange(minimum: 6, maximum: 9),
            [0x05, 0x12, 0x06, 0x00, 0x09, 0x00]
        ),
        (.serviceData("FEAA", [0x10]), [0x04, 0x16, 0xAA, 0xFE, 0x10]),
        (.appearance(833), [0x03, 0x19, 0x41, 0x03]),
        (.manufacturer(company: 0x004C, [0x02, 0x15]), [0x05, 0xFF, 0x4C, 0x00, 0x02, 0x15]),
        (.other(type: 0x24, [1, 2]), [0x03, 0x24, 0x01, 0x02]),
    ]

    @Test(arguments: rows)
    func `an element and its bytes`(_ element: AdvertisingElement, _ bytes: [UInt8]) throws {
        #expect(try AdvertisingData([element]).bytes() == bytes)
        #expect(AdvertisingData(parsing: bytes).elements == [element])
    }

    @Test func `what is in an advertisement can be asked for`() {
        let data = AdvertisingData(
            parsing: Self.rows[0].1 + Self.rows[1].1 + Self.rows[5].1 + Self.rows[7].1
                + Self.rows[11].1)
        #expect(data.name == "MetaWear")
        #expect(data.services == ["180D", "180F"])
        #expect(data.names("0000180D-0000-1000-8000-00805F9B34FB"))
        #expect(data.flags.contains(.generalDiscoverable))
        #expect(data.txPower == -4)
        #expect(data.manufacturer?.company == 0x4C)
    }

    @Test func `damaged data gives what came before the damage`() {
        let whole = Self.rows[0].1 + Self.rows[5].1
        for length in 0..<whole.count {
            let data = AdvertisingData(parsing: Array(whole.prefix(length)))
            #expect(data.elements == (length < 3 ? [] : [Self.rows[0].0]))
        }
        // A length of 0 ends the data early (Core Vol 3, Part C, 11).
        #expect(
            AdvertisingData(parsing: [0x02, 0x01, 0x06, 0x00, 0x02, 0x0A, 0x00]).txPower == nil)
    }

    @Test func `a value that does not fit its type is kept as it is`() {
        let rows: [[UInt8]] = [
            [0x01, 0x01], [0x04, 0x03, 0x0D, 0x18, 0x0F], [0x02, 0xFF, 0x4C], [0x02, 0x16, 0xAA],
            [0x03, 0x0A, 1, 2], [0x04, 0x21, 1, 2, 3],
        ]
        for bytes in rows {
            let value = Array(bytes.dropFirst(2))
            #expect(
                AdvertisingData(parsing: bytes).elements == [.other(type: bytes[1], value)])
        }
    }

    @Test func `more than 31 bytes are refused, or cut where that is wanted`() {
        let data = AdvertisingData([
            .flags(.generalDiscoverable), .services(["180D"], complete: true),
            .name("a name that is far too long", complete: true), .txPower(0),
        ])
        #expect(throws: AdvertisingDataError.tooLong(bytes: 39, limit: 31)) { try data.bytes() }
        let cut = AdvertisingData(parsing: data.fittingBytes)
        #expect(cut.elements[2] == .name("a name that is far too", complete: false))
        #expect(data.fittingBytes.count == 31)
    }
}
