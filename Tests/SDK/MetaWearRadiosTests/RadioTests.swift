import Checkout
import CoreBluetooth
import Foundation
import MetaWear
import MetaWearTransport
import Testing
import VirtualRadio

/// What every radio of a machine owes: radio, controller or bluetoothd, air and firmware.
@Suite(.serialized) struct RadioTests {
    private static func isFailure(_ error: (any Error)?, _ text: String) -> Bool {
        guard case .operationFailed(let why)? = error as? MWError else { return false }
        return why.contains(text)
    }

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `a board is found, connected, streamed and left`(_ kind: RadioBench.Kind) async throws {
        let bench = try RadioBench(kind)
        let board = BoardThread.identifier(1)
        var heard = 0
        for await result in bench.radio.scan() {
            #expect(result.identifier == board && result.name == "MetaWear")
            #expect((-127..<0).contains(result.rssi))
            heard += 1
            if heard == 5 { break }
        }
        let device = MetaWearDevice(identifier: board, transport: bench.radio.transport(to: board))
        try await device.connect()
        #expect(await device.deviceInfo?.model == .motionS)
        #expect(try await device.readBattery().charge == 100)
        let rssi = try await device.readRSSI()
        #expect((-127..<0).contains(rssi))
        try await Self.stream(from: device, count: 100)
        try await device.disconnect()
        // And once more.
        try await device.connect()
        try await device.disconnect()
    }

    private static func stream(from device: MetaWearDevice, count wanted: Int) async throws {
        let sensor = try #require(await device.makeAccelerometer())
        var count = 0
        for try await sample in try await device.startStream(sensor) {
            #expect(abs(sample.value.z) > 0.8)
            count += 1
            if count == wanted { break }
        }
        try await device.stopStreaming(sensor)
    }

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `a board that no scan has found is looked for`(_ kind: RadioBench.Kind) async throws {
        let bench = try RadioBench(kind, boards: 2)
        let board = BoardThread.identifier(2)
        let transport = bench.radio.transport(to: board)
        try await transport.connect(to: board)
        #expect(try await transport.read(from: MWUUIDs.modelNumber) == Data("8".utf8))
        let missing = await #expect(throws: MWError.self) {
            try await transport.read(from: CBUUID(string: "2AFF"))
        }
        #expect(Self.isFailure(missing, "no characteristic 2AFF"))
        try await transport.disconnect()
    }

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `one that is not there is waited for until the caller gives up`(
        _ kind: RadioBench.Kind
    ) async throws {
        let bench = try RadioBench(kind)
        let (board, stranger) = (BoardThread.identifier(1), BoardThread.identifier(99))
        let other = bench.radio.transport(to: stranger)
        let left = Task { try await other.connect(to: stranger) }
        let transport = bench.radio.transport(to: board)
        try await transport.connect(to: board)
        #expect(try await transport.read(from: MWUUIDs.batteryLevel) == Data([100]))
        try await other.disconnect()
        let error = await #expect(throws: MWError.self) { try await left.value }
        #expect(Self.isFailure(error, "the transport was disconnected"))
        let cancelled = Task { try await other.connect(to: stranger) }
        #expect(try await transport.read(from: MWUUIDs.batteryLevel) == Data([100]))
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        try await transport.disconnect()
    }

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `what is written is sent in the order of the calls`(_ kind: RadioBench.Kind) async throws {
        let bench = try RadioBench(kind)
        let board = BoardThread.identifier(1)
        let transport = bench.radio.transport(to: board)
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

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `seven boards stream at once, and nothing is lost`(_ kind: RadioBench.Kind) async throws {
        let bench = try RadioBench(kind, boards: 7, speed: 2)
        let radio = bench.radio
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...7 as ClosedRange<UInt64> {
                group.addTask {
                    let board = BoardThread.identifier(number)
                    let device = MetaWearDevice(
                        identifier: board, transport: radio.transport(to: board))
                    try await device.connect()
                    try await Self.stream(from: device, count: 300)
                    try await device.disconnect()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `a link that is lost fails all that waits`(_ kind: RadioBench.Kind) async throws {
        let bench = try RadioBench(kind)
        let board = BoardThread.identifier(1)
        let transport = bench.radio.transport(to: board)
        try await transport.connect(to: board)
        let values = await transport.notifications(from: MWUUIDs.notify)
        // Answered after notifications are on.
        try await transport.write(Data([0x0F, 0x80]), to: MWUUIDs.command, type: .withResponse)
        bench.boards.perform { $0.air.move(BoardThread.address(1), to: 10_000) }
        // BlueZ has a word of its own for the call that is under way.
        await #expect(throws: MWError.self) {
            while true { _ = try await transport.read(from: MWUUIDs.batteryLevel) }
        }
        let end = await #expect(throws: MWError.self) { for try await _ in values {} }
        #expect(Self.isFailure(end, "the link was lost"))
        let read = await #expect(throws: MWError.self) {
            try await transport.read(from: MWUUIDs.batteryLevel)
        }
        #expect(Self.isFailure(read, "not connected"))
        bench.boards.perform { $0.air.move(BoardThread.address(1), to: 1) }
        try await transport.connect(to: board)
        try await transport.disconnect()
    }
}
