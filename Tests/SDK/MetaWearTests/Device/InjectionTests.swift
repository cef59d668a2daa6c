import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Tests of apps that inject a board's answers after a fixed time instead of waiting for the questions: whoever waits must
/// wait by then.
@Suite struct InjectionTests {
    private let transport = MockBLETransport()

    private func inject(_ hex: String, after delay: Duration) async throws {
        try await Task.sleep(for: delay)
        await transport.inject(notification: Data(hex: hex), to: MWUUIDs.notify)
    }

    /// All modules answer at once after 15 ms; the clock's answer comes later.
    private func connected() async throws -> MetaWearDevice {
        let device = MetaWearDevice(identifier: UUID(), transport: transport)
        for uuid in [
            MWUUIDs.manufacturerName, MWUUIDs.modelNumber, MWUUIDs.serialNumber,
            MWUUIDs.firmwareRevision, MWUUIDs.hardwareRevision,
        ] {
            await transport.answer(uuid, Data("8".utf8))
        }
        let connecting = Task { try await device.connect() }
        try await Task.sleep(for: .milliseconds(15))
        for module in MWModule.allCases {
            await transport.inject(
                notification: Data([module.rawValue, 0x80, 0, 3]), to: MWUUIDs.notify)
        }
        try await inject("0b 84 e8 03 00 00 02", after: .milliseconds(10))
        try await connecting.value
        return device
    }

    private func answer<Value: Sendable>(
        _ hex: String..., after delay: Duration,
        to call: @escaping @Sendable (MetaWearDevice) async throws -> Value
    ) async throws -> Value {
        let device = try await connected()
        let calling = Task { try await call(device) }
        for packet in hex { try await inject(packet, after: delay) }
        return try await calling.value
    }

    @Test func `reads take what comes after 3 or 5 ms`() async throws {
        let (short, long) = (Duration.milliseconds(3), Duration.milliseconds(5))
        try await withVirtualTime {
            let battery = try await answer("11 8c 63 34 10", after: short) {
                try await $0.readBattery()
            }
            #expect(battery.charge == 99)
            let isHigh = try await answer("05 88 01 01", after: short) {
                try await $0.readDigital(pin: 1)
            }
            #expect(isHigh)
            let count = try await answer("05 87 01 00 02", after: short) {
                try await $0.readAnalogADC(pin: 1)
            }
            let voltage = try await answer("05 86 01 01 02", after: short) {
                try await $0.readAnalogAbsolute(pin: 1)
            }
            #expect(count == 512 && voltage == 513)
            let temperature = try await answer("04 81 00 c8 00", after: long) {
                try await $0.readTemperature()
            }
            let humidity = try await answer("16 81 00 c8 00 00", after: long) {
                try await $0.read(MWHumidity()).value
            }
            #expect(temperature == 25 && humidity == 50)
            let calibration = try await answer("19 8b 01 02 03", after: long) {
                try await $0.readFusionCalibration()
            }
            #expect(calibration.magnetometer == 3)
        }
    }

    @Test func `what is made takes the number that comes after 5 ms`() async throws {
        let delay = Duration.milliseconds(5)
        try await withVirtualTime {
            let timer = try await answer("0c 02 03", after: delay) {
                try await $0.createTimer(periodMs: 1000)
            }
            let event = try await answer("0a 02 04", after: delay) {
                try await $0.createEvent(
                    source: .buttonChanged(), action: try MWEventAction(command: MWLED.Play()))
            }
            let macro = try await answer("0f 02 05", after: delay) {
                try await $0.recordMacro(commands: [MWLED.Play()])
            }
            let processor = try await answer("09 02 06", after: delay) {
                try await $0.createProcessor(
                    MWDataProcessor.RSS(), source: MWAccelerometerSignal())
            }
            #expect([timer.id, event.id, macro.id, processor.id] == [3, 4, 5, 6])
        }
    }

    @Test func `loggers and slots are answered in turn`() async throws {
        try await withVirtualTime {
            let ids = try await answer("0b 02 06", "0b 02 07", after: .milliseconds(10)) {
                try await $0.startLogging(MWAccelerometerBMI160())
                return try await $0.loggers(of: "acceleration").map(\.id)
            }
            #expect(ids == [6, 7])
            let found = try await answer(
                "0b 82 03 04 ff 60", "0b 82 03 04 ff 24", after: .milliseconds(5)
            ) { try await $0.queryActiveLoggers() }
            #expect(found.map(\.chunkLength) == [4, 2])
        }
    }

    @Test func `a stream takes a packet 5 ms after its start`() async throws {
        try await withVirtualTime {
            let device = try await connected()
            var samples = try await device.startStream(MWAccelerometerBMI160(), usePacked: false)
                .makeAsyncIterator()
            try await inject("03 04 00 40 00 00 00 00", after: .milliseconds(5))
            #expect(try await samples.next()?.value.x == 1)
            try await device.stopStreaming(MWAccelerometerBMI160())
            #expect(try await samples.next() == nil)
        }
    }

    @Test func `a packet without a waiting call is not kept`() async throws {
        try await withVirtualTime {
            let device = try await connected()
            try await inject("0c 02 01", after: .zero)
            try await inject("11 8c 01 00 00", after: .zero)
            try await Task.sleep(for: .milliseconds(1))
            await #expect(throws: MWError.self) { try await device.createTimer(periodMs: 1) }
            await #expect(throws: MWError.self) { try await device.readBattery() }
        }
    }
}

extension MockBLETransport {
    func answer(_ characteristic: CBUUID, _ data: Data) { readResponses[characteristic] = data }
}
