import Central
import EventLoop
import Peripheral
import Testing

@testable import BlueZStandIn
@testable import DBus

/// Held against what bluetoothd 5.66 was seen to say.
@Suite("Notifications of a remote device on the bus")
struct NotificationTests {
    static let notifies = RemoteGATTTests.notifies
    static let both = RemoteGATTTests.both

    static func write(_ bytes: [UInt8]) -> [Value] { [.bytes(bytes), GATTBench.none] }

    @Test("a value is told once for every client that wants it, also if it stays the same")
    func counted() throws {
        let world = try GATTBench(clients: 2)
        #expect(world.call(Self.notifies, "StartNotify") == ["* char0015 Notifying true", "< ok"])
        #expect(world.call(Self.notifies, "StartNotify") == ["< ok"])
        world.call(Self.notifies, "StartNotify", by: 1)
        #expect(world.clients[1].heard == ["< ok"])
        for _ in 0..<2 {
            #expect(
                world.call(Self.notifies, "WriteValue", Self.write([1, 2])) == [
                    "* char0015 Value [1, 2]", "* char0015 Value [1, 2]", "< ok",
                ])
        }
        #expect(world.call(Self.notifies, "StopNotify") == ["< ok"])
        #expect(
            world.call(Self.notifies, "StopNotify") == ["< Failed: No notify session started"])
        #expect(
            world.call(Self.notifies, "WriteValue", Self.write([3])) == [
                "* char0015 Value [3]", "< ok",
            ])
        #expect(
            world.call(Self.notifies, "StopNotify", by: 1) == ["* char0015 Notifying false"])
        #expect(world.clients[1].heard == ["* char0015 Notifying false", "< ok"])
        #expect(world.call(Self.notifies, "WriteValue", Self.write([4])) == ["< ok"])
        #expect(world.table.configurations[TablePeripheral.notifies] == 0)
    }

    @Test("a client that leaves the bus wants nothing any more")
    func leaving() throws {
        let world = try GATTBench(clients: 2)
        world.call(Self.notifies, "StartNotify", by: 1)
        world.clients[0].heard = []
        world.clients[1].bus.close()
        for _ in 0..<200 where world.clients[0].heard.isEmpty { world.settle() }
        #expect(world.clients[0].heard == ["* char0015 Notifying false"])
        #expect(world.table.configurations[TablePeripheral.notifies] == 0)
    }

    @Test("a configuration that the peripheral refuses is its refusal of StartNotify")
    func refused() throws {
        let world = try GATTBench()
        world.connection?.disconnect()
        world.begin(Self.notifies, "StartNotify")
        world.settle()
        #expect(world.clients[0].heard.last != "< ok")
        #expect(world.gatt.sessions.isEmpty || world.gatt.connection == nil)
    }

    @Test("two readings of one offset are one, of two offsets the second is refused")
    func readings() throws {
        let world = try GATTBench()
        world.begin("char000f", "ReadValue", [GATTBench.none])
        world.begin("char000f", "ReadValue", [GATTBench.none])
        world.begin("char000f", "ReadValue", [.options([("offset", .uint16(1))])])
        world.settle()
        #expect(
            world.clients[0].heard == [
                "< InProgress: In Progress", "* char000f Value []", "< []", "< []",
            ])
    }

    @Test("of two writes at once the second is refused")
    func writes() throws {
        let world = try GATTBench()
        world.begin("char000f", "WriteValue", Self.write([1]))
        world.begin("char000f", "WriteValue", Self.write([2]))
        world.settle()
        #expect(world.clients[0].heard == ["< InProgress: In Progress", "< ok"])
    }

    @Test("what runs when the link ends fails; afterwards there is no connection")
    func linkLoss() throws {
        let world = try GATTBench()
        world.call(Self.both, "AcquireNotify", [GATTBench.none])
        let notifications = try #require(world.clients[0].descriptor)
        world.call(Self.both, "AcquireWrite", [GATTBench.none])
        let commands = try #require(world.clients[0].descriptor)
        world.call(Self.notifies, "StartNotify")
        world.clients[0].heard = []
        world.connection?.disconnect()
        world.begin("char000d", "ReadValue", [GATTBench.none])
        world.begin("char000f", "WriteValue", Self.write([1]))
        world.settle()
        #expect(
            Set(world.clients[0].heard) == [
                "< Failed: Operation failed with ATT error: 0x0e",
                "* char001b NotifyAcquired false", "* char001b WriteAcquired false",
            ])
        #expect(notifications.packet() == [])
        #expect(commands.packet() == [])
        let afterwards: [(String, String, [Value], String)] = [
            ("char000d", "ReadValue", [GATTBench.none], "< Failed: Not connected"),
            ("char000f", "WriteValue", Self.write([1]), "< Failed: Not connected"),
            ("desc0017", "ReadValue", [GATTBench.none], "< Failed: Not connected"),
            (Self.both, "AcquireNotify", [GATTBench.none], "< Failed: Not connected"),
            (Self.both, "AcquireWrite", [GATTBench.none], "< Failed: Not connected"),
            (Self.both, "StartNotify", [], "< ok"),
            (Self.both, "StartNotify", [], "< InProgress: In Progress"),
            (Self.both, "StopNotify", [], "< ok"),
        ]
        for (place, method, arguments, says) in afterwards {
            #expect(world.call(place, method, arguments) == [says], "\(place) \(method)")
        }
        #expect(world.gatt.services[1].characteristics[0].get("MTU") == nil)
        // With the next link notifications go on, and the objects are the same.
        let before = world.gatt.services.map(ObjectIdentifier.init)
        world.connect()
        #expect(world.gatt.services.map(ObjectIdentifier.init) == before)
        #expect(
            world.call(Self.notifies, "WriteValue", Self.write([7])) == [
                "* char0015 Value [7]", "< ok",
            ])
    }

    @Test("services that come and go are objects that come and go")
    func servicesChanged() throws {
        let world = try GATTBench()
        world.call(Self.notifies, "StartNotify")
        let kept = world.gatt.services[1]
        world.table.hasSecondService = true
        world.table.link?.servicesChanged()
        world.discover()
        world.settle()
        #expect(
            world.gatt.services.map { GATTBench.short($0.path) } == [
                "service0008", "service000c", "service001e",
            ])
        #expect(world.gatt.services[1] === kept)
        #expect(world.objects.has("org.bluez.GattService1", at: world.gatt.services[2].path))
        world.gatt.remove()
        #expect(!world.objects.has("org.bluez.GattService1", at: kept.path))
        #expect(world.gatt.sessions.isEmpty)
    }
}

