import Bluetooth
import Central
import DBus
import Peripheral
import Simulation
import Testing

@testable import BlueZStandIn

@Suite("what an application advertises")
struct AdvertisementTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let properties: [(String, Value)]
        /// Nil if it cannot be understood; empty if it does not fit.
        let data: String?
        let scanResponse: String

        init(_ properties: [(String, Value)], _ data: String?, _ scanResponse: String = "") {
            self.properties = properties
            self.data = data
            self.scanResponse = scanResponse
        }

        var testDescription: String { properties.map(\.0).joined(separator: " ") }
    }

    static let peripheral: (String, Value) = ("Type", "peripheral")
    static let thirty = Value.bytes([UInt8](repeating: 7, count: 25))

    static func manufacturer(_ bytes: [UInt8]) -> Value {
        .dictionary("q", "v", [.init(.uint16(0x626D), .variant(.bytes(bytes)))])
    }

    static func serviceData(_ uuid: String) -> Value {
        .dictionary("s", "v", [.init(.string(uuid), .variant(.bytes([1, 2])))])
    }

    static func data(_ type: UInt8) -> Value {
        .dictionary("y", "v", [.init(.byte(type), .variant(.bytes([5])))])
    }

    static let rows: [Row] = [
        Row([], "02 01 04"), Row([peripheral], "02 01 04"),
        Row([("Type", "broadcast")], "02 01 04"), Row([("Type", "other")], nil),
        Row([("Type", .uint16(1))], nil),
        Row(
            [
                peripheral,
                (
                    "ServiceUUIDs",
                    .strings(["180f", "326a9000-85cb-9195-d9dd-464cfbbae75a", "180D"])
                ),
            ],
            "02 01 04 05 03 0f 18 0d 18 11 07 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 00 90 6a 32"),
        Row([("ServiceUUIDs", .strings(["180f", "x"]))], nil),
        Row([("ServiceUUIDs", "180f")], nil), Row([("ServiceUUIDs", .strings([]))], "02 01 04"),
        Row([("SolicitUUIDs", .strings(["180f"]))], "02 01 04 03 14 0f 18"),
        Row([("ManufacturerData", manufacturer([1, 2]))], "02 01 04 05 ff 6d 62 01 02"),
        Row([("ManufacturerData", manufacturer([]))], nil),
        Row([("ManufacturerData", manufacturer([UInt8](repeating: 1, count: 28)))], nil),
        Row([("ServiceData", serviceData("180f"))], "02 01 04 05 16 0f 18 01 02"),
        Row([("ServiceData", serviceData("?"))], nil),
        Row([("LocalName", "Strap")], "02 01 04", "06 09 53 74 72 61 70"),
        Row([("LocalName", "")], "02 01 04"), Row([("LocalName", .byte(1))], nil),
        Row(
            [("LocalName", "A name that is longer than an advertisement")], "02 01 04",
            "1e 08 41 20 6e 61 6d 65 20 74 68 61 74 20 69 73 20 6c 6f 6e 67 65 72 20 74 68 61 6e 20 61 6e"
        ),
        Row([("LocalName", "A"), ("Includes", .strings(["local-name"]))], nil),
        Row(
            [("Includes", .strings(["local-name"]))], "02 01 04",
            "0c 09 42 6c 75 65 5a 20 35 2e 36 36 00"),
        Row([("Includes", .strings(["tx-power", "other"]))], "02 01 04 02 0a 00"),
        Row([("Includes", .strings(["appearance"]))], "02 01 04 03 19 00 00"),
        Row([("Appearance", .uint16(0x0341))], "02 01 04 03 19 41 03"),
        Row([("Appearance", .uint16(1)), ("Includes", .strings(["appearance"]))], nil),
        Row([peripheral, ("Discoverable", .bool(true))], "02 01 06"),
        Row([peripheral, ("Discoverable", .bool(false))], "02 01 04"),
        Row([("Discoverable", .bool(true))], nil),
        Row([peripheral, ("Discoverable", .byte(1))], nil),
        Row(
            [peripheral, ("Discoverable", .bool(true)), ("DiscoverableTimeout", .uint16(9))],
            "02 01 05"),
        Row(
            [
                peripheral, ("Discoverable", .bool(true)), ("DiscoverableTimeout", .uint16(9)),
                ("Timeout", .uint16(8)),
            ], nil),
        Row([("DiscoverableTimeout", .uint16(9)), ("Timeout", .uint16(8))], "02 01 04"),
        Row([("Data", data(0x26))], "02 01 04 02 26 05"), Row([("Data", data(0x09))], nil),
        Row([("Data", data(0x00))], "02 01 04 02 00 05"),
        Row(
            [peripheral, ("SecondaryChannel", "1M"), ("LocalName", "A")], "02 01 04 02 09 41"),
        Row([("SecondaryChannel", "Coded")], nil),
        // 28 bytes and the kernel's flags are 31.
        Row(
            [("ManufacturerData", manufacturer([UInt8](repeating: 1, count: 24)))],
            "02 01 04 1b ff 6d 62" + String(repeating: " 01", count: 24)),
        Row([("ManufacturerData", manufacturer([UInt8](repeating: 1, count: 25)))], ""),
        Row([("MinInterval", "of no effect"), ("TxPower", .int16(200))], "02 01 04"),
    ]

    @Test("properties become advertising data and scan response", arguments: rows)
    func packing(_ row: Row) throws {
        var properties: [String: Value] = [:]
        for (name, value) in row.properties { properties[name] = value }
        guard let content = AdvertisementContent(properties) else {
            #expect(row.data == nil)
            return
        }
        let data = try #require(row.data, "it should not be understood")
        let packed = PackedAdvertisement(content, alias: "BlueZ 5.66", isDiscoverable: false)
        #expect(Self.hex(packed?.data ?? []) == data)
        #expect(Self.hex(packed?.scanResponse ?? []) == row.scanResponse)
    }

    @Test("a discoverable adapter makes its advertisements discoverable")
    func inherited() throws {
        let content = try #require(AdvertisementContent(["Type": "peripheral"]))
        let packed = PackedAdvertisement(content, alias: "A longer name", isDiscoverable: true)
        #expect(Self.hex(packed?.data ?? []) == "02 01 06")
        let named = try #require(AdvertisementContent(["Includes": .strings(["local-name"])]))
        let response = PackedAdvertisement(named, alias: "A longer name", isDiscoverable: true)
        #expect(response?.data == [2, 1, 4])
        #expect(response?.scanResponse == [12, 8] + Array("A longer n".utf8) + [0])
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}
