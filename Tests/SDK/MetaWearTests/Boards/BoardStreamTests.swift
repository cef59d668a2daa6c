import Checkout
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Testing
import VirtualRadio

/// Streams of every sensor, from simulated boards with their real firmware and noise.
@Suite struct BoardStreamTests {
    @Test(arguments: testedModels)
    func `every model connects, and what it has can be read`(profile: BoardProfile) async throws {
        try await withBoard(profile) { _, device in
            try await device.connect()
            #expect(await device.state == .idle)
            let information = try #require(await device.deviceInfo)
            #expect(information.manufacturer == "MbientLab Inc")
            #expect(!information.firmwareRevision.isEmpty)
            #expect(await device.moduleInfo(for: .settings)?.isPresent == true)
            // The settings of old firmware have no battery.
            if let settings = await device.moduleInfo(for: .settings), settings.revision >= 3 {
                let battery = try await device.readBattery()
                #expect((1...100).contains(battery.charge))
                #expect((2500...4400).contains(battery.voltage))
            }
            let thermometers =
                await device.moduleInfo(for: .temperature)?.thermometers ?? []
            // That of the barometer measures while the barometer runs.
            for (channel, source) in thermometers.enumerated() where source != .bmp280 {
                #expect(try await device.readTemperature(channel: UInt8(channel)).isFinite)
            }
            #expect((-127...20).contains(try await device.readRSSI()))
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionR], [true, false])
    func `acceleration at rest is one g, at the rate that was asked for`(
        profile: BoardProfile, isPacked: Bool
    ) async throws {
        try await withBoard(profile) { _, device in
            try await device.connect()
            let sensor = try #require(await device.makeAccelerometer(odrHz: 100, rangeG: 4))
            let stream = try await device.startStream(sensor, usePacked: isPacked)
            let samples = try await collect(stream, for: .seconds(10))
            try await device.stopStreaming(sensor)
            #expect((960...1040).contains(samples.count))
            #expect(abs(samples.mean(\.value.z) - 1) < 0.08)
            #expect(abs(samples.mean(\.value.x)) < 0.08)
            #expect(await device.droppedSamples == 0)
            #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
        }
    }

    @Test(arguments: [
        BoardProfile.metaMotionS, .metaMotionRL, .metaMotionR, .metaMotionC, .metaWearRG,
        .metaWearRPro,
    ])
    func `a turntable's rate is what the gyroscope gives`(profile: BoardProfile) async throws {
        let spin = Spin(rate: 3, axis: Vector3(0, 0, 1), duration: 60, ramp: 0.5)
        try await withBoard(profile, moving: [.spin(spin)]) { _, device in
            try await device.connect()
            let sensor = try #require(await device.makeGyroscope(odrHz: 100, rangeDPS: 500))
            try await Task.sleep(for: .seconds(1))
            let stream = try await device.startStream(sensor)
            let samples = try await collect(stream, for: .seconds(5))
            try await device.stopStreaming(sensor)
            #expect((460...530).contains(samples.count))
            #expect(abs(samples.mean(\.value.z) - 3 * 180 / .pi) < 4)
        }
    }

