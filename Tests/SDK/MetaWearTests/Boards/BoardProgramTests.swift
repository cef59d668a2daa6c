import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Testing

/// Timers, events, macros, processors, pins and buses of simulated boards with their real firmware.
@Suite struct BoardProgramTests {
    @Test(arguments: testedModels)
    func `a timer ticks as often as it was asked to`(profile: BoardProfile) async throws {
        // Boards do not tell which timers they have, so all numbers are removed.
        try await withBoard(profile, allowing: ["MW-TABLE-02"]) { _, device in
            try await device.connect()
            let fast = try await device.createTimer(periodMs: 100, repetitions: 7)
            let slow = try await device.createTimer(periodMs: 500, immediate: true)
            #expect(fast.id != slow.id)
            let first = await device.streamTimer(fast)
            let second = await device.streamTimer(slow)
            for timer in [fast, slow] {
                try await device.setTimerNotify(timer, enabled: true)
                try await device.startTimer(timer)
            }
            async let fastTicks = collect(first, for: .milliseconds(2200))
            async let slowTicks = collect(second, for: .milliseconds(2200))
            let (f, s) = try await (fastTicks, slowTicks)
            #expect(f.count == 7 && s.count == 5)
            try await device.removeAllTimers()
            let next = try await device.createTimer(periodMs: 1, repetitions: 1)
            #expect(next.id == min(fast.id, slow.id))
            try await device.startTimer(next)
            try await device.removeTimer(next)
        }
    }

    @Test(arguments: testedModels)
    func `an event carries out its command each time the button changes`(profile: BoardProfile)
        async throws
    {
        try await withBoard(profile) { desk, device in
            try await device.connect()
            let timer = try await device.createTimer(periodMs: 1000, repetitions: 1)
            let ticks = await device.streamTimer(timer)
            try await device.setTimerNotify(timer, enabled: true)
            let event = try await device.createEvent(
                source: .buttonChanged(),
                action: MWEventAction(module: .timer, register: 0x03, params: Data([timer.id])))
            async let heard = collect(ticks, for: .seconds(6))
            // The event's parameters are on their way.
            try await Task.sleep(for: .seconds(1))
            desk.boards[0].setButton(pressed: true)
            try await Task.sleep(for: .seconds(2))
            desk.boards[0].setButton(pressed: false)
            try await Task.sleep(for: .seconds(2))
            try await device.removeEvent(event)
            let count = try await heard.count
            #expect(count == 2)
            desk.boards[0].setButton(pressed: true)
            let silence = try await collect(
                await device.streamTimer(timer), for: .seconds(3))
            #expect(silence.isEmpty)
            try await device.removeTimer(timer)
        }
    }

