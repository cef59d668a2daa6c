import BlueZCentral
import CoreBluetooth
import DBus
import EventLoop
import Foundation
import MetaWear
import MetaWearRadios
import MetaWearTransport
import Testing
import VirtualRadio

/// Boards through `org.bluez`, as our stand-in for bluetoothd has it.
@Suite(.serialized) struct BlueZRadioTests {
    private static func isFailure(_ error: (any Error)?, _ text: String) -> Bool {
        guard case .operationFailed(let why)? = error as? MWError else { return false }
        return why.contains(text)
    }

    private static func radio(
        _ server: BusServer, adapter: String? = nil
    ) throws -> any BLERadio {
        MetaWearRadios.bluez(
            adapter: adapter, busAddress: server.address, on: try LoopThread.shared())
    }

    @Test func `a board is found, connected, streamed and left`() async throws {
        let server = try BusServer()
        let radio = try Self.radio(server)
        let board = BoardThread.identifier(1)
        var heard = 0
        for await result in radio.scan() {
            #expect(result.identifier == board && result.name == "MetaWear")
            #expect((-127..<0).contains(result.rssi))
            heard += 1
            if heard == 5 { break }
        }
        let device = MetaWearDevice(identifier: board, transport: radio.transport(to: board))
        try await device.connect()
        #expect(await device.deviceInfo?.model == .motionS)
        #expect(try await device.readBattery().charge == 100)
        let rssi = try await device.readRSSI()
        #expect((-127..<0).contains(rssi))
        let sensor = try #require(await device.makeAccelerometer())
        var count = 0
        for try await sample in try await device.startStream(sensor) {
            #expect(abs(sample.value.z) > 0.8)
            count += 1
            if count == 100 { break }
        }
        try await device.stopStreaming(sensor)
        try await device.disconnect()
        try await device.connect()
        try await device.disconnect()
    }