    @Test func `the surroundings are measured in their units`() async throws {
        try await withBoard(.metaMotionR) { desk, device in
            desk.environment.pressure = Course(98_700)
            desk.environment.illuminance = Course(250)
            try await device.connect()
            let pressure = try await device.startStream(
                MWBarometer(oversampling: .high, iirFilter: .off, standbyTime: .ms62_5))
            let pascal = try await collect(pressure, for: .seconds(3))
            #expect(abs(pascal.mean(\.value) - 98_700) < 300)
            try await device.stopStreaming(MWBarometer())

            let altimeter = MWAltimeter()
            let metres = try await collect(
                try await device.startStream(altimeter), for: .seconds(1))
            #expect(abs(metres.mean(\.value) - 221) < 30)
            try await device.stopStreaming(altimeter)

            let light = MWAmbientLight(gain: .x1, integrationTime: .ms100, measurementRate: .ms100)
            let values = try await collect(try await device.startStream(light), for: .seconds(3))
            #expect(values.count > 10)
            #expect(abs(values.mean { MWAmbientLight.lux(from: $0.value) } - 250) < 40)
            try await device.stopStreaming(light)

            let magnetometer = MWMagnetometer(preset: .regular)
            let field = try await collect(
                try await device.startStream(magnetometer), for: .seconds(3))
            #expect(field.count > 20)
            let strength = field.mean {
                ($0.value.x * $0.value.x + $0.value.y * $0.value.y + $0.value.z * $0.value.z)
                    .squareRoot()
            }
            #expect((15...120).contains(strength))
            try await device.stopStreaming(magnetometer)
            #expect(await device.state == .idle)
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionR])
    func `the fusion gives gravity, quaternion and heading together`(profile: BoardProfile)
        async throws
    {
        try await withBoard(profile, allowing: ["MW-SENS-06", "MW-SENS-09"]) { _, device in
            try await device.connect()
            let chip = try #require(
                MWSensorFusionChip(
                    gyroImpl: await device.moduleInfo(for: .gyro)?.implementation ?? 0xFF))
            let gravity = MWSensorFusionGravity(mode: .ndof, chip: chip)
            let quaternion = MWSensorFusionQuaternion(mode: .ndof, chip: chip)
            let euler = MWSensorFusionEuler(mode: .ndof, chip: chip)
            let first = try await device.startStream(gravity)
            let second = try await device.startStream(quaternion)
            let third = try await device.startStream(euler)
            async let gravities = collect(first, for: .seconds(5))
            async let quaternions = collect(second, for: .seconds(5))
            async let angles = collect(third, for: .seconds(5))
            let (g, q, e) = try await (gravities, quaternions, angles)
            // Three streams share 100 packets a second, at an interval of 30 ms.
            #expect((150..<500).contains(g.count))
            #expect(abs(g.mean(\.value.z) - 1) < 0.05)
            #expect(q.suffix(100).allSatisfy { abs($0.value.w) <= 1 })
            #expect(abs(e.suffix(100).mean(\.value.pitch)) < 5)
            try await device.stopStreaming(quaternion)
            #expect(await device.state == .streaming)
            try await device.stopStreaming(gravity)
            try await device.stopStreaming(euler)
            #expect(await device.state == .idle)
        }
    }

    @Test func `a press of the button is streamed`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            let stream = try await device.startStream(MWSwitch())
            async let presses = collect(stream, for: .seconds(3))
            try await Task.sleep(for: .seconds(1))
            desk.boards[0].setButton(pressed: true)
            try await Task.sleep(for: .milliseconds(500))
            desk.boards[0].setButton(pressed: false)
            #expect(try await presses.map(\.value) == [true, false])
            try await device.stopStreaming(MWSwitch())
        }
    }

    @Test func `a link that is lost ends the stream with an error, and the device works again`()
        async throws
    {
        try await withBoard { desk, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270()
            let stream = try await device.startStream(sensor)
            let reader = Task {
                var count = 0
                for try await _ in stream { count += 1 }
                return count
            }
            try await Task.sleep(for: .seconds(2))
            desk.air.move(desk.boards[0].address, to: 10_000)
            await #expect(throws: MWError.self) { try await reader.value }
            #expect(await device.state == .disconnected)
            await #expect(throws: MWError.self) { try await device.send(MWLED.Play()) }
            desk.air.move(desk.boards[0].address, to: 1)
            try await device.connect()
            let again = try await collect(
                try await device.startStream(sensor), for: .seconds(1))
            #expect(again.count > 80)
            try await device.stopStreaming(sensor)
        }
    }

    @Test func `what was sent before a disconnection arrives`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            for pin in UInt8(0)..<20 { try await device.send(MWGPIO.SetHigh(pin: pin % 4)) }
            try await device.send(MWSettings.SetDeviceName("Renamed"))
            try await device.disconnect()
            #expect(await device.state == .disconnected)
            for await result in desk.radio.scan() {
                #expect(result.name == "Renamed")
                break
            }
        }
    }

    /// From the first write of the start to the last of the stop.
    @Test(.slow, arguments: 0..<60)
    func `a link that is lost at any moment of a stream fails all that waits`(step: Int)
        async throws
    {
        // The link may be lost between the subscription and the start.
        try await withBoard(allowing: ["MW-STRM-01"]) { desk, device in
            try await device.connect()
            let sensor = MWMagnetometer(preset: .regular)
            let use = Task {
                let stream = try await device.startStream(sensor)
                async let battery = device.readBattery()
                let count = try await collect(stream, for: .milliseconds(200)).count
                _ = try await battery
                try await device.stopStreaming(sensor)
                return count
            }
            try await Task.sleep(for: .milliseconds(10 * step + 1))
            desk.radioState = .poweredOff
            let result = await use.result
            if case .success = result {
                // It had ended; nobody waited for the link.
                #expect(step >= 40)
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(await device.state == .disconnected)
            desk.radioState = .poweredOn
            try await device.connect()
            let stream = try await device.startStream(sensor)
            #expect(try await !collect(stream, for: .seconds(2)).isEmpty)
            try await device.stopStreaming(sensor)
            #expect(await device.state == .idle)
        }
    }

    @Test func `a released device closes its link`() async throws {
        try await withBoard(allowing: ["MW-SUB-04"]) { desk, other in
            do {
                let device = MetaWearDevice(
                    identifier: other.identifier,
                    transport: desk.radio.transport(to: other.identifier))
                try await device.connect()
                _ = try await device.startStream(MWAccelerometerBMI270())
            }
            try await Task.sleep(for: .seconds(1))
            try await other.connect()
            #expect(await other.state == .idle)
        }
    }

    @Test func `a device connects right after a factory reset`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            try await device.factoryReset()
            try await device.connect()
            #expect(await device.state == .idle)
            #expect(try await device.readBattery().charge > 0)
        }
    }
}
