import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Registers that no type of the SDK stands for.
@Suite struct NotificationTests {
    @Test func `a register is subscribed, shared out and given up`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["03 0e 01": ["03 0e 12"]])
            let device = bench.device
            let first = try await device.startNotifications(of: .accelerometer, register: 0x0E)
            // What was answered so far has arrived.
            try await Task.sleep(for: .milliseconds(1))
            let second = try await device.startNotifications(of: .accelerometer, register: 0x8E)
            // Beside it, a sensor of the same module.
            _ = try await device.startStream(MWAccelerometerBMI270())
            try await device.stopNotifications(of: .accelerometer, register: 0x0E)
            var heard: [String] = []
            for stream in [first, second] {
                heard.append(try await stream.reduce(into: []) { $0.append($1) }.hex)
            }
            #expect(heard == ["03 0e 12 | 03 0e 12", "03 0e 12"])
            let written = await bench.written()
            #expect(written.hasPrefix("03 0e 01 | 03 0e 01 | "))
            #expect(written.hasSuffix(" | 03 0e 00"))
        }
    }

    @Test func `a register that streams a sensor is refused`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            _ = try await bench.device.startStream(MWSwitch())
            let error = await #expect(throws: MWError.self) {
                _ = try await bench.device.startNotifications(of: .switch_, register: 0x01)
            }
            guard case .invalidState = error else { throw Unexpected() }
        }
    }

    @Test func `streams of processors keep their register`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let device = bench.device
            let handle = MWProcessorHandle(id: 1, nChannels: 1, channelSize: 1, isSigned: false)
            var outputs = try await device.streamProcessor(handle).makeAsyncIterator()
            _ = try await device.startNotifications(of: .dataProcessor, register: 0x03)
            _ = await bench.written()
            try await device.stopNotifications(of: .dataProcessor, register: 0x03)
            #expect(await bench.written() == "")
            await bench.transport.notify([0x09, 0x03, 1, 7])
            #expect(try await outputs.next()?.last == 7)
        }
    }

    @Test func `a lost link ends the stream with its error`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let stream = try await bench.device.startNotifications(of: .gpio, register: 0x0A)
            await bench.transport.loseLink()
            await #expect(throws: MWError.self) { for try await _ in stream {} }
        }
    }
}
