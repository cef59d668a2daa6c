import Bluetooth
import Central
import Checkout
import DBus
import EventLoop
import Peripheral
import Testing

@testable import BlueZStandIn

@Suite("sockets of applications")
struct LocalSocketTests {
    let world: LocalBench
    let application: TestApplication
    /// The application's end, and the one that it gives away.
    let ends: [SocketEnd.Raw]

    init() throws {
        world = try LocalBench()
        application = try TestApplication(on: world)
        let (own, given) = try SocketEnd.Raw.packetPair()
        ends = [own, given]
        application.descriptors = [given.number]
    }

    private let socketReply: Result<[Value], DBusError> = .success([.descriptor(0), .uint16(23)])

    private func packet() -> [UInt8]? {
        guard case .packet(let bytes) = ends[0].readPacket(atMost: 600) else { return nil }
        return bytes
    }

    @Test("what is written goes through the socket that the application offers", .slow)
    func writing() throws {
        let connection = try world.publish(
            application, ["write", "write-without-response"], [("WriteAcquired", .bool(false))])
        let value = try connection.characteristic("2A19")
        application.answers["AcquireWrite"] = socketReply
        connection.write([1], to: value, .command)
        connection.write([2], to: value, .command)
        _ = try world.get("an end") { connection.write([3], to: value, completion: $0) }
        #expect(
            application.calls == [
                "/app/s/c AcquireWrite(device: /org/bluez/hci0/dev_1, link: LE, mtu: 23)"
            ])
        #expect([packet(), packet(), packet(), packet()] == [[1], [2], [3], nil])
    }

    @Test("an application that takes its offer back is called", .slow)
    func refused() throws {
        let connection = try world.publish(
            application, ["write"], [("WriteAcquired", .bool(false))])
        let value = try connection.characteristic("2A19")
        application.answers = [
            "AcquireWrite": .failure(DBusError("org.freedesktop.DBus.Error.UnknownMethod")),
            "WriteValue": .success([]),
        ]
        _ = try world.get("an end") { connection.write([4], to: value, completion: $0) }
        #expect(
            application.calls.map { $0.prefix { $0 != "(" } } == [
                "/app/s/c AcquireWrite", "/app/s/c WriteValue",
            ])
        application.answers["AcquireWrite"] = .failure(DBusError("org.bluez.Error.NotPermitted"))
        #expect(throws: CentralError.attribute(.writeNotPermitted, handle: 23)) {
            try world.get("an error") { connection.write([5], to: value, completion: $0) }
        }
    }

    @Test("what the application puts into its socket is notified, until the central ends it", .slow)
    func notifying() throws {
        let connection = try world.publish(
            application, ["notify"], [("NotifyAcquired", .bool(false))])
        let value = try connection.characteristic("2A19")
        application.answers["AcquireNotify"] = socketReply
        var got: [[UInt8]] = []
        _ = try world.get("a subscription") {
            connection.subscribe(
                to: value, onValue: { _, bytes in got.append(bytes.array()) }, completion: $0)
        }
        world.wait("AcquireNotify") { !application.calls.isEmpty }
        #expect(
            application.calls == [
                "/app/s/c AcquireNotify(device: /org/bluez/hci0/dev_1, link: LE, mtu: 23)"
            ])
        // More than the link takes at once: the application waits, and nothing is lost.
        var sent = 0
        world.wait("the values") {
            while sent < 500, ends[0].sendPacket([UInt8(sent & 0xFF)].span) { sent += 1 }
            return got.count == 500
        }
        #expect(got == (0..<500).map { [UInt8($0 & 0xFF)] })
        _ = try world.get("its end") { connection.unsubscribe(from: value, completion: $0) }
        #expect(application.calls.count == 1)
    }

    @Test("an application that will not give a socket is told to notify", .slow)
    func startNotify() throws {
        let connection = try world.publish(
            application, ["indicate"], [("NotifyAcquired", .bool(false))])
        let value = try connection.characteristic("2A19")
        application.answers["AcquireNotify"] = .failure(
            DBusError("org.bluez.Error.NotSupported"))
        var got: [[UInt8]] = []
        _ = try world.get("a subscription") {
            connection.subscribe(
                to: value, .indications, onValue: { _, bytes in got.append(bytes.array()) },
                completion: $0)
        }
        world.wait("StartNotify") { application.calls.count == 2 }
        #expect(application.calls[1] == "/app/s/c StartNotify()")
        for number: UInt8 in 1...3 {
            application.change(
                "/app/s/c", "org.bluez.GattCharacteristic1", [("Value", .bytes([number]))])
        }
        world.wait("the confirmations") { application.calls.count == 5 }
        #expect(got == [[1], [2], [3]])
        #expect(application.calls.suffix(3).allSatisfy { $0 == "/app/s/c Confirm()" })
    }
}
