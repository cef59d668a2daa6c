import Checkout
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Simulation
import Testing

/// The log of simulated boards.
@Suite struct BoardLogTests {
    private static let moves: [Move] = [
        .swing(Swing(amplitude: 0.6, frequency: 0.5, cycles: 30, radius: 0))
    ]

    /// The models whose accelerometer the SDK knows.
    @Test(
        .slow,
        arguments: [
            BoardProfile.metaMotionS, .metaMotionRL, .metaMotionR, .metaMotionC, .metaWearRG,
            .metaWearRPro, .metaWearC, .metaWearCPro,
        ])
    func `logged samples are the true motion, at the times of their ticks`(profile: BoardProfile)
        async throws
    {
        try await withBoard(profile, moving: Self.moves) { desk, device in
            try await device.connect()
            let sensor = try #require(await device.makeAccelerometer(odrHz: 50, rangeG: 4))
            try await device.startLogging(sensor)
            try await Task.sleep(for: .seconds(20))
            try await device.stopLogging(sensor)
            var parts = 0
            var samples: [MWLoggedSample<CartesianFloat>] = []
            for try await part in try await device.downloadLogs(sensor) {
                parts += 1
                samples = part.data
            }
            #expect(parts > 2)
            #expect((950...1050).contains(samples.count))
            let truth = try ScriptedBody(Self.moves)
            var square = 0.0
            for sample in samples {
                let at = Instant.zero + Nanoseconds(Int64(sample.tickMs * 1e6))
                let g = truth.specificForce(at: at) * (1 / standardGravity)
                square += pow(Double(sample.value.x) - g.x, 2)
                square += pow(Double(sample.value.y) - g.y, 2)
                square += pow(Double(sample.value.z) - g.z, 2)
            }
            // A specimen's own offset is up to 0.04 g.
            #expect((square / Double(3 * samples.count)).squareRoot() < 0.07)
            // The board was switched on at the beginning of the world.
            let boot = try #require(samples.first).date.addingTimeInterval(
                -(samples[0].tickMs / 1000))
            #expect(abs(boot.timeIntervalSince1970 - 1_767_225_600) < 0.5)
            try await device.clearLog()
            #expect(try await device.read(MWLogLength()).value == 0)
        }
    }

    @Test func `another process finds the loggers of a sensor, and signals without knowing any`()
        async throws
    {
        try await withBoard { desk, device in
            try await device.connect()
            let acceleration = MWAccelerometerBMI270(odr: .hz50, range: .g4)
            let rotation = MWGyroscopeBMI270(odr: .hz50, range: .dps500)
            try await device.startLogging(acceleration)
            try await device.startLogging(rotation)
            try await Task.sleep(for: .seconds(5))
            try await device.disconnect()

            let other = MetaWearDevice(
                identifier: device.identifier,
                transport: desk.radio.transport(to: device.identifier))
            try await other.connect()
            #expect(try await other.queryActiveLoggers().map(\.loggerID) == [0, 1, 2, 3])
            #expect(try await other.queryActiveProcessors().isEmpty)
            try await other.recoverLoggers(for: acceleration)
            await #expect(throws: MWError.self) {
                try await other.recoverLoggers(for: MWMagnetometer())
            }
            let signals = try await other.createAnonymousDataSignals()
            #expect(signals.map(\.identifier) == ["acceleration", "angular-velocity"])
            try await other.stopLogging(acceleration)
            var entries: [RawLogEntry] = []
            for try await part in try await other.downloadLogs() { entries = part.data }
            let known = try await other.decodeEntries(entries, for: acceleration)
            // It went on while nobody was connected.
            #expect(known.count > 240)
            for (signal, wanted) in zip(signals, [1.0, 0]) {
                let found = try await other.decodeEntries(entries, for: signal)
                #expect(found.count > 240)
                let z = found.mean { sample in
                    guard case .cartesian(let value)? = sample.value.first else { return .nan }
                    return value.z
                }
                #expect(abs(z - wanted) < (wanted == 1 ? 0.08 : 5))
            }
        }
    }

    /// At many moments of a download.
    @Test(.slow, arguments: 0..<24)
    func `a download over a lost link has every sample once`(step: Int) async throws {
        // The host is gone before it can confirm a page.
        try await withBoard(allowing: ["MW-READOUT-01"]) { desk, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g4)
            try await device.startLogging(sensor)
            try await Task.sleep(for: .seconds(20))
            try await device.stopLogging(sensor)
            try await Task.sleep(for: .milliseconds(200))  // Written is not yet arrived.
            let download = Task {
                var entries: [RawLogEntry] = []
                for try await part in try await device.downloadLogs() { entries = part.data }
                return entries
            }
            try await Task.sleep(for: .milliseconds(100 * step + 3))
            desk.radioState = .poweredOff
            var entries = (try? await download.value) ?? []
            desk.radioState = .poweredOn
            if await device.state == .disconnected { try await device.connect() }
            #expect(await device.state == .idle)
            for try await part in try await device.downloadLogs() where !part.data.isEmpty {
                entries = part.data
            }
            let samples = try await device.decodeEntries(entries, for: sensor)
            #expect((1950...2050).contains(samples.count))
            let ticks = samples.map(\.tickMs)
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { (5...15).contains($1 - $0) })
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaEnvironment])
    func `a board reads and records a value by itself, without a host`(profile: BoardProfile)
        async throws
    {
        try await withBoard(profile) { desk, device in
            try await device.connect()
            let logger = MWPolledLogger(readable: MWThermometer(channel: 0), periodMs: 500)
            let handles = try await device.startLogging(logger)
            #expect(await device.state == .logging)
            await #expect(throws: MWError.self) { try await device.startLogging(logger) }
            try await device.disconnect()
            try await Task.sleep(for: .seconds(30))
            try await device.connect()
            try await device.stopLogging(logger, handles: handles)
            var values: [MWLoggedSample<Float>] = []
            for try await part in try await device.downloadLogs(logger) { values = part.data }
            #expect((58...66).contains(values.count))
            let now = try await device.readTemperature(channel: 0)
            #expect(values.allSatisfy { abs($0.value - now) < 3 })
            #expect(
                zip(values, values.dropFirst()).allSatisfy {
                    (450...550).contains($1.tickMs - $0.tickMs)
                })
            try await device.clearLog()
        }
    }

    @Test func `the output of a processor is recorded under a key`() async throws {
        try await withBoard(moving: Self.moves) { desk, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g4)
            let rms = try await device.createProcessor(
                MWDataProcessor.RMS(), source: MWAccelerometerSignal())
            let throttle = try await device.createProcessor(
                MWDataProcessor.Time(periodMs: 500), source: rms)
            try await device.startLogging(throttle, key: "effort")
            try await device.prepareSignalSource(sensor)
            try await Task.sleep(for: .seconds(10))
            try await device.stopLogging(key: "effort")
            try await device.teardownSignalSource(sensor)
            var values: [MWLoggedSample<Double>] = []
            for try await part in try await device.downloadLogs(
                key: "effort",
                decode: { Double($0.reversed().reduce(0) { $0 << 8 | UInt32($1) }) / 8192 })
            {
                values = part.data
            }
            #expect((18...21).contains(values.count))
            // One g over three axes.
            #expect(values.allSatisfy { abs($0.value - 0.577) < 0.1 })
            try await device.removeAllProcessors()
            try await device.clearLog()
        }
    }
}
