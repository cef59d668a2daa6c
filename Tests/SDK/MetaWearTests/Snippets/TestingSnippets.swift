import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Testing
import VirtualTime

/// Blocks of the article on testing.
@Suite struct TestingSnippets {
    // snippet 63
    @Test func `the LED is told to play`() async throws {
        let transport = MockBLETransport()
        let device = MetaWearDevice(identifier: UUID(), transport: transport)
        try await device.send(MWLED.Play())
        #expect(await transport.writtenCommands == [Data([0x02, 0x01, 0x01])])
    }

    @Test func `a mock answers when it is told to`() async throws {
        try await withVirtualTime {
            let transport = MockBLETransport()
            await transport.setInformation(model: "8", firmware: "1.7.3", hardware: "0.1")
            let device = MetaWearDevice(identifier: UUID(), transport: transport)
            let connecting = Task { try await device.connect() }
            try await Task.sleep(for: .milliseconds(100))
            for module in MWModule.allCases {
                // Implementation and revision of the LED; the other modules are absent.
                let answer = [module.rawValue, 0x80] + (module == .led ? [0, 0] : [])
                await transport.inject(notification: Data(answer), to: MWUUIDs.notify)
            }
            try await connecting.value
            #expect(await device.moduleInfo(for: .led)?.isPresent == true)
        }
    }

    @Test func `a shake is more than two g`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(
            .metaMotionS, moving: [.rest(Rest(duration: 2)), .shake(Shake(peak: 3))])
        let identifier = board.identifier
        try await withVirtualTime(desk) {
            let device = MetaWearDevice(
                identifier: identifier, transport: desk.radio.transport(to: identifier))
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g16)
            var strongest: Float = 0
            let end = ContinuousClock.now + .seconds(5)
            for try await sample in try await device.startStream(sensor) {
                let (x, y, z) = (sample.value.x, sample.value.y, sample.value.z)
                strongest = max(strongest, (x * x + y * y + z * z).squareRoot())
                if ContinuousClock.now > end { break }
            }
            try await device.stopStreaming(sensor)
            #expect(strongest > 2)
        }
    }

    // snippet 2
    // snippet 62
    @Test func `suites have the names by which they are run alone`() {
        #expect("\(MWLEDTests.self)" == "MWLEDTests")
        #expect("\(MWTimerTests.self)" == "MWTimerTests")
    }
}

extension MockBLETransport {
    /// What the board says of itself; its maker and its serial number stay empty.
    func setInformation(model: String, firmware: String, hardware: String) {
        readResponses = [
            MWUUIDs.modelNumber: Data(model.utf8), MWUUIDs.firmwareRevision: Data(firmware.utf8),
            MWUUIDs.hardwareRevision: Data(hardware.utf8), MWUUIDs.serialNumber: Data(),
            MWUUIDs.manufacturerName: Data(),
        ]
    }
}
