import CoreBluetooth
import Foundation
import MetaWearBoard
import MetaWearProtocol
import MetaWearSimulator
import MetaWearTransport
import Testing
import VirtualRadio
import VirtualTime

/// The contract of a transport, on the air of a desk.
@Suite struct SimulatedRadioTests {
    /// Acceleration at 100 Hz and ±8 g: configure, subscribe, enable, start.
    private static let stream = ["03 03 28 02", "03 04 01", "03 02 01 00", "03 01 01"].map(data)

    private static func data(_ hex: String) -> Data {
        Data(hex.split(separator: " ").compactMap { UInt8($0, radix: 16) })
    }

    /// A transport that is connected to a board, and the desk that it lies on.
    private func connected(
        to profile: BoardProfile = .metaMotionS,
        _ work:
            @escaping @Sendable (SimulatedDesk, MetaWearBoard, any BLETransport) async throws ->
            Void
    ) async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(profile)
        nonisolated(unsafe) let found = board
        try await withVirtualTime(desk) {
            let transport = desk.radio.transport(to: found.identifier)
            try await transport.connect(to: found.identifier)
            try await work(desk, found, transport)
        }
    }

    private static func isFailure(_ error: (any Error)?, _ text: String) -> Bool {
        guard case .operationFailed(let why)? = error as? MWError else { return false }
        return why.contains(text)
    }

    // MARK: Scanning

    @Test func `a scan has names, signal strengths and manufacturer data`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let near = try desk.add(.metaMotionS)
        let far = try desk.add(.metaMotionRL)
        desk.air.move(far.address, to: 20)
        let identifiers = [near.identifier, far.identifier]
        let results = try await withVirtualTime(desk) {
            var results: [UUID: [ScanResult]] = [:]
            let scan = Task {
                for await result in desk.radio.scan() {
                    results[result.identifier, default: []].append(result)
                }
                return results
            }
            try await Task.sleep(for: .seconds(10))
            scan.cancel()
            return await scan.value
        }
        #expect(Set(results.keys) == Set(identifiers))
        for own in results.values {
            #expect(own.count > 5)
            #expect(own.allSatisfy { $0.name == "MetaWear" && (-127..<0).contains($0.rssi) })
        }
        let strengths = identifiers.map { id in results[id]?.first?.rssi ?? 0 }
        #expect(strengths[0] > strengths[1])
    }

    @Test func `a beacon's company is in front of its data`() async throws {
        try await connected { desk, board, transport in
            try await transport.write(
                Self.data("07 01 01"), to: MWUUIDs.command, type: .withoutResponse)
            try await transport.disconnect()
            for await result in desk.radio.scan() where result.manufacturerData != nil {
                #expect(result.manufacturerData?.prefix(4) == Self.data("4C 00 02 15"))
                #expect(result.identifier == board.identifier)
                return
            }
        }
    }

    @Test func `a scan by service passes on only boards that advertise it`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) {
            let transport = desk.radio.transport(to: board)
            let other = Task {
                for await _ in await transport.scan(for: [MWUUIDs.batteryService]) { return true }
                return false
            }
            for await result in await transport.scan(for: [MWUUIDs.service]) {
                #expect(result.identifier == board)
                break
            }
            try await Task.sleep(for: .seconds(5))
            other.cancel()
            #expect(await !other.value)
        }
    }

    @Test func `states are the present one and each change`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) {
            let watcher = Task {
                var states: [CBManagerState] = []
                for await state in desk.radio.states() {
                    states.append(state)
                    if states.count == 3 { break }
                }
                return states
            }
            let transport = desk.radio.transport(to: board)
            try await transport.connect(to: board)
            let values = await transport.notifications(from: MWUUIDs.notify)
            try await Task.sleep(for: .seconds(1))
            desk.radioState = .poweredOff
            let lost = await #expect(throws: MWError.self) { for try await _ in values {} }
            #expect(Self.isFailure(lost, "the link was lost"))
            let off = await #expect(throws: MWError.self) { try await transport.connect(to: board) }
            #expect(off.map { if case .bluetoothPoweredOff = $0 { true } else { false } } == true)
            try await Task.sleep(for: .seconds(1))
            desk.radioState = .poweredOn
            // The board notices by the supervision timeout that the host is gone.
            try await transport.connect(to: board)
            #expect(await watcher.value == [.poweredOn, .poweredOff, .poweredOn])
        }
    }

    @Test func `a scan that is started before the radio is on starts late`() async throws {
        let desk = SimulatedDesk()
        desk.radioState = .unknown
        let board = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) {
            let scan = Task {
                for await result in desk.radio.scan() { return result.identifier as UUID? }
                return nil
            }
            let transport = desk.radio.transport(to: board)
            let link = Task { try await transport.connect(to: board) }
            try await Task.sleep(for: .seconds(5))
            desk.radioState = .poweredOn
            #expect(await scan.value == board)
            try await link.value
        }
    }

    // MARK: Values

    @Test func `values are read and written, and samples arrive`() async throws {
        try await connected { _, _, transport in
            #expect(try await transport.read(from: MWUUIDs.modelNumber) == Data("8".utf8))
            #expect(try await transport.read(from: MWUUIDs.batteryLevel).count == 1)
            let rssi = try await transport.readRSSI()
            #expect((-127..<0).contains(rssi))
            let values = await transport.notifications(from: MWUUIDs.notify)
            for packet in Self.stream {
                try await transport.write(packet, to: MWUUIDs.command, type: .withoutResponse)
            }
            let start = ContinuousClock.now
            var count = 0
            for try await value in values {
                #expect(value.prefix(2) == Self.data("03 04"))
                count += 1
                if count == 200 { break }
            }
            #expect((.seconds(1.8)...(.seconds(2.2))).contains(ContinuousClock.now - start))
        }
    }

    /// Nothing is lost because it was written before notifications were on.
    @Test func `what is written is sent in the order of the calls`() async throws {
        try await connected { _, _, transport in
            let values = await transport.notifications(from: MWUUIDs.notify)
            var asked: [UInt8] = []
            for (index, module) in ([0x01, 0x02, 0x03, 0x05, 0x09, 0x0A, 0x0B, 0x0F] as [UInt8])
                .enumerated()
            {
                // Some of them are not waited for, but each begins before the next.
                let type: CBCharacteristicWriteType =
                    index % 3 == 1 ? .withResponse : .withoutResponse
                Task {
                    try await transport.write(
                        Data([module, 0x80]), to: MWUUIDs.command, type: type)
                }
                asked.append(module)
            }
            var answered: [UInt8] = []
            for try await value in values {
                answered.append(value[0])
                if answered.count == asked.count { break }
            }
            #expect(answered == asked)
        }
    }

    @Test func `a missing characteristic is an error that names it`() async throws {
        try await connected { _, _, transport in
            let missing = CBUUID(string: "2AFF")
            var errors: [(any Error)?] = []
            errors.append(
                await #expect(throws: MWError.self) { try await transport.read(from: missing) })
            for type in [CBCharacteristicWriteType.withResponse, .withoutResponse] {
                errors.append(
                    await #expect(throws: MWError.self) {
                        try await transport.write(Data([1]), to: missing, type: type)
                    })
            }
            errors.append(
                await #expect(throws: MWError.self) {
                    for try await _ in await transport.notifications(from: missing) {}
                })
            #expect(
                errors.count == 4
                    && errors.allSatisfy { Self.isFailure($0, "no characteristic 2AFF") })
            let long = await #expect(throws: MWError.self) {
                try await transport.write(
                    Data(count: 600), to: MWUUIDs.command, type: .withoutResponse)
            }
            #expect(Self.isFailure(long, "600 bytes do not fit"))
        }
    }

    @Test func `a second reading of the signal strength is refused`() async throws {
        try await connected { _, _, transport in
            async let first = transport.readRSSI()
            async let second = transport.readRSSI()
            var failures = 0
            do { _ = try await first } catch { failures += 1 }
            do { _ = try await second } catch { failures += 1 }
            #expect(failures == 1)
            _ = try await transport.readRSSI()
        }
    }

    // MARK: Ends

    @Test func `a link that is lost fails all that waits`() async throws {
        try await connected { desk, board, transport in
            let values = await transport.notifications(from: MWUUIDs.notify)
            try await Task.sleep(for: .seconds(1))
            desk.air.move(board.address, to: 10_000)
            let start = ContinuousClock.now
            let calls = [
                Task { _ = try await transport.read(from: MWUUIDs.batteryLevel) },
                Task { _ = try await transport.read(from: MWUUIDs.serialNumber) },
                Task {
                    try await transport.write(
                        Data([0x0F, 0x80]), to: MWUUIDs.command, type: .withResponse)
                },
                Task { for try await _ in values {} },
            ]
            for call in calls {
                let error = await #expect(throws: MWError.self) { try await call.value }
                #expect(Self.isFailure(error, "the link was lost"))
            }
            #expect(ContinuousClock.now - start <= .seconds(10))
            let late = await #expect(throws: MWError.self) { try await transport.readRSSI() }
            #expect(Self.isFailure(late, "not connected"))
            desk.air.move(board.address, to: 1)
            try await transport.connect(to: board.identifier)
            #expect(try await transport.read(from: MWUUIDs.batteryLevel).count == 1)
        }
    }

    @Test func `a wanted end finishes streams and fails the other calls`() async throws {
        try await connected { _, board, transport in
            let values = await transport.notifications(from: MWUUIDs.notify)
            let listener = Task { for try await _ in values {} }
            try await Task.sleep(for: .seconds(1))
            let read = Task { _ = try await transport.read(from: MWUUIDs.batteryLevel) }
            await Task.yield()
            try await transport.disconnect()
            try await listener.value
            let error = await #expect(throws: MWError.self) { try await read.value }
            #expect(Self.isFailure(error, "the transport was disconnected"))
            // Once more, and again.
            try await transport.disconnect()
            try await transport.connect(to: board.identifier)
            // Whoever connects again knows nothing of the link that is there: it ends, and a new one begins.
            let old = await transport.notifications(from: MWUUIDs.notify)
            try await transport.connect(to: board.identifier)
            for try await _ in old {}
            #expect(try await transport.read(from: MWUUIDs.batteryLevel).count == 1)
        }
    }

    /// A stream that is replaced ends; one that its consumer leaves turns notifications off.
    @Test func `a stream without a reader is turned off at the board`() async throws {
        try await connected { _, _, transport in
            let first = await transport.notifications(from: MWUUIDs.notify)
            let second = await transport.notifications(from: MWUUIDs.notify)
            for try await _ in first { Issue.record("the first stream was replaced") }
            let listener = Task {
                for try await value in second { return value.first }; return nil
            }
            try await transport.write(Data([1, 0x80]), to: MWUUIDs.command, type: .withoutResponse)
            #expect(try await listener.value == 1)
            try await Task.sleep(for: .seconds(1))
            // Nobody hears this answer.
            try await transport.write(Data([2, 0x80]), to: MWUUIDs.command, type: .withoutResponse)
            try await Task.sleep(for: .seconds(1))
            let third = await transport.notifications(from: MWUUIDs.notify)
            try await transport.write(Data([3, 0x80]), to: MWUUIDs.command, type: .withoutResponse)
            for try await value in third {
                #expect(value.first == 3)
                break
            }
        }
    }

    @Test func `disconnecting cancels an attempt`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS)
        desk.air.move(board.address, to: 10_000)
        let (id, address) = (board.identifier, board.address)
        try await withVirtualTime(desk) {
            let transport = desk.radio.transport(to: id)
            for delay in [Duration.zero, .milliseconds(1), .seconds(1), .seconds(100)] {
                let attempt = Task { try await transport.connect(to: id) }
                if delay == .zero { await Task.yield() } else { try await Task.sleep(for: delay) }
                try await transport.disconnect()
                let error = await #expect(throws: MWError.self) { try await attempt.value }
                #expect(Self.isFailure(error, "the transport was disconnected"))
            }
            desk.air.move(address, to: 1)
            try await transport.connect(to: id)
        }
    }

    @Test func `an unknown identifier is an error`() async throws {
        let desk = SimulatedDesk()
        try desk.add(.metaMotionS)
        try await withVirtualTime(desk) {
            let stranger = UUID(bluetoothAddress: "E1:00:00:00:00:99")
            let transport = desk.radio.transport(to: stranger)
            let error = await #expect(throws: MWError.self) {
                try await transport.connect(to: stranger)
            }
            #expect(Self.isFailure(error, "scan for it first"))
        }
    }

    // MARK: Cancellation

    /// A task is cancelled anywhere between connecting and the end; the transport can be used again.
    @Test func `a cancelled task leaves a transport that works`() async throws {
        let desk = SimulatedDesk(seed: 3)
        let id = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) {
            let transport = desk.radio.transport(to: id)
            var finished = 0
            for delay in stride(from: 0, to: 4000, by: 40) {
                let work = Task {
                    try await transport.connect(to: id)
                    let values = await transport.notifications(from: MWUUIDs.notify)
                    try await transport.write(
                        Data([1, 0x80]), to: MWUUIDs.command, type: .withResponse)
                    _ = try await transport.read(from: MWUUIDs.batteryLevel)
                    _ = try await transport.readRSSI()
                    for try await _ in values { break }
                    try await transport.disconnect()
                }
                try await Task.sleep(for: .milliseconds(delay))
                work.cancel()
                do {
                    try await work.value
                    finished += 1
                } catch is CancellationError {}
                try await transport.disconnect()
                try await transport.connect(to: id)
                #expect(try await transport.read(from: MWUUIDs.batteryLevel).count == 1)
                try await transport.disconnect()
            }
            #expect((1..<100).contains(finished))
        }
    }

    // MARK: Several boards

    @Test func `fifty boards stream at once`() async throws {
        let desk = SimulatedDesk(seed: 5)
        var identifiers: [UUID] = []
        for _ in 0..<50 { identifiers.append(try desk.add(.metaMotionRL).identifier) }
        let boards = identifiers
        let counts = try await withVirtualTime(desk) {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for board in boards {
                    group.addTask {
                        let transport = desk.radio.transport(to: board)
                        try await transport.connect(to: board)
                        let values = await transport.notifications(from: MWUUIDs.notify)
                        for packet in Self.stream {
                            try await transport.write(
                                packet, to: MWUUIDs.command, type: .withoutResponse)
                        }
                        let listener = Task {
                            try await values.reduce(into: 0) { count, _ in count += 1 }
                        }
                        try await Task.sleep(for: .seconds(2))
                        try await transport.disconnect()
                        return try await listener.value
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(counts.count == 50 && counts.allSatisfy { (170...210).contains($0) }, "\(counts)")
    }
}
