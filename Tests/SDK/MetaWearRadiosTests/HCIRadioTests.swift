import CoreBluetooth
import Foundation
import MetaWear
import MetaWearRadios
import MetaWearTransport
import Testing
import VirtualRadio

/// Boards through an HCI socket: radio, controller, air and firmware.
@Suite(.serialized) struct HCIRadioTests {
    private static let battery = Data([0x11, 0x8C])

    private static func isFailure(_ error: (any Error)?, _ text: String) -> Bool {
        guard case .operationFailed(let why)? = error as? MWError else { return false }
        return why.contains(text)
    }

    @Test func `attempts are cancelled while others go on`() async throws {
        let server = AirServer(boards: 3)
        let radio = MetaWearRadios.radio(named: server.radio)
        var seen: Set<UUID> = []
        for await result in radio.scan() {
            seen.insert(result.identifier)
            if seen.count == 3 { break }
        }
        // Two are out of reach, and the controller has one attempt for all.
        server.boards.perform { world in
            for number in [1, 3] as [UInt64] {
                world.air.move(BoardThread.address(number), to: 10_000)
            }
        }
        let far = radio.transport(to: BoardThread.identifier(1))
        let third = radio.transport(to: BoardThread.identifier(3))
        let near = radio.transport(to: BoardThread.identifier(2))
        let attempt = Task { try await far.connect(to: BoardThread.identifier(1)) }
        let patient = Task { try await third.connect(to: BoardThread.identifier(3)) }
        try await near.connect(to: BoardThread.identifier(2))
        attempt.cancel()
        await #expect(throws: CancellationError.self) { try await attempt.value }
        server.boards.perform { $0.air.move(BoardThread.address(3), to: 1) }
        try await patient.value
        server.boards.perform { $0.air.move(BoardThread.address(1), to: 1) }
        try await far.connect(to: BoardThread.identifier(1))
        for transport in [far, near, third] {
            #expect(try await transport.read(from: MWUUIDs.batteryLevel) == Data([100]))
            try await transport.disconnect()
        }
    }

    @Test func `a controller that ends takes everything with it`() async throws {
        let server = AirServer()
        let radio = MetaWearRadios.radio(named: server.radio)
        let board = BoardThread.identifier(1)
        let transport = radio.transport(to: board)
        try await transport.connect(to: board)
        let values = await transport.notifications(from: MWUUIDs.notify)
        let waiting = radio.transport(to: BoardThread.identifier(9))
        let attempt = Task { try await waiting.connect(to: BoardThread.identifier(9)) }
        #expect(try await transport.read(from: MWUUIDs.batteryLevel) == Data([100]))
        server.boards.close()
        await #expect(throws: MWError.self) { for try await _ in values {} }
        let error = await #expect(throws: MWError.self) { try await attempt.value }
        #expect(Self.isFailure(error, server.path))
        var states = radio.states().makeAsyncIterator()
        #expect(await states.next() == .unsupported)
        let again = await #expect(throws: MWError.self) { try await transport.connect(to: board) }
        #expect(Self.isFailure(again, "start its server first"))
    }

    @Test(
        arguments: [
            ("hci-unix:/nonexistent/radio", "No such file or directory; start its server first"),
            ("hci-tcp:127.0.0.1:99999", "`99999` is not a port"),
            ("bluetooth", "no such radio; write `bluez`"), ("vhci", "it is for boards"),
        ])
    func `a radio that does not exist says why`(_ name: String, _ words: String) async throws {
        let radio = MetaWearRadios.radio(named: name)
        var states = radio.states().makeAsyncIterator()
        #expect(await states.next() == .unsupported)
        let transport = radio.transport(to: UUID())
        let error = await #expect(throws: MWError.self) { try await transport.connect(to: UUID()) }
        #expect(Self.isFailure(error, words), "\(String(describing: error))")
        #expect(Self.isFailure(error, name))
    }

    @Test func `a radio that is released is gone from the controller`() async throws {
        let server = AirServer()
        let board = BoardThread.identifier(1)
        do {
            let transport = MetaWearRadios.radio(named: server.radio).transport(to: board)
            try await transport.connect(to: board)
        }
        // The board advertises again once the first host has vanished.
        let transport = MetaWearRadios.radio(named: server.radio).transport(to: board)
        try await transport.connect(to: board)
        try await transport.disconnect()
    }
}
