import Foundation
import MetaWear
import Testing
import VirtualTime

/// Every call of the API document's device, with its labels and types, as an app makes it. Here the device was never
/// connected: each call must compile, and must end.
@Suite struct DeviceSurfaceTests {
    private let device = MetaWearDevice(identifier: UUID(), transport: MockBLETransport())

    /// The error of a call, or nil.
    private func end(_ call: () async throws -> Void) async -> (any Error)? {
        do {
            try await call()
            return nil
        } catch {
            return error
        }
    }

    @Test func `properties, reads and commands`() async throws {
        try await withVirtualTime {
            let _: DeviceState = await device.state
            let _: MWDeviceInformation? = await device.deviceInfo
            let _: [MWModule: MWModuleInfo] = await device.modules
            let _: UUID = device.identifier
            let _: (@Sendable (any Error) -> Void)? = await device.onUnexpectedDisconnect
            let has: [Bool] = await [
                device.hasGyroscope, device.hasMagnetometer, device.hasBarometer,
                device.hasSensorFusion,
            ]
            #expect(!has.contains(true))
            let _: MWModuleInfo? = await device.moduleInfo(for: .led)
            let _: MWAccelerometer? = await device.makeAccelerometer()
            let _: MWAccelerometer? = await device.makeAccelerometer(odrHz: 50, rangeG: 4)
            let _: MWGyroscope? = await device.makeGyroscope()
            let _: MWGyroscope? = await device.makeGyroscope(odrHz: 50, rangeDPS: 500)
            let _: MWBoardState? = await device.captureBoardState()
            let _: [DeviceState] = [
                .disconnected, .connecting, .idle, .streaming, .logging, .downloading(progress: 0),
            ]
            try await device.send(MWLED.Play())
            try await device.send(MWAccelerometerBMI270Features.EnableNoMotion())
            #expect(
                await end { let _: Timestamped<Float> = try await device.read(MWHumidity()) } != nil
            )
            let poll: AsyncThrowingStream<Timestamped<BatteryState>, any Error> = device.poll(
                MWSettings.ReadBatteryState(), every: .seconds(30))
            #expect(await end { for try await _ in poll {} } != nil)
            #expect(await end { let _: BatteryState = try await device.readBattery() } != nil)
            #expect(await end { let _: Float = try await device.readTemperature() } != nil)
            #expect(await end { _ = try await device.readTemperature(channel: 1) } != nil)
            let _: Int = try await device.readRSSI()
            #expect(
                await end {
                    let _: MWSensorFusionCalibration = try await device.readFusionCalibration()
                } != nil)
            #expect(await end { let _: Float = try await device.readHumidity() } != nil)
            try await device.setHumidityOversampling(.x1)
            let state = MWBoardState(
                deviceInformation: MWDeviceInformation(
                    manufacturer: "", modelNumber: "", serialNumber: "", firmwareRevision: "",
                    hardwareRevision: ""), modules: [], logReferenceDate: nil)
            try await device.restoreBoardState(state)
            #expect(await end { try await device.factoryReset() } != nil)
            #expect(
                await end { try await device.sendExpectingDisconnect(MWDebug.Reset()) } != nil)
            #expect(
                await end {
                    try await device.sendExpectingDisconnect(
                        MWDebug.JumpToBootloader(), timeout: .seconds(2))
                } != nil)
            try await device.disconnect()
            #expect(await end { try await device.reconnect() } != nil)
            #expect(await end { try await device.connect() } != nil)
        }
    }

    @Test func `streams`() async throws {
        try await withVirtualTime {
            let sensor = MWAccelerometerBMI160(odr: .hz50, range: .g2)
            #expect(
                await end {
                    let _: AsyncThrowingStream<Timestamped<CartesianFloat>, any Error> =
                        try await device.startStream(sensor)
                } != nil)
            #expect(await end { _ = try await device.startStream(sensor, usePacked: false) } != nil)
            try await device.stopStreaming(sensor)
            try await device.prepareSignalSource(sensor)
            try await device.teardownSignalSource(sensor)
            let taps: AsyncThrowingStream<Data, any Error> = try await device.startNotifications(
                of: .accelerometer, register: 0x0E)
            try await device.stopNotifications(of: .accelerometer, register: 0x0E)
            for try await _ in taps {}
        }
    }

    @Test func `modules`() async throws {
        try await withVirtualTime {
            try await device.setLED(red: .solid)
            try await device.setLED(red: nil, green: .blink, blue: .breathe, autoPlay: false)
            try await device.stopLED()
            try await device.stopLED(clearPattern: false)
            try await device.setScanResponse([1])
            #expect(await end { let _: Bool = try await device.readDigital(pin: 1) } != nil)
            #expect(await end { let _: UInt16 = try await device.readAnalogADC(pin: 1) } != nil)
            #expect(
                await end { let _: UInt16 = try await device.readAnalogAbsolute(pin: 1) } != nil)
            let driven = MWGPIO.AnalogReadParameters.defaults
            #expect(
                await end { _ = try await device.readAnalogADC(pin: 1, parameters: driven) } != nil)
            #expect(
                await end { _ = try await device.readAnalogAbsolute(pin: 1, parameters: driven) }
                    != nil)
            #expect(
                await end {
                    let _: Data = try await device.i2cRead(
                        deviceAddress: 0x68, registerAddress: 0x75, length: 1)
                    _ = try await device.i2cRead(
                        deviceAddress: 0x68, registerAddress: 0x75, length: 1, id: 2)
                } != nil)
            let pins = MWSerial.SPIParameters(
                slaveSelectPin: 0, clockPin: 1, mosiPin: 2, misoPin: 3, mode: .mode0,
                frequency: .f125kHz)
            #expect(
                await end {
                    let _: Data = try await device.spiRead(parameters: pins, length: 1)
                } != nil)
            #expect(
                await end {
                    _ = try await device.spiRead(
                        parameters: pins, length: 1, id: 1, writeData: [0x9F])
                } != nil)
            // As the README of the other SDK has it.
            #expect(
                await end {
                    _ = try await device.spiRead(
                        slaveSelect: 0, clock: .f1MHz, mode: .mode3, length: 3)
                } != nil)
        }
    }

    @Test func `timers, events and macros`() async throws {
        try await withVirtualTime {
            #expect(await end { try await device.createTimer(periodMs: 1) } != nil)
            #expect(
                await end {
                    let _: MWTimer = try await device.createTimer(
                        periodMs: 1, repetitions: MWTimer.infinite, immediate: true)
                } != nil)
            try await device.removeAllTimers()
            #expect(
                await end {
                    let _: MWEvent = try await device.createEvent(
                        source: .buttonChanged(), action: try MWEventAction(command: MWLED.Play()))
                } != nil)
            #expect(
                await end {
                    try await device.createEvent(
                        source: MWEventSource(module: .gpio, register: 0x0A, dataID: 1),
                        action: MWEventAction(module: .led, register: 1, params: Data([1])),
                        dataToken: try MWEventDataToken(length: 4, sourceOffset: 2, destOffset: 3))
                } != nil)
            try await device.removeAllEvents()
            #expect(
                await end {
                    let _: MWMacro = try await device.recordMacro(commands: [MWLED.Play()])
                } != nil)
            #expect(
                await end {
                    _ = try await device.recordMacro(executeOnBoot: true, commands: [])
                } != nil)
            #expect(
                await end {
                    _ = try await device.recordMacro(executeOnBoot: true) { recorder in
                        await recorder.send(MWLED.Play())
                        await recorder.send(MWAccelerometerBMI270Features.EnableNoMotion())
                        await recorder.sendRaw(Data([0x02, 0x01, 0x01]))
                        try await recorder.createEvent(
                            source: .gpioChanged(pin: 1),
                            action: try MWEventAction(command: MWLED.Pause()))
                    }
                } != nil)
            try await device.eraseAllMacros()
        }
    }

    /// Never called: its arguments come from a board.
    private func made(_ timer: MWTimer, _ event: MWEvent, _ macro: MWMacro) async throws {
        let _: (UInt8, UInt32, UInt16, Bool) = (
            timer.id, timer.periodMs, timer.repetitions, timer.immediate
        )
        let _: MWEventSource = .timerFired(timer)
        try await device.startTimer(timer)
        try await device.stopTimer(timer)
        try await device.removeTimer(timer)
        try await device.setTimerNotify(timer, enabled: true)
        let _: AsyncThrowingStream<UInt8, any Error> = await device.streamTimer(timer)
        let _: (UInt8, UInt8) = (event.id, macro.id)
        try await device.removeEvent(event)
        try await device.executeMacro(macro)
    }

    @Test func `processors`() async throws {
        _ = made
        try await withVirtualTime {
            #expect(
                await end {
                    let handle: MWProcessorHandle = try await device.createProcessor(
                        MWDataProcessor.RSS(), source: MWAccelerometerSignal())
                    let _: (UInt8, UInt8, UInt8, Bool) = (
                        handle.id, handle.nChannels, handle.channelSize, handle.isSigned
                    )
                    let _: AsyncThrowingStream<Data, any Error> =
                        try await device.streamProcessor(handle)
                    try await device.stopStreamingProcessor(handle)
                    try await device.removeProcessor(handle)
                    try await device.startLogging(handle, key: "a")
                } != nil)
            try await device.removeAllProcessors()
        }
    }

    @Test func `logging and recovery`() async throws {
        try await withVirtualTime {
            let sensor = MWAccelerometerBMI160()
            let polled = MWPolledLogger(readable: MWThermometer(channel: 0), periodMs: 100)
            #expect(await end { try await device.startLogging(sensor) } != nil)
            #expect(
                await end {
                    let handles: MWPolledLoggerHandles = try await device.startLogging(polled)
                    try await device.stopLogging(polled, handles: handles)
                } != nil)
            try await device.stopLogging(sensor)
            #expect(await end { try await device.stopLogging(key: "a") } != nil)
            #expect(await end { try await device.clearLog() } != nil)
            #expect(try await device.flushLogPage() == false)
            try await device.flushLogPage()
            #expect(
                await end {
                    let _: AsyncThrowingStream<Download<[RawLogEntry]>, any Error> =
                        try await device.downloadLogs()
                } != nil)
            #expect(
                await end {
                    let _:
                        AsyncThrowingStream<
                            Download<[MWLoggedSample<CartesianFloat>]>, any Error
                        > = try await device.downloadLogs(sensor)
                } != nil)
            #expect(
                await end {
                    let _: AsyncThrowingStream<Download<[MWLoggedSample<Float>]>, any Error> =
                        try await device.downloadLogs(polled)
                } != nil)
            #expect(
                await end {
                    let _: AsyncThrowingStream<Download<[MWLoggedSample<Int>]>, any Error> =
                        try await device.downloadLogs(key: "a") { $0.count }
                } != nil)
            #expect(await end { _ = try await device.decodeEntries([], for: sensor) } != nil)
            #expect(await end { _ = try await device.decodeEntries([], for: polled) } != nil)
            let signal = MWAnonymousSignal(
                identifier: "a", rootModule: .gyro, chunks: [], decode: { _ in [] })
            let _: [MWLoggedSample<[MWAnonymousSignal.Output]>] = try await device.decodeEntries(
                [], for: signal)
            let loggers: [ActiveLogger] = try await device.queryActiveLoggers()
            let _: [ActiveProcessor] = try await device.queryActiveProcessors()
            let _: [MWAnonymousSignal] = try await device.createAnonymousDataSignals()
            #expect(await end { try await device.recoverLoggers(for: sensor) } != nil)
            #expect(await end { try await device.recoverLoggers(for: polled) } != nil)
            #expect(
                await end { try await device.recoverLoggers(for: sensor, using: loggers) } != nil)
            #expect(
                await end { try await device.recoverLoggers(for: polled, using: loggers) } != nil)
        }
    }
}
