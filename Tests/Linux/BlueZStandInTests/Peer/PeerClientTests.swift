import Checkout
import DBus
import DBusPeer
import EventLoop
import Simulation
import Testing

@testable import MetaWearBoard

/// The stand-in by a client of libdbus, with a MetaWear board's firmware behind it.
@Suite("a libdbus client of the stand-in")
struct PeerClientTests {
    @Test("it finds the board, connects, and reads what it is")
    func reading() throws {
        let world = try PeerBench()
        try world.connect()
        let model = try world.call(
            try world.path(of: "00002a24"), PeerBench.characteristic, "ReadValue", [.options([])])
        #expect(model.values.first?.octets.map { String(decoding: $0, as: UTF8.self) } == "8")
        #expect(world.board.connection != nil)
    }

    @Test("values come by signals once they are asked for")
    func signals() throws {
        let world = try PeerBench()
        try world.connect()
        let (command, notify) = (try world.path(of: "326a9001"), try world.path(of: "326a9006"))
        let write = [Value.bytes([0x01, 0x80]), .options([("type", "command")])]
        _ = try world.call(command, PeerBench.characteristic, "WriteValue", write)
        try world.run(for: .seconds(1))
        #expect(world.notified(notify).isEmpty)
        #expect(try world.call(notify, PeerBench.characteristic, "StartNotify").kind == .reply)
        _ = try world.call(command, PeerBench.characteristic, "WriteValue", write)
        try world.run(for: .seconds(1)) { !world.notified(notify).isEmpty }
        #expect(world.notified(notify).first?.prefix(2) == [0x01, 0x80])
        #expect(try world.call(notify, PeerBench.characteristic, "StopNotify").kind == .reply)
        let count = world.notified(notify).count
        _ = try world.call(command, PeerBench.characteristic, "WriteValue", write)
        try world.run(for: .seconds(1))
        #expect(world.notified(notify).count == count)
    }

    @Test("values come and go by sockets, which end with the link")
    func sockets() throws {
        let world = try PeerBench()
        try world.connect()
        let notify = try world.call(
            try world.path(of: "326a9006"), PeerBench.characteristic, "AcquireNotify",
            [.options([])])
        let write = try world.call(
            try world.path(of: "326a9001"), PeerBench.characteristic, "AcquireWrite",
            [.options([])])
        let (incoming, outgoing) = (
            try #require(notify.descriptors.first), try #require(write.descriptors.first)
        )
        let mtu = try #require(notify.values.last?.number)
        #expect(mtu >= 23)
        var packets: [[UInt8]] = []
        for module in [UInt8(0x01), 0x02, 0x03] {
            #expect(send([module, 0x80], to: outgoing))
            try world.run(for: .seconds(1)) {
                if let packet = receive(from: incoming) { packets.append(packet) }
                return packets.last?.first == module
            }
        }
        #expect(packets.map { Array($0.prefix(2)) } == [[1, 0x80], [2, 0x80], [3, 0x80]])
        // bluetoothd has one owner of a characteristic's notifications.
        let second = try world.call(
            try world.path(of: "326a9006"), PeerBench.characteristic, "StartNotify")
        #expect(second.errorName == "org.bluez.Error.NotPermitted")
        _ = try world.call(world.device, "org.bluez.Device1", "Disconnect")
        try world.run(for: .seconds(5)) {
            world.changed(world.device, "Connected") == .bool(false)
        }
        #expect(world.changed(world.device, "Connected") == .bool(false))
        #expect(receive(from: incoming) == [])
        #expect(world.board.connection == nil)
    }

    @Test("it comes and goes a hundred times", .slow)
    func again() throws {
        let world = try PeerBench()
        try world.connect()
        for _ in 0..<100 {
            let gone = try world.call(world.device, "org.bluez.Device1", "Disconnect")
            #expect(gone.kind == .reply)
            try world.run(for: .seconds(5)) { world.board.connection == nil }
            world.client.inbox = []
            let answer = try world.call(world.device, "org.bluez.Device1", "Connect")
            #expect(answer.kind == .reply)
            #expect(world.board.connection != nil)
        }
    }

    @Test("a client that leaves in the middle takes its sockets and its discovery along")
    func leaving() throws {
        let world = try PeerBench()
        try world.connect()
        let other = try world.bus.peer()
        let notify = other.call(
            "org.bluez", try world.path(of: "326a9006"), PeerBench.characteristic, "AcquireNotify",
            [.options([])])
        _ = other.call("org.bluez", PeerBench.adapter, "org.bluez.Adapter1", "StartDiscovery")
        try world.run(for: .seconds(5)) { notify.message != nil }
        #expect(notify.message?.descriptors.count == 1)
        #expect(
            try world.call(
                world.path(of: "326a9006"), PeerBench.characteristic, "StartNotify"
            ).errorName == "org.bluez.Error.NotPermitted")
        notify.forget()
        world.bus.close(other)
        try world.run(for: .seconds(2))
        #expect(
            try world.call(
                world.path(of: "326a9006"), PeerBench.characteristic, "StartNotify"
            ).kind == .reply)
        let discovering = try world.call(
            PeerBench.adapter, PeerBench.properties, "Get", ["org.bluez.Adapter1", "Discovering"])
        #expect(discovering.values == [.variant(.bool(false))])
    }

    private func send(_ bytes: [UInt8], to descriptor: Descriptor) -> Bool {
        bytes.withUnsafeBytes { descriptor.write($0) } == .done(bytes.count)
    }

    private func receive(from descriptor: Descriptor) -> [UInt8]? {
        withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { buffer in
            guard case .done(let count) = descriptor.read(into: buffer) else { return nil }
            return Array(buffer.prefix(count))
        }
    }
}
