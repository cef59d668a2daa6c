import Testing
import Wire

@testable import MetaWearProtocol

/// What boards send, read as the protocol documents decode it.
@Suite struct ParsingTests {
    static func packet(_ hex: String) -> [UInt8] { Hex.bytes(hex) ?? [] }

    static func isNear(_ a: CartesianFloat, _ x: Float, _ y: Float, _ z: Float) -> Bool {
        abs(a.x - x) < 0.001 && abs(a.y - y) < 0.001 && abs(a.z - z) < 0.001
    }

    @Test func `vectors of the motion sensors (sensors 5.1, 14, 16)`() throws {
        let acceleration = MWAccelerometerBMI270(range: .g4)
        let a = try acceleration.sample(from: Self.packet("03 04 16 c4 94 a2 2a d0"))
        #expect(Self.isNear(a, -1.872, -2.919, -1.495))
        let three = try MWAccelerometerBMI160(range: .g8).packedSamples(
            from: Self.packet("03 1c 62 b7 53 0d e9 fd 16 d0 4d 0e 57 02 8a ff a1 05 0a 01"))
        #expect(three.count == 3 && Self.isNear(three[1], -2.995, 0.894, 0.146))
        let rotation = MWGyroscopeBMI160(range: .dps500)
        let r = try rotation.sample(from: Self.packet("13 05 3e 43 ff 7f 00 80"))
        #expect(Self.isNear(r, 262.409, 499.497, -499.512))
        let field = try MWMagnetometer().sample(from: Self.packet("15 05 4e f0 53 0a 75 04"))
        #expect(field == CartesianFloat(x: -251.125, y: 165.1875, z: 71.3125))
        #expect(throws: MWError.self) { try rotation.sample(from: [0x13, 0x05, 1, 2]) }
        #expect(throws: MWError.self) { try rotation.packedSamples(from: [0x13, 0x07, 1, 2]) }
    }

    @Test func `the surroundings and single values (sensors 6, 13, 15, 17, core 8)`() throws {
        let pressure = try MWBarometer().sample(from: Self.packet("12 01 d3 35 8b 01"))
        #expect(abs(pressure - 101173.828) < 0.01)
        let altitude = try MWAltimeter().sample(from: Self.packet("12 02 1e 1f fe ff"))
        #expect(abs(altitude + 480.883) < 0.01)
        #expect(
            try MWAmbientLight().sample(from: Self.packet("14 03 ed 92 b0 00")) == 11_571_949)
        #expect(
            abs(try MWHumidity().sample(from: Self.packet("16 81 c7 fc 00 00")) - 63.194) < 0.001)
        #expect(
            try MWThermometer(channel: 2).sample(from: Self.packet("04 81 02 ac ff")) == -10.5)
        #expect(try MWThermometer(channel: 1).loggedSample(from: [0x38, 0xFF]) == -25)
        #expect(
            try MWSettings.ReadBatteryState().sample(from: Self.packet("11 8c 63 34 10"))
                == BatteryState(voltage: 4148, charge: 99))
        for hex in ["11 8b 01 07 7b 52 8f c9 e8", "11 8b 07 7b 52 8f c9 e8"] {
            #expect(try MWMACAddress().sample(from: Self.packet(hex)) == "E8:C9:8F:52:7B:07")
        }
        #expect(
            try MWSensorFusionCalibrationState().sample(from: Self.packet("19 8b 00 01 02"))
                == MWSensorFusionCalibration(accelerometer: 0, gyroscope: 1, magnetometer: 2))
    }

    @Test func `outputs of the fusion (sensors 20.3)`() throws {
        let acceleration = try MWSensorFusionCorrectedAcc().sample(
            from: Self.packet("19 04 20 3e 53 c5 0c fe 79 46 0c fe 79 c6 00"))
        #expect(abs(acceleration.x + 3.3799) < 0.001 && acceleration.accuracy == 0)
        let gravity = try MWSensorFusionGravity().sample(
            from: Self.packet("19 09 ee 20 d3 3e b2 93 01 41 04 59 b0 c0"))
        #expect(Self.isNear(gravity, 0.042, 0.826, -0.562))
        let euler = try MWSensorFusionEuler().sample(
            from: Self.packet("19 08 b1 f9 c5 41 44 b9 f1 c2 1a 2f 04 c2 b1 f9 c5 41"))
        #expect(abs(euler.pitch + 120.862) < 0.001 && euler.heading == euler.yaw)
    }

    /// From posts and a report about an R and an S, with the values that their hosts showed.
    @Test func `packets of real boards (real boards 1.4 and 1.5)`() throws {
        let flat = try MWAccelerometerBMI160(range: .g2).sample(
            from: Self.packet("03 04 e8 05 9c fe 73 42"))
        #expect(Self.isNear(flat, 0.0923, -0.0217, 1.0383))
        // Upside down, at ±4 g.
        let turned = try MWAccelerometerBMI160(range: .g4).sample(
            from: Self.packet("03 04 3f 00 ae fe fc de"))
        #expect(Self.isNear(turned, 0.0077, -0.0413, -1.0317))
        let slow = try MWGyroscopeBMI160(range: .dps2000).sample(
            from: Self.packet("13 05 a5 00 46 00 63 00"))
        #expect(Self.isNear(slow, 10.061, 4.268, 6.037))
        let euler = try MWSensorFusionEuler().sample(
            from: Self.packet("19 08 81 f0 b3 43 1d 5d 2d 41 e6 69 8c bc 81 f0 b3 43"))
        #expect(abs(euler.heading - 359.879) < 0.001 && euler.yaw == euler.heading)
        #expect(abs(euler.pitch - 10.835) < 0.001 && abs(euler.roll + 0.0171) < 0.0001)
    }

    @Test func `entries of the log (core 3.6)`() {
        let two = RawLogEntry.parseAll(
            from: Self.packet("0b 07 20 75 1b 04 00 3e 01 cd 01 21 76 1b 04 00 c0 07 00 00"))
        #expect(
            two == [
                RawLogEntry(id: 0, resetUID: 1, tick: 0x041B75, rawData: 0x01CD_013E),
                RawLogEntry(id: 1, resetUID: 1, tick: 0x041B76, rawData: 0x07C0),
            ])
        // The second part of a sample may be one tick late.
        let chunks = [LoggerChunk(id: 0, byteCount: 4), LoggerChunk(id: 1, byteCount: 2)]
        let samples = LogAssembler.samples(of: two, chunks: chunks, pairing: .byTick)
        #expect(samples.map(\.bytes) == [[0x3E, 0x01, 0xCD, 0x01, 0xC0, 0x07]])
        #expect(RawLogEntry.parseAll(from: [0x0B, 0x07]).isEmpty)
    }

    @Test func `the service of the notifications is the board's (core 1.1)`() {
        #expect(BoardUUID.notify.dropFirst(8) == BoardUUID.service.dropFirst(8))
    }
}
