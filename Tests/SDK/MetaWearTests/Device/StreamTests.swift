import Foundation
import MetaWear
import Testing
import VirtualTime

@Suite struct StreamTests {
    private static func connected(
        _ answers: @escaping AnsweringTransport.Answers = { _ in [] }
    ) async throws -> (MetaWearDevice, AnsweringTransport) {
        let transport = AnsweringTransport(answers)
        let device = MetaWearDevice(identifier: UUID(), transport: transport)
        try await device.connect()
        await transport.forget()
        return (device, transport)
    }

    @Test func `a stream configures, subscribes, enables and starts, and stops in the end`()
        async throws
    {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g2)
            let stream = try await device.startStream(sensor)
            #expect(await device.state == .streaming)
            await transport.notify([0x03, 0x05] + [UInt8](repeating: 0x10, count: 18))
            await transport.notify([0x03, 0x04, 0, 0, 0, 0, 0, 0])  // Not what was asked for.
            await Task.yield()
            try await device.stopStreaming(sensor)
            var samples: [Timestamped<CartesianFloat>] = []
            for try await sample in stream { samples.append(sample) }
            #expect(samples.count == 3)
            #expect(samples.first?.value.x == Float(0x1010) / 16384)
            #expect(
                await transport.written.map(\.hex) == [
                    "03 03 a8 00", "03 05 01", "03 02 01 00", "03 01 01", "03 01 00",
                    "03 02 00 01", "03 04 00", "03 05 00",
                ])
            #expect(await device.state == .idle)
        }
    }

    @Test func `no sample is lost between the subscription and the start`() async throws {
        try await withVirtualTime {
            // A board that sends at once.
            let (device, _) = try await Self.connected { packet in
                packet == Data([0x01, 0x01, 0x01]) ? [Data([0x01, 0x01, 0x01])] : []
            }
            var presses = try await device.startStream(MWSwitch()).makeAsyncIterator()
            #expect(try await presses.next()?.value == true)
        }
    }

    @Test func `streams that need the same chip are refused`() async throws {
        try await withVirtualTime {
            let (device, _) = try await Self.connected()
            let acceleration = MWAccelerometerBMI270()
            let rotation = MWGyroscopeBMI270()
            let fusion = MWSensorFusionQuaternion(chip: .bmi270)
            _ = try await device.startStream(acceleration)
            _ = try await device.startStream(rotation)
            await Self.refused { _ = try await device.startStream(acceleration) }
            await Self.refused { _ = try await device.startStream(acceleration, usePacked: false) }
            await Self.refused { _ = try await device.startStream(fusion) }
            await Self.refused { try await device.prepareSignalSource(fusion) }
            try await device.stopStreaming(acceleration)
            #expect(await device.state == .streaming)
            try await device.stopStreaming(rotation)
            #expect(await device.state == .idle)
            _ = try await device.startStream(fusion)
            await Self.refused { _ = try await device.startStream(acceleration) }
            await Self.refused {
                _ = try await device.startStream(MWSensorFusionEuler(mode: .imuPlus, chip: .bmi270))
            }
        }
    }

    private static func refused(_ call: () async throws -> Void) async {
        let error = await #expect(throws: MWError.self) { try await call() }
        guard case .invalidState = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a second output of the fusion is added to the first`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let first = MWSensorFusionQuaternion(chip: .bmi270)
            let second = MWSensorFusionGravity(chip: .bmi270)
            _ = try await device.startStream(first)
            await transport.forget()
            _ = try await device.startStream(second)
            #expect(await transport.written.map(\.hex) == ["19 09 01", "19 03 20 00"])
            await transport.forget()
            try await device.stopStreaming(first)
            #expect(await transport.written.map(\.hex) == ["19 03 00 08", "19 07 00"])
            #expect(await device.state == .streaming)
            await transport.forget()
            try await device.stopStreaming(second)
            #expect(await transport.written.map(\.hex).contains("19 01 00"))
            #expect(await device.state == .idle)
        }
    }

    @Test(arguments: 0..<4)
    func `a write that fails leaves the device idle and the next start works`(writes: Int)
        async throws
    {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            await transport.failWrites(after: writes)
            let sensor = MWAccelerometerBMI270()
            await #expect(throws: MWError.self) { _ = try await device.startStream(sensor) }
            #expect(await device.state == .idle)
            await transport.failWrites(after: Int.max)
            _ = try await device.startStream(sensor)
            #expect(await device.state == .streaming)
        }
    }

    @Test func `a start that is cancelled stops the sensor again`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let sensor = MWMagnetometer()
            let start = Task { _ = try await device.startStream(sensor) }
            try await Task.sleep(for: .milliseconds(100))  // In the middle of the warm-up.
            start.cancel()
            await #expect(throws: CancellationError.self) { try await start.value }
            #expect(await device.state == .idle)
            #expect(
                await transport.written.map(\.hex) == [
                    "15 01 00", "15 01 00", "15 02 00 01", "15 09 00",
                ])
        }
    }

    @Test func `calls that start and stop take turns`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let sensor = MWMagnetometer()
            async let start = device.startStream(sensor)
            try await Task.sleep(for: .milliseconds(100))
            try await device.stopStreaming(sensor)
            for try await _ in try await start {}
            #expect(await device.state == .idle)
            #expect(await transport.written.last?.hex == "15 09 00")
        }
    }

    @Test func `a stop stops the sensor also if its caller is cancelled`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let sensor = MWAccelerometerBMI270()
            let stream = try await device.startStream(sensor)
            await transport.forget()
            let view = Task {
                for try await _ in stream {}
                try await device.stopStreaming(sensor)
            }
            await Task.yield()
            view.cancel()
            _ = await view.result
            #expect(await device.state == .idle)
            #expect(
                await transport.written.map(\.hex) == [
                    "03 01 00", "03 02 00 01", "03 04 00", "03 05 00",
                ])
        }
    }

    @Test func `a start that sleeps through a new connection writes nothing to it`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let start = Task { try await device.startStream(MWMagnetometer()) }
            try await Task.sleep(for: .milliseconds(50))
            try await device.disconnect()
            try await device.connect()
            await transport.forget()
            await #expect(throws: MWError.self) { _ = try await start.value }
            #expect(await transport.written.isEmpty)
            #expect(await device.state == .idle)
        }
    }

    @Test func `a start during a disconnection ends with it`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            await transport.takeTimeToDisconnect(.seconds(1))
            let end = Task { try await device.disconnect() }
            try await Task.sleep(for: .milliseconds(100))
            let sensor = MWAccelerometerBMI270()
            let start = Task { try await device.startStream(sensor) }
            try await end.value
            if case .success(let stream) = await start.result {
                await #expect(throws: MWError.self) { for try await _ in stream {} }
            }
            try await device.connect()
            _ = try await device.startStream(sensor)
            #expect(await device.state == .streaming)
        }
    }

    @Test func `unread samples are dropped from the oldest on, and counted`()
        async throws
    {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            await device.keep(10)
            let sensor = MWAccelerometerBMI270()
            let stream = try await device.startStream(sensor, usePacked: false)
            for i in 0..<25 { await transport.notify([0x03, 0x04, UInt8(i), 0, 0, 0, 0, 0]) }
            try await Task.sleep(for: .milliseconds(1))
            #expect(await device.droppedSamples == 15)
            try await device.stopStreaming(sensor)
            var kept: [Float] = []
            for try await sample in stream { kept.append(sample.value.x * 16384) }
            #expect(kept == (15..<25).map(Float.init))
        }
    }

    @Test func `a packet that is too short ends its stream with an error`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let stream = try await device.startStream(MWAccelerometerBMI270(), usePacked: false)
            await transport.notify([0x03, 0x04, 1])
            await #expect(throws: MWError.self) { for try await _ in stream {} }
            try await device.stopStreaming(MWAccelerometerBMI270())
            #expect(await device.state == .idle)
        }
    }

    @Test func `a poll reads at once and after each interval`() async throws {
        try await withVirtualTime {
            let (device, _) = try await Self.connected { packet in
                packet == Data([0x11, 0x8C]) ? [Data([0x11, 0x8C, 80, 0xA0, 0x0F])] : []
            }
            let start = ContinuousClock.now
            var times: [Duration] = []
            for try await battery in device.poll(
                MWSettings.ReadBatteryState(), every: .seconds(30))
            {
                #expect(battery.value.charge == 80)
                #expect(battery.value.voltage == 4000)
                times.append(ContinuousClock.now - start)
                if times.count == 3 { break }
            }
            #expect(times == [.zero, .seconds(30), .seconds(60)])
        }
    }
}

extension MetaWearDevice {
    func keep(_ samples: Int) { streamCapacity = samples }
}
