import Bluetooth
import Checkout
import DBus
import Simulation
import Testing

@testable import BlueZStandIn

@Suite("Devices of the stand-in")
struct DeviceTests {
    static let device = "dev_E1_00_00_00_00_01"

    /// A world with a board that was found; nobody discovers any more.
    static func found(_ board: TestBoard) throws -> StandInBench {
        let world = try StandInBench(boards: [board])
        _ = world.call(StandInBench.adapter, "Adapter1.StartDiscovery", then: .seconds(1))
        _ = world.call(
            StandInBench.adapter, "Adapter1.StopDiscovery", then: .milliseconds(100))
        return world
    }

    static let uuids =
        "[00001800-0000-1000-8000-00805f9b34fb, 00001801-0000-1000-8000-00805f9b34fb,"
        + " 0000180f-0000-1000-8000-00805f9b34fb]"

    @Test("a connection is told, answered, and then its services are")
    func connecting() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        let first = world.call(board.path, "Device1.Connect", then: .seconds(3))
        #expect(first.prefix(2) == ["\(Self.device) {Connected: true}", "reply"])
        #expect(first.dropFirst(2).first == "InterfacesAdded service0008 GattService1")
        #expect(
            first.suffix(2) == [
                "\(Self.device) {UUIDs: \(Self.uuids), ServicesResolved: true}",
                "InterfacesAdded \(Self.device) Battery1",
            ])
        #expect(world.get(board.path, "Battery1", "Percentage") == "reply 80")
        board.level = 79
        board.notify()
        #expect(world.heard(in: .seconds(1)) == ["\(Self.device) {Percentage: 79}"])
        #expect(world.call(board.path, "Device1.Connect") == ["reply"])
        // What bluetoothd waits for before it ends a link is virtual time.
        #expect(
            world.call(board.path, "Device1.Disconnect", then: .seconds(1)) == [
                "InterfacesRemoved \(Self.device) Battery1",
                "\(Self.device) {ServicesResolved: false}", "reply",
                "\(Self.device) {Connected: false}",
            ])
        #expect(world.call(board.path, "Device1.Disconnect") == ["reply"])
        // The services are known from the first time.
        #expect(
            world.call(board.path, "Device1.Connect", then: .seconds(3)) == [
                "\(Self.device) {Connected: true}", "reply",
                "InterfacesAdded \(Self.device) Battery1",
                "\(Self.device) {ServicesResolved: true}",
            ])
    }

    /// Recorded, in the sections "before the services of a known device have resolved".
    @Test func `values of a known device can be used before its services have resolved`() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        let value = world.standIn.adapters[0].devices[0].gatt.services.last?.characteristics.last
        let path = try #require(value).path
        for isNotifying in [false, true] {
            _ = world.call(board.path, "Device1.Disconnect", then: .seconds(1))
            #expect(world.call(board.path, "Device1.Connect").last == "reply")
            #expect(world.get(board.path, "Device1", "ServicesResolved") == "reply false")
            world.start(path, "GattCharacteristic1.ReadValue", [.options([])], as: "read ")
            world.start(path, "GattCharacteristic1.StartNotify", as: "notify ")
            let heard = world.heard(in: .seconds(3))
            let answers = heard.filter {
                $0.hasPrefix("read") || $0.hasPrefix("notify") || $0.contains("Resolved")
            }
            let resolved = "\(Self.device) {ServicesResolved: true}"
            // Of a client whose notifications go on, nothing is asked anew.
            #expect(
                answers.sorted() == [resolved, "notify reply", "read reply 50"].sorted(),
                "\(isNotifying): \(heard)")
            #expect(answers.last == resolved, "\(heard)")
        }
    }

    @Test func `sockets of a known device wait until its services have resolved`() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        let value = world.standIn.adapters[0].devices[0].gatt.services.last?.characteristics.last
        let path = try #require(value).path
        _ = world.call(board.path, "Device1.Disconnect", then: .seconds(1))
        _ = world.call(board.path, "Device1.Connect")
        world.start(path, "GattCharacteristic1.AcquireNotify", [.options([])], as: "socket ")
        let heard = world.heard(in: .seconds(3))
        let place = try #require(heard.firstIndex { $0.hasPrefix("socket reply") }, "\(heard)")
        #expect(heard[..<place].contains("\(Self.device) {ServicesResolved: true}"), "\(heard)")
        _ = world.call(board.path, "Device1.Disconnect", then: .seconds(1))
        // The link may end before.
        _ = world.call(board.path, "Device1.Connect")
        world.start(path, "GattCharacteristic1.AcquireNotify", [.options([])], as: "socket ")
        world.settle()
        board.drop()
        let lost = world.heard(in: .seconds(2))
        #expect(lost.filter { $0.hasPrefix("socket") }.count == 1, "\(lost)")
        #expect(lost.contains { $0.hasPrefix("socket error") }, "\(lost)")
    }

    @Test("a device that was not paired is forgotten after its link")
    func forgotten() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        _ = world.call(board.path, "Device1.Connect", then: .seconds(40))
        board.drop()
        let lost = world.heard(in: .seconds(2))
        #expect(lost.first == "\(Self.device) {ServicesResolved: false, Connected: false}")
        let gone = world.heard(in: .seconds(32))
        #expect(gone.last == "InterfacesRemoved \(Self.device) Device1")
        #expect(gone.contains("InterfacesRemoved service0008 GattService1"))
    }

    @Test("a board that says nothing is given up after 20 s")
    func unreachable() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        board.isSilent = true
        board.advertise()
        world.start(board.path, "Device1.Connect", as: "1 ")
        world.start(board.path, "Device1.Connect", as: "2 ")
        #expect(
            world.heard(in: .seconds(19)) == ["2 error Failed Operation already in progress"])
        #expect(
            world.heard(in: .seconds(2)) == ["1 error Failed le-connection-abort-by-local"])
    }

    @Test("a connection that is being made ends with a wish to disconnect")
    func canceled() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        board.isSilent = true
        board.advertise()
        world.start(board.path, "Device1.Connect", as: "1 ")
        world.start(board.path, "Device1.Disconnect", as: "2 ")
        #expect(
            world.heard(in: .seconds(1)) == ["1 error Failed br-connection-canceled", "2 reply"])
    }

    @Test(
        "settings are told before their answer", .slow,
        arguments: [
            ("Alias", Value.string("Boat"), ["dev_E1_00_00_00_00_01 {Alias: Boat}", "reply"]),
            (
                "Alias", .string(String(repeating: "a", count: 20_000_000)),
                ["dev_E1_00_00_00_00_01 {Alias: \(String(repeating: "a", count: 248))}", "reply"]
            ),
            ("Trusted", .bool(true), ["dev_E1_00_00_00_00_01 {Trusted: true}", "reply"]),
            ("Blocked", .bool(false), ["reply"]),
            ("WakeAllowed", .bool(true), ["error UnknownProperty No such property 'WakeAllowed'"]),
            ("RSSI", .int16(1), ["error PropertyReadOnly Property 'RSSI' is not writable"]),
        ])
    func settings(_ property: String, _ value: Value, _ comes: [String]) throws {
        let board = TestBoard()
        let world = try Self.found(board)
        #expect(world.set(board.path, "Device1", property, value) == comes)
    }

    @Test("a device that is removed goes with its link")
    func removed() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        let gone = world.call(
            StandInBench.adapter, "Adapter1.RemoveDevice", [.path(board.path)],
            then: .seconds(1))
        #expect(
            gone.prefix(4) == [
                "InterfacesRemoved \(Self.device) Battery1",
                "\(Self.device) {ServicesResolved: false}", "reply",
                "\(Self.device) {Connected: false}",
            ])
        #expect(gone.last == "InterfacesRemoved \(Self.device) Device1")
        #expect(
            world.call(StandInBench.adapter, "Adapter1.RemoveDevice", [.path(board.path)])
                == ["error DoesNotExist Does Not Exist"])
    }

    @Test("a link ends with the adapter's power, and comes again with it")
    func power() throws {
        let board = TestBoard()
        let world = try Self.found(board)
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        let off = world.set(StandInBench.adapter, "Adapter1", "Powered", .bool(false))
        #expect(off.first == "\(Self.device) {ServicesResolved: false, Connected: false}")
        #expect(off.last == "hci0 {Powered: false, Discovering: false}")
        #expect(
            world.call(board.path, "Device1.Connect") == ["error Failed Input/output error"])
        _ = world.set(StandInBench.adapter, "Adapter1", "Powered", .bool(true))
        let again = world.call(board.path, "Device1.Connect", then: .seconds(3))
        #expect(again.last == "\(Self.device) {ServicesResolved: true}")
    }
}
