import BlueZCentral
import Checkout
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

    @Test(.slow) func `a beacon's company is in front of its data`() async throws {
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

    @Test(.slow) func `bluetoothd may stop and start again`() async throws {
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
