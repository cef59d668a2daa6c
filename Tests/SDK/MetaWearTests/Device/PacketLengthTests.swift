import Foundation
import MetaWear
import Testing
import VirtualTime

/// A packet that does not fit is refused before anything is written.
@Suite struct PacketLengthTests {
    private struct Raw: MWCommand {
        let commandData: Data
        init(_ count: Int) {
            commandData = Data([0x0D, 0x02] + [UInt8](repeating: 1, count: count - 2))
        }
    }

    private struct Wide: MWDataProcessorConfig {
        let typeID: UInt8 = 2
        func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] { [UInt8](repeating: 0, count: 30) }
    }

    private static let pins = MWSerial.SPIParameters(
        slaveSelectPin: 0, clockPin: 1, mosiPin: 2, misoPin: 3, mode: .mode0, frequency: .f1MHz)

    private static func connected() async throws -> (MetaWearDevice, AnsweringTransport) {
        let transport = AnsweringTransport()
        let device = MetaWearDevice(identifier: UUID(), transport: transport)
        try await device.connect()
        await transport.forget()
        return (device, transport)
    }

    @Test func `the refusal says how long it is and how long it may be`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let error = await #expect(throws: MWError.self) { try await device.send(Raw(300)) }
            guard case .operationFailed(let text) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text == "a packet to a board has at most 20 bytes; this one, 0d 02 …, has 300")
            #expect(await transport.written.isEmpty)
            try await device.send(Raw(20))
            await #expect(throws: MWError.self) { try await device.send(Raw(21)) }
            // The longest name does not fit 20 bytes, and boards take it.
            try await device.send(MWSettings.SetDeviceName(String(repeating: "a", count: 26)))
            #expect(await transport.written.map(\.count) == [20, 28])
        }
    }

    @Test func `commands of every kind`() async throws {
        try await withVirtualTime {
            let (device, transport) = try await Self.connected()
            let long = [UInt8](repeating: 1, count: 50)
            let calls: [@Sendable () async throws -> Void] = [
                { try await device.send(MWSerial.SPIWrite(parameters: Self.pins, data: long)) },
                {
                    _ = try await device.spiRead(
                        parameters: Self.pins, length: 4, writeData: long)
                },
                {
                    try await device.createEvent(
                        source: .buttonChanged(),
                        action: MWEventAction(
                            module: .led, register: 3, params: Data(long + long.prefix(10))))
                },
                { _ = try await device.recordMacro(commands: [MWLED.Play(), Raw(60)]) },
                { _ = try await device.recordMacro { await $0.sendRaw(Raw(21).commandData) } },
                {
                    _ = try await device.createProcessor(
                        Wide(), source: MWAccelerometerSignal())
                },
            ]
            for (number, call) in calls.enumerated() {
                let start = ContinuousClock.now
                let error = await #expect(throws: MWError.self, "\(number)") { try await call() }
                guard case .operationFailed(let text) = error else {
                    Issue.record("call \(number): \(String(describing: error))")
                    continue
                }
                #expect(text.contains("at most"), "\(number): \(text)")
                #expect(ContinuousClock.now == start)
            }
            #expect(await transport.written.isEmpty)
        }
    }
}
