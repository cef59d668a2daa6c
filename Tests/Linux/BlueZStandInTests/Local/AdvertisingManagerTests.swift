import Bluetooth
import Central
import Checkout
import DBus
import Peripheral
import Simulation
import Testing

@testable import BlueZStandIn

@Suite("LEAdvertisingManager1")
struct AdvertisingManagerTests {
    let world: LocalBench
    let application: TestApplication

    init() throws {
        world = try LocalBench()
        application = try TestApplication(on: world)
    }

    private func add(_ path: String, _ properties: [(String, Value)]) {
        application.objects.append((path, "org.bluez.LEAdvertisement1", properties))
    }

    private func register(_ path: String) -> DBusError? {
        world.call(application, "LEAdvertisingManager1", "RegisterAdvertisement", path)
    }

    private func unregister(_ path: String) -> DBusError? {
        world.call(application, "LEAdvertisingManager1", "UnregisterAdvertisement", path)
    }

    private func count(_ property: String) -> Value? { world.side.advertisements.get(property) }

    /// What a scan of some seconds finds: the names, sorted.
    private func scan(_ seconds: Int64 = 4) -> [String] {
        var found: Set<String> = []
        world.central.scan { report in
            found.insert(report.name ?? "")
        }
        world.simulation.run(for: .seconds(seconds))
        world.central.stopScan()
        return found.filter { !$0.isEmpty }.sorted()
    }

    @Test("an advertisement is heard from its registration to its end")
    func life() {
        add("/ad", [("Type", "peripheral"), ("LocalName", "Strap")])
        #expect(scan() == [])
        #expect(register("/ad") == nil)
        #expect(
            application.calls == ["/ad Set(org.bluez.LEAdvertisement1, TxPower, 0)"])
        #expect(register("/ad") == DBusError("org.bluez.Error.AlreadyExists", "Already Exists"))
        #expect(count("ActiveInstances") == .byte(1))
        #expect(count("SupportedInstances") == .byte(15))
        #expect(scan() == ["Strap"])
        world.isPowered = false
        #expect(scan() == [])
        world.isPowered = true
        #expect(unregister("/other")?.name == "org.bluez.Error.DoesNotExist")
        #expect(unregister("/ad") == nil)
        #expect(count("ActiveInstances") == .byte(0))
        #expect(scan() == [])
    }

    @Test("what cannot be advertised is refused, and leaves nothing behind")
    func refused() {
        add("/bad", [("Type", "loud")])
        add("/long", [("ServiceUUIDs", .strings((0..<15).map { "18\($0 + 10)" }))])
        #expect(
            register("/bad")
                == DBusError("org.bluez.Error.Failed", "Failed to parse advertisement."))
        let failed = DBusError("org.bluez.Error.Failed", "Failed to register advertisement")
        #expect(register("/long") == failed)
        world.isPowered = false
        add("/off", [])
        #expect(register("/off") == failed)
        #expect(count("SupportedInstances") == .byte(16))
        // An object that says nothing is a broadcast of nothing.
        world.isPowered = true
        #expect(register("/silent") == nil)
    }

    @Test("sixteen, and not one more")
    func full() {
        for number in 0..<16 {
            add("/ad\(number)", [("LocalName", .string("ad\(number)")), ("Type", "peripheral")])
            #expect(register("/ad\(number)") == nil)
        }
        #expect(
            register("/ad16")
                == DBusError("org.bluez.Error.NotPermitted", "Maximum advertisements reached"))
        #expect(scan() == (0..<16).map { "ad\($0)" }.sorted())
        application.bus.close()
        world.wait("their end") { count("ActiveInstances") == .byte(0) }
        #expect(scan() == [])
    }

    @Test("who connects by one of two leaves the other on the air", .slow)
    func occupied() throws {
        add("/a", [("LocalName", "a"), ("Type", "peripheral")])
        add("/b", [("LocalName", "b"), ("Type", "broadcast")])
        #expect(register("/a") == nil)
        #expect(register("/b") == nil)
        #expect(scan() == ["a", "b"])
        let connection = try world.connect()
        #expect(scan() == ["b"])
        connection.disconnect()
        world.wait("its end") { !connection.isOpen }
        #expect(scan() == ["a", "b"])
    }

    @Test("a timeout ends it, and its owner is told")
    func timeout() {
        add("/ad", [("LocalName", "a"), ("Timeout", .uint16(60))])
        #expect(register("/ad") == nil)
        world.simulation.run(for: .seconds(50))
        #expect(scan() == ["a"])
        world.simulation.run(for: .seconds(10))
        world.wait("Release") { application.calls.last == "/ad Release()" }
        #expect(count("ActiveInstances") == .byte(0))
        #expect(scan() == [])
    }

    @Test("its owner changes it while it is on the air")
    func changes() {
        add("/ad", [("LocalName", "a"), ("Type", "peripheral")])
        #expect(register("/ad") == nil)
        application.change("/ad", "org.bluez.LEAdvertisement1", [("LocalName", "b")])
        world.wait("the name") { scan() == ["b"] }
        // What cannot be is of no effect.
        application.change("/ad", "org.bluez.LEAdvertisement1", [("Type", "loud")])
        application.change("/ad", "org.bluez.LEAdvertisement1", [("LocalName", "c")])
        world.wait("the name") { scan() == ["c"] }
    }

    @Test("discoverable for a limited time")
    func limited() {
        add(
            "/ad",
            [
                ("Type", "peripheral"), ("Discoverable", .bool(true)),
                ("DiscoverableTimeout", .uint16(30)),
            ])
        #expect(register("/ad") == nil)
        #expect(world.side.peripheral.advertisement?.data == [2, 1, 5])
        world.simulation.run(for: .seconds(31))
        #expect(world.side.peripheral.advertisement?.data == [2, 1, 4])
    }
}
