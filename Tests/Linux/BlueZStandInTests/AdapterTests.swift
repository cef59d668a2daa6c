import Bluetooth
import Checkout
import DBus
import Simulation
import Testing

@testable import BlueZStandIn

@Suite("Adapters of the stand-in")
struct AdapterTests {
    static let settings: [(String, Value, [String])] = [
        ("Alias", "Boat", ["reply", "hci0 {Alias: Boat}"]),
        ("Alias", "", ["reply"]),
        (
            "Alias", .string(String(repeating: "a", count: 20_000_000)),
            ["reply", "hci0 {Alias: \(String(repeating: "a", count: 248))}"]
        ),
        (
            "Alias", .string(String(repeating: "a", count: 247) + "é"),
            ["error InvalidArguments Invalid arguments in method call"]
        ),
        ("Pairable", .bool(true), ["reply", "hci0 {Pairable: true}"]),
        ("Pairable", .bool(false), ["reply"]),
        ("DiscoverableTimeout", .uint32(180), ["reply", "hci0 {DiscoverableTimeout: 180}"]),
        ("PairableTimeout", .uint32(5), ["reply", "hci0 {PairableTimeout: 5}"]),
        ("Discoverable", .bool(true), ["reply", "hci0 {Discoverable: true}"]),
        ("Powered", .bool(true), ["reply"]),
        ("Powered", .bool(false), ["reply", "hci0 {Powered: false, Discovering: false}"]),
        ("Name", "x", ["error PropertyReadOnly Property 'Name' is not writable"]),
        ("Powered", "on", ["error InvalidSignature Invalid signature for 'Powered'"]),
    ]

    @Test("a setting is answered, and told if it is another", .slow, arguments: settings)
    func setting(_ property: String, _ value: Value, _ comes: [String]) throws {
        let world = try StandInBench(boards: [])
        #expect(world.set(StandInBench.adapter, "Adapter1", property, value) == comes)
    }

    @Test("what is discoverable for a time ends by itself")
    func timeouts() throws {
        let world = try StandInBench(boards: [])
        _ = world.set(StandInBench.adapter, "Adapter1", "DiscoverableTimeout", .uint32(10))
        _ = world.set(StandInBench.adapter, "Adapter1", "Discoverable", .bool(true))
        #expect(world.heard(in: .seconds(9)) == [])
        #expect(world.heard(in: .seconds(2)) == ["hci0 {Discoverable: false}"])
    }

    static let filters: [(Value, Bool)] = [
        (.options([]), true), (.options([("Transport", "le")]), true),
        (.options([("Transport", "zigbee")]), false), (.options([("RSSI", .int16(-128))]), false),
        (.options([("RSSI", .int16(20))]), true), (.options([("RSSI", .int32(-5))]), false),
        (.options([("Pathloss", .uint16(137))]), true),
        (.options([("Pathloss", .uint16(138))]), false),
        (.options([("RSSI", .int16(-5)), ("Pathloss", .uint16(1))]), false),
        (.options([("UUIDs", .strings(["180f", "0x180d"]))]), true),
        (.options([("UUIDs", .strings(["1"]))]), false),
        (.options([("UUIDs", .strings([]))]), true), (.options([("Colour", "red")]), false),
        (.options([("Pattern", .bytes([1]))]), false),
    ]