    @Test(arguments: testedModels)
    func `a macro does what was recorded, long commands too`(profile: BoardProfile) async throws {
        try await withBoard(profile) { _, device in
            try await device.connect()
            let timer = try await device.createTimer(periodMs: 100, repetitions: 3)
            let ticks = await device.streamTimer(timer)
            let macro = try await device.recordMacro { recorder in
                await recorder.send(MWLED.SetPattern(color: .green, .solid))
                await recorder.send(MWLED.Play())
                await recorder.sendRaw(Data([0x0C, 0x07, timer.id, 1]))
                await recorder.sendRaw(Data([0x0C, 0x03, timer.id]))
            }
            async let heard = collect(ticks, for: .seconds(2))
            try await device.executeMacro(macro)
            #expect(try await heard.count == 3)
            try await device.stopLED()
            try await device.removeTimer(timer)
            try await device.eraseAllMacros()
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionR])
    func `processors give the acceleration's size, and tell when it drops`(profile: BoardProfile)
        async throws
    {
        try await withBoard(profile) { _, device in
            try await device.connect()
            let sensor = try #require(await device.makeAccelerometer(odrHz: 50, rangeG: 2))
            let size = try await device.createProcessor(
                MWDataProcessor.RSS(), source: MWAccelerometerSignal())
            let slow = try await device.createProcessor(
                MWDataProcessor.Time(periodMs: 200), source: size)
            let all = try await device.streamProcessor(size)
            let few = try await device.streamProcessor(slow)
            try await device.prepareSignalSource(sensor)
            async let sizes = collect(all, for: .seconds(4))
            async let samples = collect(few, for: .seconds(4))
            let (a, f) = try await (sizes, samples)
            #expect((180...220).contains(a.count))
            #expect((17...21).contains(f.count))
            let counts = a.map { Float(UInt16($0[3]) | UInt16($0[4]) << 8) }
            #expect(abs(counts.mean { $0 } / 16384 - 1) < 0.08)
            try await device.stopStreamingProcessor(size)
            try await device.teardownSignalSource(sensor)
            try await device.removeProcessor(slow)
            try await device.removeProcessor(size)
            #expect(try await device.queryActiveProcessors().isEmpty)
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionR])
    func `the gyroscope feeds processors whichever chip it is`(profile: BoardProfile) async throws {
        let spin = Spin(rate: 3, axis: Vector3(0, 0, 1), duration: 60, ramp: 0.5)
        try await withBoard(profile, moving: [.spin(spin)]) { _, device in
            try await device.connect()
            let sensor = try #require(await device.makeGyroscope(odrHz: 50, rangeDPS: 500))
            let size = try await device.createProcessor(
                MWDataProcessor.RSS(), source: MWGyroscopeSignal())
            let stream = try await device.streamProcessor(size)
            try await device.prepareSignalSource(sensor)
            try await Task.sleep(for: .seconds(1))
            let packets = try await collect(stream, for: .seconds(2))
            #expect(packets.count > 80)
            let last = try #require(packets.last)
            let rate = Float(UInt16(last[3]) | UInt16(last[4]) << 8) / 65.6
            #expect(abs(rate - 3 * 180 / .pi) < 8)
            try await device.teardownSignalSource(sensor)
            try await device.removeAllProcessors()
        }
    }

