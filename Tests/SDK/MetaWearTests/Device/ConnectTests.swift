import Foundation
import MetaWear
import Testing
import VirtualTime

@Suite struct ConnectTests {
    private static func makeDevice(
        _ transport: any BLETransport
    ) -> MetaWearDevice { MetaWearDevice(identifier: UUID(), transport: transport) }

    @Test func `a connection reads the information, asks every module and takes the time`()
        async throws
    {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            try await device.connect()
            #expect(await device.state == .idle)
            #expect(await device.deviceInfo?.model == .motionS)
            #expect(await device.modules.count == MWModule.allCases.count)
            #expect(await device.moduleInfo(for: .humidity)?.isPresent == true)
            #expect(await device.hasGyroscope)
            let asked = await transport.written.map(\.hex)
            #expect(Set(asked).count == MWModule.allCases.count + 1)
            #expect(asked.last == "0b 84")
            // 1000 ticks before now.
            let start = try #require(await device.captureBoardState()?.logReferenceDate)
            #expect(abs(Date.now.timeIntervalSince(start) - 1.464_843_75) < 1e-6)
        }
    }

    @Test func `what is known of a board is not asked again`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            try await device.connect()
            let state = try #require(await device.captureBoardState())
            try await device.disconnect()
            #expect(await device.state == .disconnected)
            #expect(await device.modules.isEmpty == false)

            // The same process, and another one that has kept the state.
            let restored = Self.makeDevice(transport)
            try await restored.restoreBoardState(try .decode(state.encode()))
            for device in [device, restored] {
                await transport.forget()
                try await device.connect()
                #expect(await transport.written.map(\.hex) == ["0b 84"])
                #expect(await device.state == .idle)
                await #expect(throws: MWError.self) { try await device.restoreBoardState(state) }
                try await device.disconnect()
            }
            // Other firmware may have other modules.
            await transport.setInformation(MWUUIDs.firmwareRevision, "1.7.4")
            await transport.forget()
            try await restored.connect()
            #expect(await transport.written.count == MWModule.allCases.count + 1)
        }
    }

    @Test func `a module that does not answer fails the connection after five seconds`()
        async throws
    {
        try await withVirtualTime {
            let mock = MockBLETransport()
            for (characteristic, text) in AnsweringTransport.metaMotionS {
                await mock.respond(Data(text.utf8), for: characteristic)
            }
            let device = Self.makeDevice(mock)
            let start = ContinuousClock.now
            let error = await #expect(throws: MWError.self) { try await device.connect() }
            #expect(ContinuousClock.now - start == .seconds(5))
            guard case .timeout = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(await device.state == .disconnected)
        }
    }

    @Test func `a second attempt is refused and does not harm the first`() async throws {
        try await withVirtualTime {
            let mock = MockBLETransport()
            await mock.setConnectDelay(.milliseconds(50))
            await mock.setConnectError(MWError.bluetoothPoweredOff)
            let device = Self.makeDevice(mock)
            let first = Task { try await device.connect() }
            try await Task.sleep(for: .milliseconds(10))
            #expect(await device.state == .connecting)
            let error = await #expect(throws: MWError.self) { try await device.connect() }
            #expect("\(try #require(error).localizedDescription)".hasPrefix("Invalid state: "))
            let original = await #expect(throws: MWError.self) { try await first.value }
            guard case .bluetoothPoweredOff = original else {
                Issue.record("\(String(describing: original))")
                return
            }
            #expect(await device.state == .disconnected)
        }
    }

    @Test func `disconnect ends an attempt`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            await transport.stickWhenConnecting()
            let device = Self.makeDevice(transport)
            let attempt = Task { try await device.connect() }
            try await Task.sleep(for: .seconds(1))
            try await device.disconnect()
            await #expect(throws: MWError.self) { try await attempt.value }
            #expect(await device.state == .disconnected)
        }
    }

    @Test func `a cancelled attempt leaves no link`() async throws {
        // At every moment of the attempt, by the number of answers that came before.
        for answers in 0...MWModule.allCases.count {
            try await withVirtualTime {
                let transport = AnsweringTransport()
                await transport.failWrites(after: Int.max)
                let device = Self.makeDevice(transport)
                let attempt = Task { try await device.connect() }
                for _ in 0..<answers { await Task.yield() }
                attempt.cancel()
                let result = await attempt.result
                switch result {
                case .success:
                    #expect(await device.state == .idle)
                case .failure:
                    #expect(await device.state == .disconnected)
                    #expect(await transport.isConnected == false)
                    try await device.connect()
                    #expect(await device.state == .idle)
                }
            }
        }
    }

    @Test func `a lost link is reported once, and all that waits fails`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            let losses = Losses()
            await device.onLoss { _ in losses.add() }
            try await device.connect()
            let stream = try await device.startStream(MWAccelerometerBMI270())
            let battery = Task { try await device.readBattery() }
            try await Task.sleep(for: .milliseconds(1))
            await transport.loseLink()
            await #expect(throws: MWError.self) { try await battery.value }
            await #expect(throws: MWError.self) { for try await _ in stream {} }
            #expect(await device.state == .disconnected)
            #expect(losses.count == 1)
            #expect(await device.captureBoardState()?.logReferenceDate == nil)
            try await device.connect()
            try await device.disconnect()
            #expect(losses.count == 1)
        }
    }

    @Test func `an error of the radio does not keep a device connected`() async throws {
        try await withVirtualTime {
            let mock = MockBLETransport()
            await mock.setDisconnectError(MWError.operationFailed("stuck"))
            let device = Self.makeDevice(mock)
            await #expect(throws: MWError.self) { try await device.disconnect() }
            #expect(await device.state == .disconnected)
        }
    }

    @Test func `a factory reset that fails leaves a device that notices a lost link`() async throws
    {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            let losses = Losses()
            await device.onLoss { _ in losses.add() }
            try await device.connect()
            await transport.failWrites(after: 2)
            await #expect(throws: MWError.self) { try await device.factoryReset() }
            #expect(await device.state == .idle)
            await transport.loseLink()
            try await Task.sleep(for: .milliseconds(1))
            #expect(await device.state == .disconnected)
            #expect(losses.count == 1)
        }
    }

    @Test func `an end that was asked for is no surprise`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            let losses = Losses()
            await device.onLoss { _ in losses.add() }
            await #expect(throws: MWError.self) {
                try await device.sendExpectingDisconnect(MWDebug.Reset())
            }
            try await device.connect()
            let stream = try await device.startStream(MWAccelerometerBMI270())
            await transport.forget()
            // The board is faster than the write.
            await transport.loseLink(afterWriting: Data([0xFE, 0x01]))
            let start = ContinuousClock.now
            try await device.sendExpectingDisconnect(MWDebug.Reset())
            #expect(ContinuousClock.now - start < .seconds(1))
            #expect(await transport.written.map(\.hex) == ["fe 01"])
            #expect(await device.state == .disconnected)
            #expect(await device.captureBoardState()?.logReferenceDate == nil)
            await #expect(throws: MWError.self) { for try await _ in stream {} }
            #expect(losses.count == 0)
            // The next connection is lost unexpectedly again.
            try await device.connect()
            await transport.loseLink()
            try await Task.sleep(for: .milliseconds(1))
            #expect(losses.count == 1)
        }
    }

    @Test func `a board that keeps the link is left`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            let losses = Losses()
            await device.onLoss { _ in losses.add() }
            for (timeout, seconds) in [(nil, 5), (Duration.seconds(2), 2)] {
                try await device.connect()
                let start = ContinuousClock.now
                if let timeout {
                    try await device.sendExpectingDisconnect(MWDebug.Reset(), timeout: timeout)
                } else {
                    try await device.sendExpectingDisconnect(MWDebug.Reset())
                }
                #expect(ContinuousClock.now - start == .seconds(seconds))
                #expect(await device.state == .disconnected)
                #expect(await !transport.isConnected)
            }
            #expect(losses.count == 0)
        }
    }

    @Test func `after a write that failed a lost link is reported again`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            let losses = Losses()
            await device.onLoss { _ in losses.add() }
            try await device.connect()
            await transport.failWrites(after: 0)
            await #expect(throws: MWError.self) {
                try await device.sendExpectingDisconnect(MWDebug.Reset())
            }
            #expect(await device.state == .idle)
            await transport.loseLink()
            try await Task.sleep(for: .milliseconds(1))
            #expect(losses.count == 1)
        }
    }

    @Test func `who waits for an end can be cancelled, and hang up`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            let losses = Losses()
            await device.onLoss { _ in losses.add() }
            try await device.connect()
            let waiting = Task { try await device.sendExpectingDisconnect(MWDebug.Reset()) }
            try await Task.sleep(for: .seconds(1))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(await device.state == .idle)
            // The board ends the link all the same.
            await transport.loseLink()
            try await Task.sleep(for: .milliseconds(1))
            #expect(await device.state == .disconnected && losses.count == 0)

            try await device.connect()
            let other = Task { try await device.sendExpectingDisconnect(MWDebug.Reset()) }
            try await Task.sleep(for: .seconds(1))
            try await device.disconnect()
            try await other.value
            #expect(losses.count == 0)
        }
    }

    @Test func `a factory reset writes eight packets and forgets the log`() async throws {
        try await withVirtualTime {
            let transport = AnsweringTransport()
            let device = Self.makeDevice(transport)
            await #expect(throws: MWError.self) { try await device.factoryReset() }
            try await device.connect()
            await transport.forget()
            try await device.factoryReset()
            #expect(
                await transport.written.map(\.hex) == [
                    "0b 01 00", "0b 09 ff ff ff ff", "0b 0a", "0a 05", "09 08", "0f 08", "fe 05",
                    "fe 01",
                ])
            #expect(await device.state == .disconnected)
            #expect(await device.modules.isEmpty == false)
        }
    }
}

/// Counts calls from any task.
final class Losses: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    var count: Int { lock.withLock { value } }
    func add() { lock.withLock { value += 1 } }
}

extension MetaWearDevice {
    func onLoss(_ call: @escaping @Sendable (any Error) -> Void) { onUnexpectedDisconnect = call }
}

extension MockBLETransport {
    func respond(_ data: Data, for characteristic: CBUUID) { readResponses[characteristic] = data }
}
