import Foundation
import Testing

@testable import MetaWear

/// Entries of the log, readables of the log, numbers of packets, and names of found signals, as `Data`.
@Suite struct LogValueTests {
    @Test func `a notification holds one or two entries of nine bytes`() throws {
        let one = Data(hex: "0b 07 a3 e8 03 00 00 01 02 03 04")
        let entry = try #require(try RawLogEntry.parseAll(from: one.slice).first)
        #expect(entry.id == 3 && entry.resetUID == 5 && entry.tick == 1000)
        #expect(entry.rawData == 0x0403_0201 && entry.epochMs == 1464.84375)
        let two = one + Data(hex: "04 e9 03 00 80 05 06 00 00")
        #expect(try RawLogEntry.parseAll(from: two).map(\.id) == [3, 4])
        #expect(try RawLogEntry.parseAll(from: two).map(\.tick) == [1000, 0x8000_03E9])
        for short in [Data(), one.prefix(2), one.dropLast()] {
            #expect(try RawLogEntry.parseAll(from: short).isEmpty)
        }
        #expect(try RawLogEntry(entryBytes: one.dropFirst(2)) == entry)
        #expect(throws: MWError.self) { try RawLogEntry(entryBytes: one.suffix(8)) }
    }

    @Test func `the log's length and its time are read`() throws {
        #expect(MWLogLength().readCommand.hex == "0b 85")
        #expect(try MWLogLength().parseSample(from: Data(hex: "0b 85 e8 03 00 00")) == 1000)
        #expect(MWLastResetTime().readCommand.hex == "0b 84")
        #expect(MWLastResetTime().module == .logging && MWLastResetTime().dataRegister == 0x04)
        let before = Date()
        let reading = try MWLastResetTime().parseSample(
            from: Data(hex: "0b 84 e8 03 00 00 0a").slice)
        let after = Date()
        #expect(reading.resetUID == 2)
        #expect((before...after).contains(reading.epoch + 1.46484375))
        #expect(throws: MWError.self) {
            try MWLastResetTime().parseSample(from: Data(hex: "0b 84 e8 03 00 00"))
        }
        #expect(MWLastResetTime.Reading(epoch: before, resetUID: 0xFF).resetUID == 7)
        #expect(MWLastResetTime.resetUIDMask == 0x07)
    }

    @Test func `numbers and samples of packets are read`() throws {
        let data = Data(hex: "aa 01 ff 00 00 80 3f").slice
        #expect(MWPacketParser.parseInt16LE(data, offset: 1) == -255)
        #expect(MWPacketParser.parseUInt32LE(data, offset: 2) == 0x8000_00FF)
        #expect(MWPacketParser.parseFloat32LE(data, offset: 3) == 1)
        // What is not there is zero.
        #expect(MWPacketParser.parseUInt32LE(data, offset: 4) == 0)
        #expect(MWPacketParser.parseInt16LE(data, offset: -1) == 0)
        #expect(MWPacketParser.msPerTick == 1.46484375)
        #expect(
            try MWPacketParser.parseCartesianFloat(Data(hex: "03 04 02 00 04 00 06 00"), scale: 2)
                == CartesianFloat(x: 1, y: 2, z: 3))
        #expect(
            try MWPacketParser.parsePackedCartesianFloat(
                Data([0x03, 0x1C]) + Data(count: 18), scale: 2
            ).count == 3)
        let floats = Data([0x19, 0x07]) + Data(count: 16)
        #expect(try MWPacketParser.parseQuaternion(floats) == Quaternion(w: 0, x: 0, y: 0, z: 0))
        #expect(
            try MWPacketParser.parseEulerAngles(floats)
                == EulerAngles(heading: 0, pitch: 0, roll: 0, yaw: 0))
        #expect(try MWPacketParser.parseGravityVector(floats) == CartesianFloat(x: 0, y: 0, z: 0))
        #expect(try MWPacketParser.parsePressure(Data(hex: "12 01 00 01 00 00")) == 1)
        #expect(try MWPacketParser.parseAltitude(Data(hex: "12 02 00 ff ff ff")) == -1)
        #expect(try MWPacketParser.parseTemperature(Data(hex: "04 81 00 c8 00")) == 25)
        #expect(try MWPacketParser.parseHumidity(Data(hex: "16 81 00 04 00 00")) == 1)
        #expect(try MWPacketParser.parseBatteryState(Data(hex: "11 8c 63 34 10")).charge == 99)
        #expect(
            try MWPacketParser.parseMacAddress(Data(hex: "11 8b 07 7b 52 8f c9 e8"))
                == "E8:C9:8F:52:7B:07")
        let entry = try MWPacketParser.parseLogEntry(Data(hex: "a3 e8 03 00 00 01 02 03 04"))
        #expect(entry.id == 3 && entry.resetUID == 5 && entry.tick == 1000)
        #expect(entry.rawData == 0x0403_0201)
    }

    @Test func `found signals have names`() {
        typealias Scheme = MWAnonymousSignalScheme
        #expect(
            Scheme.rootIdentifier(
                module: .gyro, register: 0x05, channel: 0xFF, chunkOffset: 2, chunkLength: 2)
                == "angular-velocity[1]")
        #expect(
            Scheme.rootIdentifier(
                module: .temperature, register: 0xC1, channel: 2, chunkOffset: 0, chunkLength: 2)
                == "temperature[2]")
        #expect(Scheme.processorSegment(type: 0x02, id: 4, config: [0x13]) == "count?id=4")
        #expect(Scheme.processorSegment(type: 0x02, id: 4, config: [0x0F]) == "accumulate?id=4")
        #expect(Scheme.processorSegment(type: 0x7F, id: 4, config: []) == nil)
        #expect(
            Scheme.compose(
                root: "acceleration", chain: [(0x07, 0, [0xA5, 0x01]), (0x0F, 1, [0x01])],
                captureStateOfTerminalBuffer: true) == "acceleration:rss?id=0:buffer-state?id=1")
    }

    @Test func `found signals are equal whatever reads them`() throws {
        typealias Chunk = MWAnonymousSignal.Chunk
        func signal(_ chunks: [Chunk], _ value: Float) -> MWAnonymousSignal {
            MWAnonymousSignal(
                identifier: "temperature[0]", rootModule: .temperature, chunks: chunks
            ) { _ in [.scalar(value)] }
        }
        let chunk = Chunk(id: 4, byteCount: 2)
        #expect(signal([chunk], 1) == signal([chunk], 2))
        #expect(signal([chunk], 1) != signal([], 1))
        #expect(signal([chunk], 1).loggerIDs == [4])
        #expect(try signal([chunk], 7).decode(Data()) == [.scalar(7)])
    }
}