/// Values through sockets.
@Suite("Acquired sockets")
struct AcquiredSocketTests {
    static let both = RemoteGATTTests.both

    @Test("one client has it, packets go both ways, and a hang-up ends it")
    func sockets() throws {
        let world = try GATTBench(clients: 2)
        let (none, both) = (GATTBench.none, Self.both)
        #expect(
            world.call(both, "AcquireNotify", [none]) == [
                "* char001b NotifyAcquired true", "< h, q 517",
            ])
        var notifications = world.clients[0].descriptor
        world.clients[0].descriptor = nil
        for client in 0..<2 {
            world.call(both, "AcquireNotify", [none], by: client)
            #expect(world.clients[client].heard == ["< NotPermitted: Notify acquired"])
            world.call(both, "StartNotify", by: client)
            #expect(world.clients[client].heard == ["< NotPermitted: Notify acquired"])
        }
        #expect(
            world.call(both, "AcquireWrite", [none]) == [
                "* char001b WriteAcquired true", "< h, q 517",
            ])
        var commands = world.clients[0].descriptor
        world.clients[0].descriptor = nil
        #expect(world.call(both, "AcquireWrite", [none]) == ["< NotPermitted: Write acquired"])
        #expect(
            world.call(both, "WriteValue", [.bytes([1]), none]) == [
                "< NotPermitted: Write acquired"
            ])
        world.clients[0].heard = []
        commands?.put([9, 8])
        commands?.put([7])
        world.settle()
        #expect(notifications?.packet() == [9, 8])
        #expect(notifications?.packet() == [7])
        // Not by signals, too.
        #expect(world.clients[0].heard == [])
        commands?.put([6])
        commands = nil
        world.settle()
        #expect(world.clients[0].heard == ["* char001b WriteAcquired false"])
        #expect(notifications?.packet() == [6])
        world.clients[0].heard = []
        notifications = nil
        world.settle()
        #expect(world.clients[0].heard == ["* char001b NotifyAcquired false"])
        #expect(world.table.configurations[TablePeripheral.both] == 0)
    }

    @Test("StopNotify closes the socket; signals and socket exclude each other")
    func stopping() throws {
        let world = try GATTBench(clients: 2)
        world.call(Self.both, "AcquireNotify", [GATTBench.none])
        let socket = try #require(world.clients[0].descriptor)
        world.call(Self.both, "StopNotify", by: 1)
        #expect(world.clients[1].heard == ["* char001b NotifyAcquired false", "< ok"])
        #expect(socket.packet() == [])
        #expect(
            world.call(Self.both, "StartNotify") == ["* char001b Notifying true", "< ok"])
        for client in 0..<2 {
            world.call(Self.both, "AcquireNotify", [GATTBench.none], by: client)
            #expect(world.clients[client].heard == ["< InProgress: In Progress"])
        }
    }

    @Test("a closed socket is noticed before the client's next call")
    func closedThenCalled() throws {
        let world = try GATTBench()
        let client = world.clients[0]
        func heard(_ method: String, _ arguments: [Value]) -> [String] {
            world.call(Self.both, "AcquireNotify", [GATTBench.none])
            client.heard = []
            // While the bus is served, the loop looks at no other descriptor.
            let busy = BusyObject {
                client.descriptor = nil
                world.begin(Self.both, method, arguments)
                _ = client.bus.owner(of: "org.bluez")
            }
            world.objects.add(busy, at: "/busy")
            client.bus.call("org.bluez", "/busy", BusyObject.name, "Work", []) { _ in }
            world.settle()
            world.objects.remove(BusyObject.name, at: "/busy")
            world.settle()
            return client.heard.filter { !$0.contains("busy") }
        }
        #expect(
            heard("StopNotify", []) == [
                "* char001b NotifyAcquired false", "< Failed: No notify session started",
            ])
        #expect(heard("AcquireNotify", [GATTBench.none]).last == "< h, q 517")
    }

    /// An object whose method does something while the bus waits.
    private final class BusyObject: BusObject {
        static let name = "org.example.Busy"
        let interface = InterfaceDescription(name, methods: [.init("Work")])
        private let work: () -> Void

        init(_ work: @escaping () -> Void) { self.work = work }

        func call(_ method: String, _ call: IncomingCall) {
            work()
            call.reply()
        }
    }

    @Test("a client that never reads loses packets, and costs nothing")
    func neverReads() throws {
        let world = try GATTBench()
        world.call(Self.both, "AcquireNotify", [GATTBench.none])
        let socket = try #require(world.clients[0].descriptor)
        let ours = world.gatt.services[1].characteristics[6].notifySocket?.socket
        let packet: [UInt8] = Array(repeating: 5, count: 20)
        for _ in 0..<10_000 { ours?.send(packet.span) }
        #expect((ours?.dropped ?? 0) > 5_000)
        var read = 0
        while socket.packet() == packet { read += 1 }
        #expect(read == 10_000 - (ours?.dropped ?? 0))
    }

    @Test("a client that writes faster than the air waits, and loses nothing")
    func floods() throws {
        let world = try GATTBench()
        world.call(Self.both, "AcquireWrite", [GATTBench.none])
        let socket = try #require(world.clients[0].descriptor)
        world.table.writes = []
        var sent = 0
        for _ in 0..<2_000 {
            while sent < 3_000, socket.put([UInt8(truncatingIfNeeded: sent)]) { sent += 1 }
            world.turn()
            #expect(world.gatt.services[1].characteristics[6].commandsUnderWay <= 64)
            if world.table.writes.count == 3_000 { break }
        }
        #expect(sent == 3_000)
        #expect(world.table.writes.count == 3_000)
    }

    @Test("what does not fit the link is dropped, what is longer than a value is cut")
    func tooLong() throws {
        let world = try GATTBench()
        world.call(Self.both, "AcquireWrite", [GATTBench.none])
        let socket = try #require(world.clients[0].descriptor)
        world.table.writes = []
        socket.put(Array(repeating: 1, count: 600))
        socket.put(Array(repeating: 2, count: 512))
        world.settle()
        #expect(world.table.writes == ["7 command 512", "7 command 512"])
    }
}

extension FarEnd {
    /// One packet, if there is one; empty at the end.
    fileprivate func packet() -> [UInt8]? {
        switch readPacket(atMost: 600) {
        case .packet(let bytes): bytes
        case .ended: []
        case .nothing: nil
        }
    }

    @discardableResult fileprivate func put(_ bytes: [UInt8]) -> Bool {
        sendPacket(bytes.span)
    }
}
