import BlueZ
import Checkout
import DBus
import DBusPeer
import EventLoop
import Testing

@Suite("a board on BlueZ lives through what happens to it")
struct LifeTests {
    @Test("a board registers, serves a central, and reports each step once", .slow)
    func whole() throws {
        let stage = try BlueZBench()
        try stage.start()
        #expect(
            stage.bluez.calls == [
                "GetManagedObjects /", "Set /org/bluez/hci0", "Set /org/bluez/hci0",
                "RegisterApplication /org/bluez/hci0", "RegisterAdvertisement /org/bluez/hci0",
            ])
        #expect(stage.bluez.application?.services == ["326a9000-85cb-9195-d9dd-464cfbbae75a"])
        let central = stage.bluez.connect()
        let notify = try stage.acquireNotify(by: central)
        let write = try stage.access("9001", "AcquireWrite", by: central)
        let socket = PacketSocket(try #require(write.descriptors.first))
        #expect(write.values.last == .uint16(247))
        #expect(socket.write([0x0b, 0x84]))
        #expect(
            try stage.access("9001", "WriteValue", [.bytes([1, 2])], by: central).kind == .reply)
        #expect(try stage.access("9007", "ReadValue", by: central).values == [.bytes([1, 2, 3])])
        stage.firmware.stream(10)
        #expect(notify.numbers() == Array(0..<10))
        stage.bluez.disconnect(central)
        try stage.bus.wait("the end") { stage.firmware.connections.isEmpty }
        #expect(
            stage.firmware.calls == [
                "connected", "mtu 247", "subscribed", "command 1: b 84", "command 1: 1 2",
                "disconnected",
            ])
        stage.board.close()
        #expect(stage.failures.isEmpty)
    }

    @Test("bluetoothd restarts in the middle of a stream")
    func restart() throws {
        let stage = try BlueZBench()
        try stage.start()
        for round in 0..<3 {
            let central = stage.bluez.connect()
            let socket = try stage.acquireNotify(by: central)
            stage.firmware.stream(1_000_000)
            try stage.bus.wait("a stream") { socket.numbers().count > 20 }
            stage.bluez.stop()
            try stage.bus.wait("the end") { stage.firmware.connections.isEmpty }
            #expect(stage.firmware.subscriber == nil)
            stage.firmware.end = stage.firmware.next
            stage.bus.loop.turn(mayBlock: false)
            try stage.bluez.start()
            try stage.returned()
            #expect(stage.failures.isEmpty, "round \(round)")
        }
        let central = stage.bluez.connect()
        let socket = try stage.acquireNotify(by: central)
        let first = stage.firmware.next
        stage.firmware.stream(5)
        #expect(socket.numbers() == Array(first..<first + 5))
    }

    @Test("bluetoothd that goes while it registers is waited for")
    func restartWhileRegistering() throws {
        let stage = try BlueZBench()
        try stage.start()
        for silence in ["GetManagedObjects", "Set", "RegisterApplication", "RegisterAdvertisement"]
        {
            stage.bluez.stop()
            stage.bluez.silences = [silence]
            try stage.bluez.start()
            // Settings that are as they should be are not set again.
            let count = stage.bluez.calls.count
            if silence != "Set" {
                try stage.bus.wait(silence) {
                    stage.bluez.calls.dropFirst(count).contains { $0.hasPrefix(silence) }
                }
            }
            stage.bluez.stop()
            stage.bluez.silences = []
            try stage.bluez.start()
            try stage.returned()
        }
        #expect(stage.failures.isEmpty)
    }

    @Test("an adapter that is signalled before it is listed is set up once")
    func signalledAndListed() throws {
        let stage = try BlueZBench()
        try stage.start()
        stage.bluez.announcesAdapters = true
        for _ in 0..<3 {
            stage.bluez.stop()
            stage.bluez.forgetCalls()
            try stage.bluez.start()
            try stage.returned()
            #expect(stage.bluez.calls.count { $0.hasPrefix("RegisterApplication") } == 1)
        }
        #expect(stage.failures.isEmpty)
    }

    @Test("the adapter is pulled out in the middle of a stream, and comes back")
    func adapter() throws {
        let stage = try BlueZBench()
        try stage.start()
        for _ in 0..<3 {
            let central = stage.bluez.connect()
            let socket = try stage.acquireNotify(by: central)
            stage.firmware.stream(1_000_000)
            try stage.bus.wait("a stream") { socket.numbers().count > 20 }
            stage.bluez.removeAdapter("hci0")
            try stage.bus.wait("the end") { stage.firmware.connections.isEmpty }
            stage.firmware.end = stage.firmware.next
            stage.bluez.addAdapter("hci0")
            try stage.returned()
        }
        #expect(stage.failures.isEmpty)
    }

    @Test("when the bus goes away, links end and the failure is reported once")
    func bus() throws {
        let stage = try BlueZBench()
        try stage.start()
        let central = stage.bluez.connect()
        _ = try stage.acquireNotify(by: central)
        stage.bus.daemon = nil
        try stage.bus.wait("the end") { !stage.failures.isEmpty }
        #expect(stage.failures == [.busClosed])
        #expect(stage.firmware.connections.isEmpty)
        stage.board.close()
        #expect(stage.failures == [.busClosed])
    }

    @Test("an advertisement that is released comes again", .slow)
    func released() throws {
        let stage = try BlueZBench()
        try stage.start()
        stage.bluez.release()
        try stage.returned()
        #expect(stage.bluez.calls.count { $0.hasPrefix("RegisterAdvertisement") } == 2)
    }

    @Test(
        "a refusal of bluetoothd at the start becomes a message with the fix", .slow,
        arguments: [
            ("RegisterApplication", "org.bluez.Error.AlreadyExists"),
            ("RegisterApplication", "org.bluez.Error.Failed"),
            ("RegisterApplication", "org.freedesktop.DBus.Error.AccessDenied"),
            ("RegisterApplication", "org.bluez.Error.NotAuthorized"),
            ("GetManagedObjects", "org.freedesktop.DBus.Error.AccessDenied"),
            ("GetManagedObjects", "org.freedesktop.DBus.Error.UnknownMethod"),
            ("Set", "org.bluez.Error.Blocked"), ("Set", "org.bluez.Error.Failed"),
        ])
    func refusals(_ member: String, _ error: String) throws {
        let stage = try BlueZBench()
        stage.bluez.refusals[member] = error
        do {
            try stage.board.start()
            Issue.record("it started")
        } catch {
            #expect(error.description.utf8.count > 20)
        }
        stage.board.close()
        #expect(stage.bluez.application == nil)
    }

    @Test("without bluetoothd, without an adapter, without an answer it does not start")
    func absence() throws {
        var stage = try BlueZBench()
        stage.bluez.stop()
        #expect(throws: BlueZError.noDaemon) { try stage.board.start() }
        stage = try BlueZBench()
        stage.bluez.removeAdapter("hci0")
        #expect(throws: BlueZError.noAdapter(nil, there: [])) { try stage.board.start() }
    }
}