    @Test("filters of the wrong kind are refused", .slow, arguments: filters)
    func filter(_ filter: Value, _ isGood: Bool) throws {
        let world = try StandInBench(boards: [])
        #expect(
            world.call(StandInBench.adapter, "Adapter1.SetDiscoveryFilter", [filter])
                == [
                    isGood
                        ? "reply" : "error InvalidArguments Invalid arguments in method call"
                ])
    }

    @Test("two clients discover; devices are found, and their strength forgotten at the end")
    func discovery() throws {
        let board = TestBoard()
        let world = try StandInBench(boards: [board])
        let other = try world.connect()
        let adapter = StandInBench.adapter
        let device = "dev_E1_00_00_00_00_01"
        #expect(
            world.call(adapter, "Adapter1.StopDiscovery") == ["error Failed No discovery started"])
        #expect(
            world.call(adapter, "Adapter1.StartDiscovery") == [
                "reply", "hci0 {Discovering: true}",
            ])
        #expect(
            world.call(adapter, "Adapter1.StartDiscovery") == [
                "error InProgress Operation already in progress"
            ])
        #expect(world.heard(in: .seconds(1)) == ["InterfacesAdded \(device) Device1"])
        #expect(world.call(adapter, "Adapter1.StartDiscovery", by: other) == ["reply"])
        #expect(world.call(adapter, "Adapter1.StopDiscovery") == ["reply"])
        let start = world.log.count
        other.close()
        // The bus may tell the daemon of it later than anything else.
        world.wait { world.log.count > start }
        world.run(for: .milliseconds(200))
        #expect(
            Array(world.log[start...]) == [
                "hci0 {Discovering: false}", "\(device) {} without RSSI",
            ])
        #expect(world.get(board.path, "Device1", "Name") == "reply Board")
        #expect(
            world.get(board.path, "Device1", "RSSI")
                == "error InvalidArgs No such property 'RSSI'")
        // Nobody hears of it any more.
        #expect(world.heard(in: .seconds(28)) == [])
        #expect(world.heard(in: .seconds(3)) == ["InterfacesRemoved \(device) Device1"])
    }

    @Test(
        "only what passes the filter is shown",
        arguments: [
            (Value.options([("Pattern", "E1:00:00:00:00:02")]), ["02"]),
            (Value.options([("Pattern", "Bo")]), ["01"]),
            (Value.options([("UUIDs", .strings(["180f"]))]), ["01"]),
            (Value.options([("RSSI", .int16(0))]), []),
            (Value.options([("Transport", "bredr")]), []),
            (Value.options([("DuplicateData", .bool(true))]), ["01", "02", "03"]),
            (Value.options([]), ["01", "02"]),
        ])
    func filtered(_ filter: Value, _ shown: [String]) throws {
        let boards = [
            TestBoard(1), TestBoard(2, name: "Two", data: [.flags(.generalDiscoverable)]),
            TestBoard(3, name: "Hidden", data: []),
        ]
        let world = try StandInBench(boards: boards)
        _ = world.call(StandInBench.adapter, "Adapter1.SetDiscoveryFilter", [filter])
        _ = world.call(StandInBench.adapter, "Adapter1.StartDiscovery")
        world.run(for: .seconds(2))
        let paths = world.standIn.adapters[0].devices.map { String($0.path.suffix(2)) }
        #expect(paths.sorted() == shown)
    }

    @Test("data that change are told; data that do not, if somebody wants them")
    func data() throws {
        let flags = AdvertisingElement.flags(.generalDiscoverable)
        let board = TestBoard(data: [flags, .manufacturer(company: 0x626D, [1])])
        let world = try StandInBench(boards: [board])
        _ = world.call(
            StandInBench.adapter, "Adapter1.SetDiscoveryFilter",
            [.options([("Transport", "bredr")])])
        _ = world.call(
            StandInBench.adapter, "Adapter1.SetDiscoveryFilter",
            [.options([("DuplicateData", .bool(true))])])
        _ = world.call(StandInBench.adapter, "Adapter1.StartDiscovery", then: .seconds(1))
        board.data = [flags, .manufacturer(company: 0x626D, [2])]
        board.advertise()
        let changed = world.heard(in: .seconds(1))
        // Again where a second of the scan begins.
        #expect((1...2).contains(changed.count))
        #expect(changed.first?.contains("ManufacturerData: {25197: 2}") == true)
        // The next scan tells everything again.
        let again = world.heard(in: .seconds(10))
        #expect(again.contains { $0.contains("ManufacturerData: {25197: 2}") })
    }

    @Test("an agent makes the adapter pairable as long as it is there")
    func agents() throws {
        let world = try StandInBench(boards: [])
        let manager = "/org/bluez"
        #expect(
            world.call(
                manager, "AgentManager1.RegisterAgent", [.path("/a"), "Display"],
                then: .milliseconds(2))
                == ["error InvalidArguments Invalid arguments in method call"])
        #expect(
            world.call(
                manager, "AgentManager1.RegisterAgent", [.path("/a"), ""], then: .milliseconds(2))
                == ["reply", "hci0 {Pairable: true}"])
        #expect(
            world.call(
                manager, "AgentManager1.RegisterAgent", [.path("/b"), ""], then: .milliseconds(2))
                == ["error AlreadyExists Already Exists"])
        #expect(
            world.call(manager, "AgentManager1.RequestDefaultAgent", [.path("/b")])
                == ["error DoesNotExist Does Not Exist"])
        #expect(
            world.call(
                manager, "AgentManager1.UnregisterAgent", [.path("/a")], then: .milliseconds(2))
                == ["reply", "hci0 {Pairable: false}"])
    }

    @Test("an adapter that is switched off loses its discovery and its devices")
    func power() throws {
        let board = TestBoard()
        let world = try StandInBench(boards: [board])
        let adapter = StandInBench.adapter
        _ = world.call(adapter, "Adapter1.StartDiscovery", then: .seconds(1))
        #expect(
            world.set(adapter, "Adapter1", "Powered", .bool(false)) == [
                "InterfacesRemoved dev_E1_00_00_00_00_01 Device1", "reply",
                "hci0 {Powered: false, Discovering: false}",
            ])
        #expect(
            world.call(adapter, "Adapter1.StartDiscovery") == ["error NotReady Resource Not Ready"])
        #expect(
            world.set(adapter, "Adapter1", "Powered", .bool(true)) == [
                "reply", "hci0 {Powered: true}",
            ])
        #expect(world.heard(in: .seconds(2)) == [])
    }

    @Test("what closes takes all away, and the name is free again")
    func closing() throws {
        let world = try StandInBench(boards: [TestBoard()])
        _ = world.call(StandInBench.adapter, "Adapter1.StartDiscovery", then: .seconds(1))
        let start = world.log.count
        world.standIn.close()
        var isFree = false
        world.wait {
            isFree = world.client.owner(of: "org.bluez") == nil
            return isFree && world.log.last?.contains("ProfileManager1") == true
        }
        #expect(
            world.log[start...].contains("InterfacesRemoved dev_E1_00_00_00_00_01 Device1"))
        #expect(isFree)
    }
}
