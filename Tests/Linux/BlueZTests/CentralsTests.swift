import BlueZ
import Bluetooth
import DBus
import DBusPeer
import EventLoop
import Peripheral
import Testing

@Suite("who is a central of a board on BlueZ, and what BlueZ keeps for it")
struct CentralsTests {
    static let device = "org.bluez.Device1"

    /// As far as everything that was asked has been answered.
    func settle(_ stage: BlueZBench) throws {
        _ = try stage.bus.answer(
            #require(stage.bluez.peer).call(
                stage.board.busName, "/", "org.freedesktop.DBus.Peer", "Ping"))
    }

    @Test("who was connected before the board was there is none, and is sent away if it acts so")
    func stranger() throws {
        let stage = try BlueZBench()
        let early = stage.bluez.connect()
        try stage.start()
        #expect(stage.firmware.connections.isEmpty)
        #expect(try stage.access("9007", "ReadValue", by: early).kind == .error)
        try stage.bus.wait("its end") {
            stage.bluez.objects[early]?[Self.device]?["Connected"] == .bool(false)
        }
        #expect(stage.firmware.calls.isEmpty)
        stage.bluez.connect()
        try stage.bus.wait("its return") { stage.firmware.connections.count == 1 }
    }

    @Test("who connects while the board does not advertise is sent away")
    func unwanted() throws {
        let stage = try BlueZBench()
        try stage.start()
        stage.firmware.advertisement = nil
        stage.board.advertisementChanged()
        try stage.bus.wait("the end of the advertisement") { stage.bluez.advertisement == nil }
        let central = stage.bluez.connect()
        try stage.bus.wait("its end") {
            stage.bluez.objects[central]?[Self.device]?["Connected"] == .bool(false)
        }
        #expect(stage.firmware.calls.isEmpty)
    }

    @Test("a list of centrals that BlueZ cannot keep is kept by the board")
    func filter() throws {
        let stage = try BlueZBench()
        stage.firmware.advertisement?.filter = AdvertisingFilter(
            filtersConnections: true, list: [Address(0xC0_0000_000007)])
        try stage.start()
        let central = stage.bluez.connect()
        try stage.bus.wait("its end") {
            stage.bluez.objects[central]?[Self.device]?["Connected"] == .bool(false)
        }
        stage.bluez.connect("C0:00:00:00:00:07")
        try stage.bus.wait("the other one") { stage.firmware.connections.count == 1 }
    }

    @Test("the machine's own devices, paired before, are left alone until they use the board")
    func acquaintance() throws {
        let stage = try BlueZBench()
        let mouse = stage.bluez.connect()
        stage.bluez.disconnect(mouse)
        stage.bluez.change(mouse, Self.device, "Paired", .bool(true))
        try stage.start()
        stage.bluez.connect()
        try settle(stage)
        #expect(stage.firmware.calls.isEmpty)
        #expect(stage.bluez.objects[mouse]?[Self.device]?["Connected"] == .bool(true))
        #expect(try stage.access("9007", "ReadValue", by: mouse).kind == .reply)
        #expect(stage.firmware.connections.count == 1)
    }

    @Test("the firmware's end of a link is at once, and the central is refused from then on")
    func leaving() throws {
        let stage = try BlueZBench()
        try stage.start()
        stage.bluez.silences = ["Disconnect"]
        let central = stage.bluez.connect()
        #expect(try stage.access("9007", "ReadValue", by: central).kind == .reply)
        let connection = try #require(stage.firmware.connections.first)
        stage.board.disconnect(connection)
        #expect(stage.firmware.calls.last == "disconnected")
        #expect(try stage.access("9007", "ReadValue", by: central).kind == .error)
        stage.bluez.disconnect(central)
        stage.bluez.connect()
        try stage.bus.wait("its return") { stage.firmware.connections.count == 1 }
        #expect(stage.firmware.calls.count { $0 == "disconnected" } == 1)
    }

    @Test("a bonded central's subscription is there again, over the socket that stayed")
    func bonded() throws {
        let stage = try BlueZBench()
        try stage.start()
        let central = stage.bluez.connect()
        let socket = try stage.acquireNotify(by: central)
        stage.bluez.change(central, Self.device, "Paired", .bool(true))
        try settle(stage)
        #expect(stage.board.bondCount == 1)
        stage.bluez.disconnect(central)
        try stage.bus.wait("the end") { stage.firmware.connections.isEmpty }
        stage.bluez.connect()
        try stage.bus.wait("its return") { stage.firmware.subscriber != nil }
        stage.firmware.stream(3)
        #expect(socket.numbers() == [0, 1, 2])
    }

    @Test("of several boards on an adapter, one is connected when its service is used")
    func sharing() throws {
        let stage = try BlueZBench { $0.isSharing = true }
        try stage.start()
        let central = stage.bluez.connect()
        try settle(stage)
        #expect(stage.firmware.connections.isEmpty)
        #expect(try stage.access("9007", "ReadValue", by: central).kind == .reply)
        #expect(stage.firmware.connections.count == 1)
    }

    @Test("a service that already exists is refused with a fix")
    func collisions() throws {
        let rows: [(String, String)] = [
            ("0000180A-0000-1000-8000-00805F9B34FB", "DeviceID = false"),
            ("326a9000-85cb-9195-d9dd-464cfbbae75a", "its own adapter"),
        ]
        for (uuid, fix) in rows {
            let stage = try BlueZBench()
            stage.firmware.services.append(
                Service(
                    "180A",
                    characteristics: [
                        Characteristic("2A29", id: ValueID(9), properties: .read)
                    ]))
            stage.bluez.change(
                "/org/bluez/hci0", "org.bluez.Adapter1", "UUIDs", .strings([uuid]))
            do {
                try stage.board.start()
                Issue.record("it started beside \(uuid)")
            } catch {
                #expect("\(error)".contains(fix))
            }
        }
    }

    @Test("other services are registered anew, and handles come in the order of the services")
    func services() throws {
        let stage = try BlueZBench()
        try stage.start()
        let second = Service(
            "326A9100-85CB-9195-D9DD-464CFBBAE75A",
            characteristics: [
                Characteristic(
                    "326A9101-85CB-9195-D9DD-464CFBBAE75A", id: ValueID(9), properties: .read)
            ])
        stage.firmware.services.append(second)
        stage.board.servicesChanged()
        try stage.bus.wait("both services") { stage.bluez.application?.services.count == 2 }
        #expect(stage.bluez.application?.services.first?.hasPrefix("326a9000") == true)
    }
}
