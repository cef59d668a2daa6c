import Bluetooth
import Peripheral
import Testing

@testable import BlueZStandIn

@Suite("flags of attributes")
struct AttributeFlagsTests {
    static let rows: [(flags: [String], properties: UInt8, access: UInt8, needs: [UInt8])] = [
        (["read"], 0x02, 1, [0, 0, 0]), (["broadcast"], 0x01, 0, [0, 0, 0]),
        (["write-without-response"], 0x04, 6, [0, 0, 0]),
        (["authenticated-signed-writes"], 0x40, 6, [0, 0, 0]),
        (["write", "read"], 0x0A, 7, [0, 0, 0]),
        (["notify", "indicate"], 0x30, 0, [0, 0, 0]),
        (["extended-properties"], 0x80, 0, [0, 0, 0]),
        (["reliable-write"], 0x80, 6, [0, 0, 0]),
        (["writable-auxiliaries"], 0x80, 0, [0, 0, 0]),
        (["encrypt-read"], 0x02, 1, [1, 0, 0]),
        (["encrypt-authenticated-write", "encrypt-write"], 0x08, 6, [0, 2, 0]),
        (["secure-read", "secure-write"], 0x0A, 7, [2, 2, 0]),
        (["encrypt-notify"], 0x10, 0, [0, 0, 1]),
        (["secure-indicate", "encrypt-authenticated-notify"], 0x30, 0, [0, 0, 2]),
        (["read", "authorize"], 0x02, 1, [0, 0, 0]),
    ]

    @Test("flags say what a central may do, and how", arguments: rows.indices)
    func flags(_ row: Int) throws {
        let row = Self.rows[row]
        let flags = try #require(AttributeFlags(characteristic: row.flags))
        #expect(flags.properties.rawValue == row.properties)
        #expect(flags.access.rawValue == row.access)
        let needs = [flags.readSecurity, flags.writeSecurity, flags.subscriptionSecurity]
        #expect(needs.map(\.rawValue) == row.needs)
        #expect(flags.authorizes == row.flags.contains("authorize"))
    }

    @Test("no flags and unknown ones are refused")
    func refused() {
        #expect(AttributeFlags(characteristic: []) == nil)
        #expect(AttributeFlags(characteristic: ["read", "Read"]) == nil)
        #expect(AttributeFlags(descriptor: ["notify"]) == nil)
        #expect(AttributeFlags(descriptor: ["write-without-response"]) == nil)
        #expect(AttributeFlags(descriptor: ["encrypt-read"])?.readSecurity == .encrypted)
    }

    static let uuids: [(String, BluetoothUUID?)] = [
        ("180f", "180F"), ("0x180F", "180F"), ("0000180F", "180F"), ("0x0000180f", "180F"),
        ("0000180f-0000-1000-8000-00805f9b34fb", "180F"),
        ("1234180f-0000-1000-8000-00805f9b34fb", "1234180F-0000-1000-8000-00805F9B34FB"),
        ("1234180f", "1234180F-0000-1000-8000-00805F9B34FB"),
        ("326a9000-85cb-9195-d9dd-464cfbbae75a", "326A9000-85CB-9195-D9DD-464CFBBAE75A"),
        ("18", nil), ("180g", nil), ("+123", nil), ("", nil), ("180f180f180f180f", nil),
        ("326a900085cb9195d9dd464cfbbae75a", nil),
        ("326a9000-85cb-9195-d9dd464cfbbae-75a", nil),
    ]

    @Test("UUIDs as BlueZ reads them", arguments: uuids.indices)
    func uuid(_ row: Int) {
        #expect(BluetoothUUID(bluez: Self.uuids[row].0) == Self.uuids[row].1)
    }
}