    @Test func `a board that no scan has found is looked for`() async throws {
        let server = try BusServer(boards: 2)
        let radio = try Self.radio(server)
        let board = BoardThread.identifier(2)
        let transport = radio.transport(to: board)
        let other = radio.transport(to: UUID())
        let attempt = Task { try await other.connect(to: BoardThread.identifier(99)) }
        try await transport.connect(to: board)
        #expect(try await transport.read(from: MWUUIDs.modelNumber) == Data("8".utf8))
        let missing = await #expect(throws: MWError.self) {
            try await transport.read(from: CBUUID(string: "2AFF"))
        }
        #expect(Self.isFailure(missing, "no characteristic 2AFF"))
        attempt.cancel()
        await #expect(throws: CancellationError.self) { try await attempt.value }
        try await transport.disconnect()
    }

    @Test func `a beacon's company is in front of its data`() async throws {
        let server = try BusServer()
        let radio = try Self.radio(server)
        let board = BoardThread.identifier(1)
        let transport = radio.transport(to: board)
        try await transport.connect(to: board)
        try await transport.write(
            Data([0x07, 0x01, 0x01]), to: MWUUIDs.command, type: .withoutResponse)
        try await transport.disconnect()
        // BlueZ still has what the board advertised before.
        var heard: [Data] = []
        for await result in radio.scan() {
            heard.append(result.manufacturerData ?? Data())
            if heard.last?.first == 0x4C || heard.count > 40 { break }
        }
        #expect(heard.last?.prefix(4) == Data([0x4C, 0x00, 0x02, 0x15]))
    }

    @Test func `what is written is sent in the order of the calls`() async throws {
        let server = try BusServer()
        let radio = try Self.radio(server)
        let board = BoardThread.identifier(1)
        let transport = radio.transport(to: board)
        try await transport.connect(to: board)
        let values = await transport.notifications(from: MWUUIDs.notify)
        let modules: [UInt8] = [0x01, 0x02, 0x03, 0x05, 0x09, 0x0A, 0x0B, 0x0F, 0x11]
        for (index, module) in modules.enumerated() {
            try await transport.write(
                Data([module, 0x80]), to: MWUUIDs.command,
                type: index % 3 == 1 ? .withResponse : .withoutResponse)
        }
        var answered: [UInt8] = []
        for try await value in values {
            answered.append(value[0])
            if answered.count == modules.count { break }
        }
        #expect(answered == modules)
        try await transport.disconnect()
    }

    @Test func `seven boards stream at once, and nothing is lost`() async throws {
        let server = try BusServer(boards: 7, speed: 2)
        let radio = try Self.radio(server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...7 as ClosedRange<UInt64> {
                group.addTask {
                    let board = BoardThread.identifier(number)
                    let device = MetaWearDevice(
                        identifier: board, transport: radio.transport(to: board))
                    try await device.connect()
                    let sensor = try #require(await device.makeAccelerometer())
                    var count = 0
                    for try await _ in try await device.startStream(sensor) {
                        count += 1
                        if count == 300 { break }
                    }
                    try await device.stopStreaming(sensor)
                    try await device.disconnect()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a link that is lost fails all that waits`() async throws {
        let server = try BusServer()
        let radio = try Self.radio(server)
        let board = BoardThread.identifier(1)
        let transport = radio.transport(to: board)
        try await transport.connect(to: board)
        let values = await transport.notifications(from: MWUUIDs.notify)
        // Answered after notifications are on.
        try await transport.write(Data([0x0F, 0x80]), to: MWUUIDs.command, type: .withResponse)
        server.boards.perform { $0.air.move(BoardThread.address(1), to: 10_000) }
        let end = await #expect(throws: MWError.self) { for try await _ in values {} }
        #expect(Self.isFailure(end, "the link was lost"))
        let read = await #expect(throws: MWError.self) {
            try await transport.read(from: MWUUIDs.batteryLevel)
        }
        #expect(Self.isFailure(read, "not connected"))
        server.boards.perform { $0.air.move(BoardThread.address(1), to: 1) }
        try await transport.connect(to: board)
        try await transport.disconnect()
    }

    @Test func `bluetoothd may stop and start again`() async throws {
        let server = try BusServer()
        let radio = try Self.radio(server)
        var states = radio.states().makeAsyncIterator()
        #expect(await states.next() == .poweredOn)
        let board = BoardThread.identifier(1)
        let transport = radio.transport(to: board)
        try await transport.connect(to: board)
        let values = await transport.notifications(from: MWUUIDs.notify)
        server.boards.perform { $0.serving?.stop() }
        let end = await #expect(throws: MWError.self) { for try await _ in values {} }
        #expect(end != nil)
        while await states.next() != .resetting {}
        server.boards.perform { world in try? world.serving?.start(world) }
        while await states.next() != .poweredOn {}
        try await transport.connect(to: board)
        #expect(try await transport.read(from: MWUUIDs.batteryLevel) == Data([100]))
        try await transport.disconnect()
    }

    @Test func `an adapter that does not exist is named`() async throws {
        let server = try BusServer()
        let radio = try Self.radio(server, adapter: "hci7")
        var states = radio.states().makeAsyncIterator()
        #expect(await states.next() == .unsupported)
        let transport = radio.transport(to: UUID())
        let error = await #expect(throws: MWError.self) { try await transport.connect(to: UUID()) }
        #expect(Self.isFailure(error, "bluez:hci7: BlueZ has no adapter hci7; it has hci0"))
    }

    @Test func `without a bus the reason is told`() async throws {
        let radio = MetaWearRadios.bluez(
            adapter: nil, busAddress: "unix:path=/nonexistent", on: try LoopThread.shared())
        var states = radio.states().makeAsyncIterator()
        #expect(await states.next() == .unsupported)
        let transport = radio.transport(to: UUID())
        let error = await #expect(throws: MWError.self) { try await transport.connect(to: UUID()) }
        #expect(Self.isFailure(error, "the system bus cannot be reached"))
    }
}
