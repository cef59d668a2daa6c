import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Processors, as a device makes and hears them.
@Suite struct MWProcessorTests {
    private static let answers: [String: [String]] = [
        "09 02 03 04 ff a0 07 a5 01": ["09 02 00"],
        "09 02 09 03 00 20 03 05 08": ["09 02 01"],
        "09 02 09 03 01 20 0d 09 00 20 00 00 00 00": ["09 02 02"],
    ]

    @Test func `processors take what those before them give`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(Self.answers)
            let device = bench.device
            let rss = try await device.createProcessor(
                MWDataProcessor.RSS(), source: MWAccelerometerSignal())
            #expect(
                rss == MWProcessorHandle(id: 0, nChannels: 1, channelSize: 2, isSigned: false))
            let smooth = try await device.createProcessor(
                MWDataProcessor.Average(sampleSize: 8), source: rss)
            let crossing = try await device.createProcessor(
                MWDataProcessor.Threshold(boundary: 8192, mode: .binary, signed: false),
                source: smooth)
            #expect(smooth.id == 1 && crossing.id == 2)
            try await device.removeProcessor(crossing)
            try await device.removeAllProcessors()
            #expect(
                await bench.written()
                    == "09 02 03 04 ff a0 07 a5 01 | 09 02 09 03 00 20 03 05 08 | "
                    + "09 02 09 03 01 20 0d 09 00 20 00 00 00 00 | 09 06 02 | 09 08")
        }
    }

    @Test func `every stream of a processor gets whole packets`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let device = bench.device
            let one = MWProcessorHandle(id: 1, nChannels: 1, channelSize: 2, isSigned: false)
            let two = MWProcessorHandle(id: 2, nChannels: 1, channelSize: 2, isSigned: false)
            let streams = [
                try await device.streamProcessor(one), try await device.streamProcessor(one),
                try await device.streamProcessor(two),
            ]
            #expect(
                await bench.written()
                    == "09 07 01 01 | 09 03 01 | 09 07 01 01 | 09 03 01 | 09 07 02 01 | 09 03 01")
            await bench.transport.notify([0x09, 0x03, 1, 0xAA, 0xBB])
            await bench.transport.notify([0x09, 0x03, 2, 0xCC, 0xDD])
            try await Task.sleep(for: .milliseconds(1))
            #expect(await device.state == .idle)
            try await device.stopStreamingProcessor(one)
            try await device.removeProcessor(two)
            var heard: [String] = []
            for stream in streams {
                heard.append(try await stream.reduce(into: []) { $0.append($1) }.hex)
            }
            #expect(heard == ["09 03 01 aa bb", "09 03 01 aa bb", "09 03 02 cc dd"])
            #expect(await bench.written() == "09 07 01 00 | 09 06 02")
        }
    }

    @Test func `a sample that comes at once is not lost`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["09 07 01 01": ["09 03 01 05"]])
            let handle = MWProcessorHandle(id: 1, nChannels: 1, channelSize: 1, isSigned: false)
            var packets = try await bench.device.streamProcessor(handle).makeAsyncIterator()
            #expect(try await packets.next()?.hex == "09 03 01 05")
        }
    }

    @Test func `streams end with the link, and without it none begins`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let handle = MWProcessorHandle(id: 1, nChannels: 1, channelSize: 1, isSigned: false)
            let stream = try await bench.device.streamProcessor(handle)
            await bench.transport.loseLink()
            await #expect(throws: MWError.self) { for try await _ in stream {} }
            await #expect(throws: MWError.self) {
                _ = try await bench.device.streamProcessor(handle)
            }
        }
    }

    @Test func `a slow reader loses the oldest packets, and they are counted`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let handle = MWProcessorHandle(id: 1, nChannels: 1, channelSize: 1, isSigned: false)
            await bench.device.setStreamCapacity(2)
            var packets = try await bench.device.streamProcessor(handle).makeAsyncIterator()
            for value in 1...5 as ClosedRange<UInt8> {
                await bench.transport.notify([0x09, 0x03, 1, value])
            }
            try await Task.sleep(for: .milliseconds(1))
            #expect(try await packets.next()?.last == 4)
            #expect(await bench.device.droppedSamples == 3)
        }
    }

    @Test func `the gyroscope's signal is the one of the board's chip`() async throws {
        try await withVirtualTime {
            // The board of the table has a BMI270.
            let bench = try await BoardBench()
            let bytes = await bench.device.buildProcessorAddCommand(
                source: MWGyroscopeSignal(), config: MWDataProcessor.Buffer())
            #expect(Data(bytes).hex == "09 02 13 04 ff a0 0f 05")
            let unknown = MetaWearDevice(identifier: UUID(), transport: MockBLETransport())
            let other = await unknown.buildProcessorAddCommand(
                source: MWGyroscopeSignal(), config: MWDataProcessor.Buffer())
            #expect(Data(other).hex == "09 02 13 05 ff a0 0f 05")
        }
    }

    @Test func `a board without processors makes none`() async throws {
        let device = MetaWearDevice(identifier: UUID(), transport: MockBLETransport())
        let error = await #expect(throws: MWError.self) {
            _ = try await device.createProcessor(
                MWDataProcessor.Buffer(), source: MWSwitchSignal())
        }
        guard case .operationFailed = error else { throw Unexpected() }
    }
}

extension MetaWearDevice {
    func setStreamCapacity(_ capacity: Int) { streamCapacity = capacity }
}
