import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Events and macros, as a device makes them.
@Suite struct MWEventTests {
    @Test func `an event is its entry, and then its parameters`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench([
                "0a 02 01 01 ff 02 01 01": ["0a 02 04"],
                "0a 02 0c 06 03 08 01 04 29 03": ["0a 02 05"],
                "0a 02 11 0a ff 0f 08 00": ["0a 02 06"],
            ])
            let device = bench.device
            let event = try await device.createEvent(
                source: .buttonChanged(), action: try MWEventAction(command: MWLED.Play()))
            #expect(event.id == 4)
            let timer = MWTimer(id: 3, periodMs: 1, repetitions: 1, immediate: false)
            try await device.createEvent(
                source: .timerFired(timer),
                action: try MWEventAction(command: MWHaptic.motor()),
                dataToken: try MWEventDataToken(length: 4, sourceOffset: 2, destOffset: 3))
            try await device.createEvent(
                source: .disconnected(), action: MWEventAction(module: .macro, register: 0x08))
            try await device.removeEvent(event)
            try await device.removeAllEvents()
            #expect(
                await bench.written()
                    == "0a 02 01 01 ff 02 01 01 | 0a 03 01 | 0a 02 0c 06 03 08 01 04 29 03 | "
                    + "0a 03 f8 f4 01 00 | 0a 02 11 0a ff 0f 08 00 | 0a 04 04 | 0a 05")
        }
    }

    @Test func `parameters that are too long are refused before anything is written`() async throws
    {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let action = MWEventAction(module: .led, register: 1, params: Data(count: 256))
            await #expect(throws: MWError.self) {
                try await bench.device.createEvent(source: .buttonChanged(), action: action)
            }
            #expect(await bench.written() == "")
        }
    }

    @Test func `an event whose parameters do not leave is removed`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["0a 02 01 01 ff 02 01 01": ["0a 02 04"]])
            await bench.transport.failWrite(at: 1)
            await #expect(throws: MWError.self) {
                try await bench.device.createEvent(
                    source: .buttonChanged(), action: try MWEventAction(command: MWLED.Play()))
            }
            #expect(await bench.written() == "0a 02 01 01 ff 02 01 01 | 0a 04 04")
        }
    }

    @Test func `entries and parameters of two events do not mix`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench { packet in
                packet.starts(with: [0x0A, 0x02]) ? [Data([0x0A, 0x02, packet[6]])] : []
            }
            let device = bench.device
            let calls = [1, 2].map { (number: UInt8) in
                Task {
                    try await device.createEvent(
                        source: .buttonChanged(),
                        action: MWEventAction(
                            module: .led, register: number, params: Data([number])))
                }
            }
            #expect(try await calls[0].value.id == 1)
            #expect(try await calls[1].value.id == 2)
            #expect(
                await bench.written()
                    == "0a 02 01 01 ff 02 01 01 | 0a 03 01 | 0a 02 01 01 ff 02 02 01 | 0a 03 02")
        }
    }
}

/// Macros, as a device records them.
@Suite struct MWMacroTests {
    @Test func `a macro is begun, filled, ended, run and erased`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["0f 02 01": ["0f 02 02"]])
            let device = bench.device
            let macro = try await device.recordMacro(
                executeOnBoot: true,
                commands: [MWLED.SetPattern(color: .green, .solid), MWLED.Play()])
            #expect(macro.id == 2)
            try await device.executeMacro(macro)
            try await device.eraseAllMacros()
            #expect(
                await bench.written()
                    == "0f 02 01 | 0f 09 02 03 | 0f 03 00 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff | "
                    + "0f 03 02 01 01 | 0f 04 | 0f 05 02 | 0f 08")
        }
    }

    @Test func `what adds and ends is written with response, the rest without`() async throws {
        try await withVirtualTime {
            let transport = MockBLETransport()
            let device = MetaWearDevice(identifier: UUID(), transport: transport)
            await device.router.start()
            let recording = Task {
                try await device.recordMacro { recorder in
                    await recorder.send(MWLED.Play())
                    try await recorder.createEvent(
                        source: .buttonChanged(), action: try MWEventAction(command: MWLED.Pause()))
                }
            }
            try await Task.sleep(for: .milliseconds(5))
            await transport.inject(notification: Data([0x0F, 0x02, 0x00]), to: MWUUIDs.notify)
            let macro = try await recording.value
            try await device.executeMacro(macro)
            let types = await transport.writtenData.map(\.2)
            #expect(
                await transport.writtenCommands.hex
                    == "0f 02 00 | 0f 03 02 01 01 | 0f 03 0a 02 01 01 ff 02 01 01 | 0f 03 0a 03 00 | "
                    + "0f 04 | 0f 05 00")
            #expect(
                types.map { $0 == .withResponse } == [false, true, true, true, true, false])
        }
    }

    @Test func `an error of the closure writes nothing`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            await #expect(throws: Unexpected.self) {
                _ = try await bench.device.recordMacro { recorder in
                    await recorder.send(MWLED.Play())
                    throw Unexpected()
                }
            }
            await #expect(throws: MWError.self) {
                _ = try await bench.device.recordMacro { await $0.sendRaw(Data([1])) }
            }
            #expect(await bench.written() == "")
        }
    }

    @Test func `a cancelled recording is ended, and the next one works`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["0f 02 00": ["0f 02 00"]])
            let device = bench.device
            await bench.transport.slowDown { _ in .milliseconds(10) }
            let recording = Task {
                try await device.recordMacro(
                    commands: (0..<10).map { _ in MWLED.Play() })
            }
            try await Task.sleep(for: .milliseconds(35))
            recording.cancel()
            await #expect(throws: CancellationError.self) { _ = try await recording.value }
            _ = try await device.recordMacro(commands: [MWLED.Pause()])
            #expect(
                await bench.written()
                    == "0f 02 00 | 0f 03 02 01 01 | 0f 03 02 01 01 | 0f 03 02 01 01 | 0f 04 | "
                    + "0f 02 00 | 0f 03 02 01 00 | 0f 04")
        }
    }

    @Test func `a write that fails in the middle ends the recording`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["0f 02 00": ["0f 02 00"]])
            let device = bench.device
            await bench.transport.failWrite(at: 2)
            await #expect(throws: MWError.self) {
                _ = try await device.recordMacro(commands: [MWLED.Play(), MWLED.Pause()])
            }
            #expect(await bench.written() == "0f 02 00 | 0f 03 02 01 01 | 0f 04")
        }
    }
}