    @Test func `every second press passes a counter, a remainder and a comparison`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            let count = try await device.createProcessor(
                MWDataProcessor.Counter(), source: MWSwitchSignal())
            let rest = try await device.createProcessor(
                MWDataProcessor.Math(operation: .modulo, rhs: 2, signed: false), source: count)
            let even = try await device.createProcessor(
                MWDataProcessor.Comparator(operation: .eq, reference: 0, signed: false),
                source: rest)
            let stream = try await device.streamProcessor(even)
            async let passed = collect(stream, for: .seconds(8))
            for change in 0..<6 {
                try await Task.sleep(for: .seconds(1))
                desk.boards[0].setButton(pressed: change % 2 == 0)
            }
            #expect(try await passed.count == 3)
            try await device.removeAllProcessors()
        }
    }

    @Test func `a processor's output is logged under a key`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let sensor = MWSensorFusionEuler(chip: .bmi270)
            let slow = try await device.createProcessor(
                MWDataProcessor.Time(periodMs: 500), source: MWSensorFusionEulerSignal())
            try await device.prepareSignalSource(sensor)
            try await device.startLogging(slow, key: "slow euler")
            try await Task.sleep(for: .seconds(10))
            try await device.stopLogging(key: "slow euler")
            try await device.teardownSignalSource(sensor)
            var samples: [MWLoggedSample<MetaWear.EulerAngles>] = []
            for try await step in try await device.downloadLogs(
                key: "slow euler", decode: { try sensor.parseLogSample(from: $0) })
            {
                samples = step.data
            }
            #expect((17...21).contains(samples.count))
            #expect(samples.allSatisfy { abs($0.value.pitch) < 10 })
            try await device.removeAllProcessors()
            try await device.clearLog()
        }
    }

    @Test func `a temperature is logged by the board alone, while no host is connected`()
        async throws
    {
        try await withBoard { _, device in
            try await device.connect()
            let logger = MWPolledLogger(readable: MWThermometer(channel: 0), periodMs: 500)
            let handles = try await device.startLogging(logger)
            try await device.disconnect()
            try await Task.sleep(for: .seconds(20))
            try await device.connect()
            try await device.stopLogging(logger, handles: handles)
            #expect(await device.state == .idle)
            var samples: [MWLoggedSample<Float>] = []
            for try await step in try await device.downloadLogs(logger) { samples = step.data }
            #expect((38...60).contains(samples.count))
            let now = try await device.readTemperature()
            #expect(samples.allSatisfy { abs($0.value - now) < 5 })
            #expect(
                zip(samples, samples.dropFirst()).allSatisfy {
                    abs($1.tickMs - $0.tickMs - 500) < 5
                })
            try await device.clearLog()
        }
    }

    @Test func `the humidity of a MetaEnvironment is read and logged`() async throws {
        try await withBoard(.metaEnvironment) { _, device in
            try await device.connect()
            try await device.setHumidityOversampling(.x4)
            let now = try await device.readHumidity()
            #expect((0...100).contains(now))
            let logger = MWPolledLogger(readable: MWHumidity(), periodMs: 250)
            let handles = try await device.startLogging(logger)
            try await Task.sleep(for: .seconds(5))
            try await device.stopLogging(logger, handles: handles)
            var entries: [RawLogEntry] = []
            for try await step in try await device.downloadLogs() { entries = step.data }
            let samples = try await device.decodeEntries(entries, for: logger)
            #expect((18...21).contains(samples.count))
            #expect(samples.allSatisfy { abs($0.value - now) < 5 })
            try await device.clearLog()
        }
    }

    @Test func `pins are driven and read`() async throws {
        try await withBoard(.metaMotionR) { _, device in
            try await device.connect()
            try await device.send(MWGPIO.SetPull(pin: 1, pull: .up))
            #expect(try await device.readDigital(pin: 1))
            try await device.send(MWGPIO.SetPull(pin: 1, pull: .down))
            #expect(try await device.readDigital(pin: 1) == false)
            #expect(try await device.readAnalogADC(pin: 1) < 100)
            #expect(try await device.readAnalogAbsolute(pin: 1) < 300)
        }
    }

    @Test func `the accelerometer of a MetaWear R answers on its bus`() async throws {
        try await withBoard(.metaWearR) { _, device in
            try await device.connect()
            let identity = try await device.i2cRead(
                deviceAddress: 0x1C, registerAddress: 0x0D, length: 1, id: 0x0A)
            #expect(identity == Data([0x2A]))
        }
    }

    @Test func `taps are told as the register's packets`() async throws {
        let taps: [Move] = (0..<3).flatMap { _ in
            [.rest(Rest(duration: 2)), .tap(Tap())]
        }
        try await withBoard(.metaMotionR, moving: taps + [.rest(Rest(duration: 5))]) {
            _, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI160(odr: .hz400, range: .g8)
            let packets = try await device.startNotifications(
                of: .accelerometer, register: MWAccelerometerBosch.Register.tap.rawValue)
            try await device.send(
                MWAccelerometerBosch.ConfigureTap(thresholdG: 2, rangeG: 8))
            try await device.send(MWAccelerometerBosch.EnableTap())
            try await device.prepareSignalSource(sensor)
            let heard = try await collect(packets, for: .seconds(8))
            #expect(heard.count == 3)
            for packet in heard {
                #expect(try MWAccelerometerBosch.parseTap(from: packet).type == .single)
            }
            try await device.send(MWAccelerometerBosch.DisableTap())
            try await device.teardownSignalSource(sensor)
            try await device.stopNotifications(
                of: .accelerometer, register: MWAccelerometerBosch.Register.tap.rawValue)
        }
    }

    @Test func `the fusion tells how well it is calibrated`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let stream = try await device.startStream(MWSensorFusionQuaternion(chip: .bmi270))
            _ = try await collect(stream, for: .seconds(1))
            let calibration = try await device.readFusionCalibration()
            #expect(calibration.accelerometer <= 3 && calibration.magnetometer <= 3)
            try await device.stopStreaming(MWSensorFusionQuaternion(chip: .bmi270))
        }
    }
}
