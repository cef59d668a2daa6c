import Checkout
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Simulation
import Testing
import VirtualTime

/// Any calls in any order, cancelled at any moment, over a link that may be lost: nothing traps or hangs, and the
/// device works afterwards.
@Suite struct RandomCallTests {
    private static let models: [BoardProfile] = [
        .metaMotionS, .metaMotionR, .metaMotionC, .metaWearR, .metaEnvironment,
    ]

    private typealias Call = @Sendable (MetaWearDevice, SimulatedDesk) async throws -> Void

    private static let acceleration = MWAccelerometerBMI270(odr: .hz100, range: .g4)
    private static let fusion = MWSensorFusionQuaternion(mode: .imuPlus, chip: .bmi270)
    private static let polled = MWPolledLogger(
        readable: MWThermometer(channel: 0), periodMs: 100)

    private static let calls: [Call] = [
        { device, _ in try await device.connect() },
        { device, _ in try await device.connect() },
        { device, _ in try await device.disconnect() },
        { device, _ in _ = try await device.readBattery() },
        { device, _ in _ = try await device.readTemperature(channel: 0) },
        { device, _ in _ = try await device.readRSSI() },
        { device, _ in _ = try await device.readHumidity() },
        { device, _ in _ = try await device.readFusionCalibration() },
        { device, _ in _ = try await device.readDigital(pin: 1) },
        { device, _ in try await device.setLED(green: .flash) },
        { device, _ in try await device.stopLED() },
        { device, _ in try await device.send(MWSettings.SetTXPower(.plus4)) },
        { device, _ in _ = try await device.startStream(acceleration) },
        { device, _ in _ = try await device.startStream(acceleration, usePacked: false) },
        { device, _ in try await device.stopStreaming(acceleration) },
        { device, _ in _ = try await device.startStream(MWMagnetometer()) },
        { device, _ in try await device.stopStreaming(MWMagnetometer()) },
        { device, _ in _ = try await device.startStream(fusion) },
        { device, _ in try await device.stopStreaming(fusion) },
        { device, _ in _ = try await device.startStream(MWSwitch()) },
        { device, _ in try await device.stopStreaming(MWSwitch()) },
        { device, _ in try await device.startLogging(acceleration) },
        { device, _ in try await device.stopLogging(acceleration) },
        { device, _ in _ = try await device.startLogging(polled) },
        { device, _ in for try await _ in try await device.downloadLogs() {} },
        { device, _ in for try await _ in try await device.downloadLogs(acceleration) {} },
        { device, _ in for try await _ in try await device.downloadLogs() { break } },
        { device, _ in try await device.clearLog() },
        { device, _ in _ = try await device.flushLogPage() },
        { device, _ in _ = try await device.queryActiveLoggers() },
        { device, _ in _ = try await device.createAnonymousDataSignals() },
        { device, _ in try await device.recoverLoggers(for: acceleration) },
        { device, _ in
            let timer = try await device.createTimer(periodMs: 50)
            try await device.startTimer(timer)
            _ = try await device.createEvent(
                source: .timerFired(timer), action: MWEventAction(command: MWLED.Play()))
        },
        { device, _ in try await device.removeAllTimers() },
        { device, _ in try await device.removeAllEvents() },
        { device, _ in
            let handle = try await device.createProcessor(
                MWDataProcessor.RSS(), source: MWAccelerometerSignal())
            _ = try await device.streamProcessor(handle)
        },
        { device, _ in try await device.removeAllProcessors() },
        { device, _ in
            let macro = try await device.recordMacro(commands: [MWLED.Play(), MWLED.Stop()])
            try await device.executeMacro(macro)
        },
        { device, _ in try await device.eraseAllMacros() },
        { device, _ in
            if let state = await device.captureBoardState() {
                try await device.restoreBoardState(state)
            }
        },
        { device, _ in try await device.factoryReset() },
        { device, _ in try await device.send(MWDebug.Reset()) },
        { _, desk in desk.radioState = .poweredOff },
        { _, desk in desk.radioState = .poweredOn },
        { _, desk in desk.radioState = .poweredOn },
    ]

    @Test(.slow, arguments: models, 0..<40)
    func `fifty random calls end in a device that works`(profile: BoardProfile, seed: UInt64)
        async throws
    {
        let desk = SimulatedDesk(seed: seed)
        let identifier = try desk.add(profile).identifier
        try await withVirtualTime(desk, options: .shuffled(seed)) {
            let device = MetaWearDevice(
                identifier: identifier, transport: desk.radio.transport(to: identifier))
            var random = RandomStream(seed: seed, purpose: "calls of \(profile.name)")
            var running: [Task<Void, Never>] = []
            for _ in 0..<50 {
                let number = Int(random.next() % UInt64(Self.calls.count))
                let task = Task { try await Self.calls[number](device, desk) }
                let limit = Task {
                    try await Task.sleep(for: .seconds(600))
                    // A connection waits for a radio that is off; nothing else waits for ever.
                    if number > 1 { Issue.record("call \(number) hangs") }
                    task.cancel()
                }
                let end = Task {
                    _ = await task.result
                    limit.cancel()
                }
                // Some are waited for, some are cancelled somewhere, some run beside the next.
                switch random.next() % 4 {
                case 0:
                    try await Task.sleep(for: .microseconds(Int64(random.next() % 300_000)))
                    task.cancel()
                case 1: running.append(end)
                default: await end.value
                }
            }
            for end in running { await end.value }

            desk.radioState = .poweredOn
            try? await device.disconnect()
            #expect(await device.state == .disconnected)
            try await Task.sleep(for: .seconds(3))
            try await device.connect()
            try await device.factoryReset()
            #expect(await device.state == .disconnected)
            try? await device.disconnect()
            try await Task.sleep(for: .seconds(3))
            try await device.connect()
            #expect(await device.state == .idle)
            // Nothing of before is left.
            #expect(try await device.queryActiveLoggers().isEmpty)
            let stream = try await device.startStream(MWSwitch())
            #expect(await device.state == .streaming)
            try await device.stopStreaming(MWSwitch())
            for try await _ in stream {}
            try await device.disconnect()
        }
    }
}
