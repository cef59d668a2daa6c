import Bluetooth
import DBus
import Peripheral
import Simulation
import Testing

@testable import BlueZ

@Suite("An advertisement in BlueZ's words")
struct AdvertisementPlanTests {
    static let service: BluetoothUUID = "326A9000-85CB-9195-D9DD-464CFBBAE75A"

    func plan(
        _ data: [UInt8], response: [UInt8] = [], connectable: Bool = true, refusals: Int = 0,
        _ manager: [String: Value] = [
            "SupportedCapabilities": .options([]), "SupportedIncludes": .strings(["tx-power"]),
        ]
    ) -> AdvertisementPlan {
        AdvertisementPlan(
            Advertisement(
                connectable: connectable, data: data, scanResponse: response,
                interval: .microseconds(417_500)),
            AdvertisingAbilities(manager), refusals: refusals)
    }

    func value(_ name: String, of plan: AdvertisementPlan) -> Value? {
        plan.properties.first { $0.name == name }?.value
    }

    static let metaWear: [UInt8] =
        [2, 0x01, 0x06, 9, 0x09] + Array("MetaWear".utf8) + [17, 0x07] + service.littleEndian

    @Test("a MetaWear board is a name, a service and flags; an empty company cannot be sent")
    func metaWear() {
        let plan = plan(Self.metaWear, response: [3, 0xFF, 0x6D, 0x62])
        #expect(
            plan.properties.map(\.name) == [
                "Type", "Discoverable", "LocalName", "ServiceUUIDs", "MinInterval", "MaxInterval",
            ])
        #expect(value("Type", of: plan) == "peripheral")
        #expect(value("LocalName", of: plan) == "MetaWear")
        #expect(
            value("ServiceUUIDs", of: plan) == .strings(["326a9000-85cb-9195-d9dd-464cfbbae75a"]))
        #expect(value("MinInterval", of: plan) == .uint32(417))
        #expect(plan.notes.count == 1)
        #expect(plan.notes.first?.contains("manufacturer's data") == true)
    }

    @Test("every structure has its property")
    func structures() {
        let plan = plan([
            2, 0x01, 0x06, 3, 0x03, 0x0D, 0x18, 2, 0x0A, 0x04, 3, 0x19, 0x41, 0x03, 4, 0xFF, 0x4C,
            0x00, 0x02, 4, 0x16, 0x0F, 0x18, 0x63, 5, 0x12, 6, 0, 12, 0,
        ])
        #expect(
            value("ServiceUUIDs", of: plan) == .strings(["0000180d-0000-1000-8000-00805f9b34fb"]))
        #expect(value("Includes", of: plan) == .strings(["tx-power"]))
        #expect(value("Appearance", of: plan) == .uint16(0x0341))
        #expect(
            value("ManufacturerData", of: plan)
                == .dictionary("q", "v", [.init(.uint16(0x4C), .variant(.bytes([2])))]))
        #expect(
            value("ServiceData", of: plan)
                == .options([("0000180f-0000-1000-8000-00805f9b34fb", .bytes([0x63]))]))
        #expect(
            value("Data", of: plan)
                == .dictionary("y", "v", [.init(.byte(0x12), .variant(.bytes([6, 0, 12, 0])))]))
        #expect(plan.notes.isEmpty)
    }

    @Test("what 31 bytes do not hold is left out, the least important first")
    func tooLong() {
        // 3 of flags, 18 of a service, 12 of a company: two too many.
        let company: [UInt8] = [11, 0xFF, 0x6D, 0x62] + [UInt8](repeating: 1, count: 8)
        var plan = plan(Self.metaWear, response: company)
        #expect(value("ManufacturerData", of: plan) == nil)
        #expect(value("ServiceUUIDs", of: plan) != nil)
        #expect(plan.notes.count == 1)
        // With the transmit power it is the power alone.
        plan = self.plan(Self.metaWear, response: [7, 0xFF, 1, 0, 1, 1, 1, 1, 2, 0x0A, 0])
        #expect(value("ManufacturerData", of: plan) != nil)
        #expect(value("Includes", of: plan) == nil)
    }

    @Test("each refusal leaves out one part more, until nothing is left but the name")
    func refusals() {
        let company: [UInt8] = [4, 0xFF, 0x6D, 0x62, 1]
        let counts = (0...3).map {
            plan(Self.metaWear, response: company, refusals: $0).partCount
        }
        #expect(counts == [2, 1, 0, 0])
        let last = plan(Self.metaWear, response: company, refusals: 3)
        #expect(value("LocalName", of: last) == "MetaWear")
        #expect(value("ServiceUUIDs", of: last) == nil)
    }

    @Test("a beacon is neither connectable nor discoverable")
    func broadcast() {
        let plan = plan(Self.metaWear, connectable: false)
        #expect(value("Type", of: plan) == "broadcast")
        #expect(value("Discoverable", of: plan) == nil)
    }

    @Test("an old bluetoothd, whose interval is the kernel's, is told of")
    func interval() {
        #expect(plan([2, 1, 6], [:]).notes.count == 1)
        #expect(plan([2, 1, 6]).notes.isEmpty)
    }

    @Test("no bytes are too odd", arguments: 0..<200)
    func anything(_ seed: Int) {
        let bytes = (0..<31).map { UInt8(truncatingIfNeeded: ($0 &* 37 &+ seed) &* (seed &+ 11)) }
        let plan = plan(bytes, response: Array(bytes.reversed()))
        #expect(plan.properties.first?.name == "Type")
    }
}
