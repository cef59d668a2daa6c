import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Answers and packets find those who wait for them.
@Suite struct RouterTests {
    private static func started() async -> (MWProtocolLayer, MockBLETransport) {
        let mock = MockBLETransport()
        let router = MWProtocolLayer(transport: mock)
        await router.start()
        return (router, mock)
    }

    private static func inject(_ mock: MockBLETransport, _ hex: String) async {
        await mock.inject(notification: Data(hex: hex), to: MWUUIDs.notify)
    }

    @Test func `readers of one register get the answers in their order`() async throws {
        try await withVirtualTime {
            let (router, mock) = await Self.started()
            async let first = router.read(.gpio, 0x08, 1)
            try await Task.sleep(for: .milliseconds(1))
            async let second = router.read(.gpio, 0x08, 2)
            try await Task.sleep(for: .milliseconds(1))
            await Self.inject(mock, "05 88 01 00")
            await Self.inject(mock, "05 88 02 01")
            #expect(try await first.hex == "05 88 01 00")
            #expect(try await second.hex == "05 88 02 01")
            #expect(await mock.writtenCommands.map(\.hex) == ["05 88 01", "05 88 02"])
        }
    }

    @Test func `an unanswered read times out and takes no other's answer`() async throws {
        try await withVirtualTime {
            let (router, mock) = await Self.started()
            let start = ContinuousClock.now
            let late = Task { try await router.read(.settings, 0x0C) }
            async let other = router.read(.switch_, 0x01)
            try await Task.sleep(for: .seconds(1))
            await Self.inject(mock, "01 81 01")
            #expect(try await other.hex == "01 81 01")
            await #expect(throws: MWError.self) { try await late.value }
            #expect(ContinuousClock.now - start == .seconds(5))
            // Too late: dropped, not kept for the next one.
            await Self.inject(mock, "11 8c 01 00 00")
            try await Task.sleep(for: .milliseconds(1))
            async let next = router.read(.settings, 0x0C)
            try await Task.sleep(for: .milliseconds(1))
            await Self.inject(mock, "11 8c 02 00 00")
            #expect(try await next.hex == "11 8c 02 00 00")
        }
    }

    @Test func `answers to reads do not reach streams, and packets do not answer reads`()
        async throws
    {
        try await withVirtualTime {
            let (router, mock) = await Self.started()
            let stream = await router.subscribe(to: .accelerometer, register: 0x04)
            async let read = router.read(.accelerometer, 0x04)
            try await Task.sleep(for: .milliseconds(1))
            await Self.inject(mock, "03 04 01")
            await Self.inject(mock, "03 84 02")
            await Self.inject(mock, "03")
            await Self.inject(mock, "03 04 03")
            #expect(try await read.hex == "03 84 02")
            await router.unsubscribe(from: .accelerometer, register: 0x04)
            var packets: [String] = []
            for try await packet in stream { packets.append(packet.hex) }
            #expect(packets == ["03 04 01", "03 04 03"])
        }
    }

    @Test func `an unread stream keeps the newest 256 packets`() async throws {
        try await withVirtualTime {
            let (router, mock) = await Self.started()
            let stream = await router.subscribe(to: .accelerometer, register: 0x04)
            for i in 0..<300 {
                await mock.inject(
                    notification: Data([3, 4, UInt8(i & 0xFF), UInt8(i >> 8)]), to: MWUUIDs.notify)
            }
            try await Task.sleep(for: .milliseconds(1))
            await router.unsubscribe(from: .accelerometer, register: 0x04)
            var packets: [Data] = []
            for try await packet in stream { packets.append(packet) }
            #expect(packets.count == 256)
            #expect(packets.first == Data([3, 4, 44, 0]))
        }
    }

    @Test func `stopping fails what waits and ends streams with an error`() async throws {
        try await withVirtualTime {
            let (router, _) = await Self.started()
            let stream = await router.subscribe(to: .accelerometer, register: 0x04)
            let read = Task { try await router.read(.settings, 0x0C) }
            try await Task.sleep(for: .milliseconds(1))
            await router.stop()
            await #expect(throws: MWError.self) { try await read.value }
            await #expect(throws: MWError.self) { for try await _ in stream {} }
        }
    }

    @Test func `a cancelled read ends at once and does not disturb the others`() async throws {
        try await withVirtualTime {
            let (router, mock) = await Self.started()
            let first = Task { try await router.read(.settings, 0x0C) }
            try await Task.sleep(for: .milliseconds(1))
            async let second = router.read(.settings, 0x0C)
            try await Task.sleep(for: .milliseconds(1))
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            await Self.inject(mock, "11 8c 01 00 00")
            #expect(try await second.hex == "11 8c 01 00 00")
            let before = await mock.writtenCommands.count
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await router.read(.settings, 0x0C)
            }
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            #expect(await mock.writtenCommands.count == before)
        }
    }

    @Test func `plain commands have no response, packets of macros have one`() async throws {
        try await withVirtualTime {
            let (router, mock) = await Self.started()
            try await router.write(Data([2, 1, 1]))
            try await router.writeMacro(Data([0x0F, 4]))
            let written = await mock.writtenData
            #expect(written.map(\.1) == [MWUUIDs.command, MWUUIDs.command])
            #expect(written.map(\.2) == [.withoutResponse, .withResponse])
        }
    }

    @Test func `packets leave in the order of the calls, however long each takes`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            try await transport.connect(to: UUID())
            await transport.slowDown { .milliseconds($0.last == 0 ? 100 : 1) }
            let router = MWProtocolLayer(transport: transport)
            let writes = Task {
                await withTaskGroup(of: Void.self) { group in
                    for i in 0..<10 {
                        group.addTask {
                            try? await Task.sleep(for: .milliseconds(i))
                            try? await router.write(Data([9, UInt8(i)]))
                        }
                    }
                }
            }
            await writes.value
            #expect(await transport.written.map { $0[1] } == Array(0..<10))
        }
    }
}
