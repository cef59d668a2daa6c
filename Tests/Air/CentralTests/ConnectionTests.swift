import Bluetooth
import Central
import Peripheral
import Simulation
import Testing

struct ConnectionTests {
    @Test func `discovery finds services, characteristics and descriptors`() throws {
        let world = AirBench()
        let connection = try world.connect()
        #expect(connection.services.map(\.uuid.description).prefix(3) == ["1800", "1801", "180D"])
        #expect(connection.services.count == 4)
        let measurement = try connection.characteristic("2A37", of: "180D")
        #expect(measurement.properties == .notify)
        #expect(measurement.descriptors.map(\.uuid) == ["2902"])
        let notes = try connection.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A")
        #expect(notes.descriptors.map(\.uuid) == ["2901"])
        #expect(throws: CentralError.notFound("2A19")) { try connection.characteristic("2A19") }
    }

    @Test func `discovery of named services finds only those`() throws {
        let world = AirBench()
        let connection = try world.central.connectAndWait(to: world.strap.address)
        let found = try connection.discoverAndWait(["180D", "1234"])
        #expect(found.map(\.uuid) == ["180D"])
        #expect(found[0].characteristics.map(\.uuid) == ["2A37", "2A38", "2A39"])
    }

    @Test func `values are read and written, long ones too`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let notes = try connection.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A")
        let long = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try connection.readAndWait(try connection.characteristic("2A38")) == [1])
        try connection.writeAndWait([1, 2, 3], to: notes)
        #expect(world.strap.notes == [1, 2, 3])
        try connection.writeLongAndWait(long, to: notes)
        #expect(world.strap.notes == long)
        #expect(try connection.readAndWait(notes) == Array(long.prefix(22)))
        #expect(try connection.readLongAndWait(notes) == long)
        #expect(try connection.exchangeMTUAndWait(517) == 247)
        #expect(connection.mtu == 247)
        #expect(world.strap.calls.contains("mtu 247"))
        #expect(try connection.readAndWait(notes) == Array(long.prefix(246)))
        #expect(try connection.readLongAndWait(notes) == long)
    }

    @Test func `a write command arrives without an answer`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let control = try connection.characteristic("2A39")
        try connection.writeAndWait([7], to: control, .command)
        #expect(world.strap.lastControl == [7])
        #expect(connection.waitingToSend == 0)
    }

    @Test func `refusals carry the error and the handle`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let control = try connection.characteristic("2A39")
        #expect(
            throws: CentralError.attribute(.readNotPermitted, handle: control.valueHandle)
        ) { try connection.readAndWait(control) }
        #expect(throws: CentralError.attribute(.invalidHandle, handle: 999)) {
            try connection.readAndWait(handle: 999)
        }
    }

    @Test func `notifications come in order and not before the subscription`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let measurement = try connection.characteristic("2A37")
        #expect(world.strap.notify([0]) == .discarded(.notSubscribed))
        var got: [UInt8] = []
        var times: [Instant] = []
        try connection.subscribeAndWait(to: measurement) { time, bytes in
            got.append(bytes[0])
            times.append(time)
        }
        #expect(world.strap.calls.contains("subscription 1 1"))
        for value in 1...6 { #expect(world.strap.notify([UInt8(value)]) == .sent) }
        world.simulation.run(for: .milliseconds(100))
        #expect(got == [1, 2, 3, 4, 5, 6])
        // Three fit one connection event.
        #expect(times[2] == times[0])
        #expect(times[3] - times[2] == .milliseconds(30))
        try connection.unsubscribeAndWait(from: measurement)
        #expect(world.strap.notify([9]) == .discarded(.notSubscribed))
    }

    @Test func `between two notifications MTU, services and connection may change`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let measurement = try connection.characteristic("2A37")
        var lengths: [Int] = []
        try connection.subscribeAndWait(to: measurement) { lengths.append($1.count) }
        let bytes = [UInt8](repeating: 1, count: 40)
        #expect(world.strap.notify(bytes) == .sent)
        try connection.exchangeMTUAndWait(100)
        #expect(world.strap.notify(bytes) == .sent)
        world.simulation.run(for: .milliseconds(100))
        #expect(lengths == [20, 40])
        world.strap.link?.servicesChanged()
        #expect(world.strap.notify(bytes) == .discarded(.notSubscribed))
        try connection.subscribeAndWait(to: measurement) { lengths.append($1.count) }
        #expect(world.strap.notify(bytes) == .sent)
        try connection.disconnectAndWait()
        #expect(world.strap.notify(bytes) == .discarded(.notSubscribed))
        _ = try world.connect()
        #expect(world.strap.notify(bytes) == .discarded(.notSubscribed))
        #expect(lengths == [20, 40, 40])
    }

    @Test func `one indication at a time, and the firmware learns that it arrived`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let alarm = try connection.characteristic("326A9006-85CB-9195-D9DD-464CFBBAE75A")
        var got: [[UInt8]] = []
        try connection.subscribeAndWait(to: alarm, .indications) { got.append($1.array()) }
        #expect(world.strap.indicate([1]) == .sent)
        #expect(world.strap.indicate([2]) == .dropped)
        world.simulation.run(for: .milliseconds(100))
        #expect(got == [[1]])
        #expect(world.strap.calls.last == "confirmed 5")
        #expect(world.strap.indicate([3]) == .sent)
    }

    @Test func `either side can end the link`() throws {
        let world = AirBench()
        let first = try world.connect()
        try first.disconnectAndWait()
        #expect(first.ended == .localHostTerminated)
        #expect(world.strap.calls.last == "disconnected the other side ended the link")
        #expect(world.central.connections.isEmpty)

        let second = try world.connect()
        var heard: DisconnectReason?
        second.onDisconnect = { heard = $0 }
        world.strap.link?.disconnect(try #require(world.strap.connection))
        world.simulation.run(for: .milliseconds(100))
        #expect(heard == .remoteUserTerminated)
        #expect(world.strap.calls.last == "disconnected this side ended the link")
        #expect(throws: CentralError.disconnected(.remoteUserTerminated)) {
            try second.readAndWait(handle: 3)
        }
    }

    @Test func `a firmware that changes its services says so`() throws {
        let world = AirBench()
        let connection = try world.central.connectAndWait(to: world.strap.address)
        var changed: ClosedRange<UInt16>?
        connection.onServicesChanged = { changed = $0 }
        try connection.discoverAndWait()
        world.simulation.run(for: .milliseconds(200))
        world.strap.ownServices = [Service("1530", characteristics: [])]
        world.strap.link?.servicesChanged()
        world.simulation.run(for: .milliseconds(200))
        let own = try #require(connection.services.dropFirst(2).first).handles.lowerBound
        #expect(changed == own...0xFFFF)
        #expect(try connection.discoverAndWait().map(\.uuid) == ["1800", "1801", "1530"])
    }
}
