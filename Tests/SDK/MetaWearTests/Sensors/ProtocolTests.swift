import Foundation
import Testing

@testable import MetaWear

/// Types of an app of its own: what the protocols ask of them, and what they give.
@Suite struct ProtocolTests {
    /// As short as the protocols allow.
    private struct Level: MWLoggable {
        let module = MWModule.accelerometer
        let dataRegister: UInt8 = 0x11
        let loggerKey = "level"
        func parseSample(from packet: Data) throws -> Int { Int(packet.last ?? 0) }
    }

    private struct Steps: MWPollable {
        let module = MWModule.accelerometer
        let dataRegister: UInt8 = 0x1A
        let readCommand = Data([0x03, 0x9A])
        func parseSample(from packet: Data) throws -> Int { packet.count }
    }

    private struct Volts: MWPolledLoggable {
        let module = MWModule.gpio
        let dataRegister: UInt8 = 0x07
        let readCommand = Data([0x05, 0x87, 0x02])
        let logDataChunks: [(offset: UInt8, length: UInt8)] = [(0, 2)]
        func parseSample(from packet: Data) throws -> Int { Int(packet[2]) }
    }

    /// Single forms only.
    private struct Tap: MWStreamable {
        let module = MWModule.accelerometer
        let dataRegister: UInt8 = 0x0E
        let enableCommand = Data([0x03, 0x0C, 0x02, 0x00])
        let disableCommand = Data([0x03, 0x0C, 0x00, 0x03])
        func parseSample(from packet: Data) throws -> MWAccelerometerBosch.TapEvent {
            try MWAccelerometerBosch.parseTap(from: [UInt8](packet))
        }
    }

    @Test func `a sensor needs a register and a parser`() throws {
        let level = Level()
        #expect(level.packedDataRegister == nil)
        #expect(level.warmupCommands.isEmpty && level.warmupDelayNanos == 0)
        #expect(level.configureCommands.isEmpty)
        #expect(level.enableCommands.isEmpty && level.startCommands.isEmpty)
        #expect(level.stopCommands.isEmpty && level.disableCommands.isEmpty)
        #expect(level.enableCommand.isEmpty && level.startCommand.isEmpty)
        #expect(level.stopCommand.isEmpty && level.disableCommand.isEmpty)
        #expect(try level.parsePackedSamples(from: Data(count: 20)).isEmpty)
        #expect(level.logDataChunks.map { [$0.offset, $0.length] } == [[0, 4], [4, 2]])
        #expect(try level.parseLogSample(from: Data([7])) == 7)
    }

    @Test func `a readable value has neither packed data nor an index`() throws {
        #expect(Steps().packedDataRegister == nil)
        #expect(Volts().loggerTriggerIndex == 0xFF)
        #expect(Volts().loggerTriggerRegister == 0xC7)
        #expect(try Volts().parseLogSample(from: Data([9])) == 9)
    }

    @Test func `single commands become plural ones`() {
        #expect(Tap().enableCommands.hex == "03 0c 02 00")
        #expect(Tap().disableCommands.hex == "03 0c 00 03")
        #expect(Tap().startCommands.isEmpty)
    }

    @Test func `a packet is one of the transport's values`() throws {
        #expect(MWPacket.command(.led, 0x01, 0x02).hex == "02 01 02")
        #expect(MWPacket.command(.led, 0x01, [0x02, 0x03]).hex == "02 01 02 03")
        #expect(MWPacket.read(.settings, 0x0C).hex == "11 8c")
        #expect(MWPacket.read(.temperature, 0x01, 0x03).hex == "04 81 03")
        #expect(MWPacket.read(.temperature, 0x01, [0x03]).hex == "04 81 03")
        enum Register: UInt8 { case pin = 0x08 }
        #expect(MWPacket.command(.gpio, Register.pin).hex == "05 08")
        #expect(MWPacket.command(.gpio, Register.pin, [1]).hex == "05 08 01")
        #expect(MWPacket.command(.gpio, Register.pin, 1, 2).hex == "05 08 01 02")
        #expect(MWPacket.read(.gpio, Register.pin, [1]).hex == "05 88 01")
        #expect(MWPacket.module(from: Data([0x02])) == .led)
        #expect(MWPacket.module(from: Data([0x06, 0x01])) == nil)
        #expect(MWPacket.module(from: Data()) == nil)
        #expect(MWPacket.register(from: Data([0x02, 0xC1]).slice) == 0x01)
        #expect(MWPacket.register(from: Data([0x02])) == nil)
    }

    @Test func `answers that are too short are errors`() {
        for count in 0..<6 {
            #expect(throws: MWError.self) {
                try MWLogLength().parseSample(from: Data([0x0B, 0x85, 1, 0, 0].prefix(count)))
            }
        }
        for count in 0..<3 {
            #expect(throws: MWError.self) {
                try MWDebug.ReadScheduleQueueUsage()
                    .parseSample(from: Data([0xFE, 0x8A].prefix(count)))
            }
        }
    }
}
