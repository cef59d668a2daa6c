import Foundation
import Testing

@testable import MetaWear

/// Timers, events and macros as values; what a device does with them is in `Modules`.
@Suite struct ProgramValueTests {
    @Test func `sources have their numbers`() {
        func numbers(_ source: MWEventSource) -> [UInt8] {
            [source.module.rawValue, source.register, source.dataID]
        }
        let timer = MWTimer(id: 3, periodMs: 1, repetitions: 2, immediate: false)
        #expect(numbers(.timerFired(timer)) == [0x0C, 0x06, 3])
        #expect(numbers(.buttonChanged()) == [0x01, 0x01, 0xFF])
        #expect(numbers(.gpioChanged(pin: 2)) == [0x05, 0x0A, 2])
        #expect(numbers(.disconnected()) == [0x11, 0x0A, 0xFF])
        #expect(numbers(MWEventSource(module: .led, register: 1)) == [0x02, 0x01, 0xFF])
        #expect(MWTimer.infinite == 0xFFFF)
    }

    @Test func `an action is a command taken apart`() throws {
        let action = try MWEventAction(command: MWLED.Stop())
        #expect(action.module == .led && action.register == 0x02 && action.params == Data([1]))
        let empty = MWEventAction(module: .debug, register: 0x01)
        #expect(empty.params.isEmpty)
        let read = try MWEventAction(command: MWGPIO.DigitalRead(pin: 1, silent: true))
        #expect(read.register == 0xC8)
    }

    private struct Bytes: MWCommand { let commandData: Data }

    @Test func `an action is one whole packet of a known module`() {
        for hex in ["", "02", "06 01 00"] {
            #expect(throws: MWError.self, "\(hex)") {
                try MWEventAction(command: Bytes(commandData: Data(hex: hex)))
            }
        }
        // Each of its packets would need an event.
        #expect(throws: MWError.self) {
            try MWEventAction(
                command: MWMagnetometer.Configure(xyReps: 9, zReps: 15, odr: .hz10))
        }
    }

    @Test func `a data token has two bytes`() throws {
        let token = try MWEventDataToken(length: 4, sourceOffset: 2, destOffset: 3)
        #expect(token.encodedBytes == [0x29, 0x03])
        #expect(try MWEventDataToken(length: 1).encodedBytes == [0x03, 0x00])
        #expect(try MWEventDataToken(length: 7, sourceOffset: 15).encodedBytes == [0xFF, 0x00])
        for (length, offset) in [(0, 0), (8, 0), (1, 16)] as [(UInt8, UInt8)] {
            #expect(throws: MWError.self) {
                try MWEventDataToken(length: length, sourceOffset: offset)
            }
        }
    }

    @Test func `a recorder gathers packets and writes nothing`() async throws {
        let recorder = MWMacroRecorder()
        await recorder.send(MWLED.Play())
        await recorder.send(MWAccelerometerBMI270Features.EnableNoMotion())
        await recorder.sendRaw(Data([0x01, 0x02]))
        try await recorder.createEvent(
            source: .buttonChanged(), action: try MWEventAction(command: MWLED.Pause()),
            dataToken: try MWEventDataToken(length: 1))
        try await recorder.createEvent(
            source: .buttonChanged(), action: MWEventAction(module: .macro, register: 0x08))
        let packets = await recorder.packets
        #expect(
            packets.hex
                == "02 01 01 | 03 07 20 00 | 03 06 20 00 | 01 02 | 0a 02 01 01 ff 02 01 01 03 00 | "
                + "0a 03 00 | 0a 02 01 01 ff 0f 08 00")
    }

    @Test func `parameters that are too long leave the recorder as it was`() async {
        let recorder = MWMacroRecorder()
        let action = MWEventAction(module: .led, register: 1, params: Data(count: 256))
        await #expect(throws: MWError.self) {
            try await recorder.createEvent(source: .disconnected(), action: action)
        }
        #expect(await recorder.packets.isEmpty)
    }

    @Test func `a command of several packets is several packets in a macro`() async {
        let recorder = MWMacroRecorder()
        await recorder.send(MWMagnetometer.Configure(xyReps: 9, zReps: 15, odr: .hz25))
        #expect(await recorder.packets.hex == "15 04 04 0e | 15 03 06")
    }
}
