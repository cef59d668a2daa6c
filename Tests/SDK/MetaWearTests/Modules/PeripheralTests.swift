import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// LED, pins, buses, settings, humidity and the fusion's calibration, as a device does it.
@Suite struct PeripheralTests {
    @Test func `the LED is cleared before it gets new patterns`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            try await bench.device.setLED(red: .flash, green: .solid)
            #expect(
                await bench.written()
                    == "02 02 01 | 02 03 00 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff | "
                    + "02 03 01 02 1f 00 00 00 64 00 00 00 f4 01 00 00 03 | 02 01 01")
            try await bench.device.setLED(blue: .flash, autoPlay: false)
            #expect(
                await bench.written()
                    == "02 02 01 | 02 03 02 02 1f 00 00 00 64 00 00 00 f4 01 00 00 03")
            try await bench.device.stopLED()
            try await bench.device.stopLED(clearPattern: false)
            #expect(await bench.written() == "02 02 01 | 02 02 00")
        }
    }

    @Test func `a command of several packets is written as these`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            try await bench.device.send(
                MWMagnetometer.Configure(xyReps: 9, zReps: 15, odr: .hz25))
            try await bench.device.send(MWHaptic.motor())
            try await bench.device.send(MWAccelerometerBMI270Features.EnableNoMotion())
            #expect(
                await bench.written()
                    == "15 04 04 0e | 15 03 06 | 08 01 f8 f4 01 00 | 03 07 20 00 | 03 06 20 00")
        }
    }

    @Test func `pins are read side by side, and each reader gets its own pin`() async throws {
        try await withVirtualTime {
            // The board answers in its own order.
            let bench = try await BoardBench([
                "05 88 01": [], "05 88 02": ["05 88 02 01", "05 88 01 00"],
                "05 87 03": ["05 87 03 ff 03"], "05 86 03": ["05 86 03 e4 0c"],
                "05 87 03 01 02 02 15": ["05 87 03 00 00", "05 87 15 10 00"],
                "05 86 04 ff ff 00 ff": ["05 86 04 11 00"],
            ])
            let device = bench.device
            async let first = device.readDigital(pin: 1)
            try await Task.sleep(for: .milliseconds(1))
            async let second = device.readDigital(pin: 2)
            let both = try await [first, second]
            #expect(both == [false, true])
            #expect(try await device.readAnalogADC(pin: 3) == 1023)
            #expect(try await device.readAnalogAbsolute(pin: 3) == 3300)
            let driven = MWGPIO.AnalogReadParameters(
                pullupPin: 1, pulldownPin: 2, virtualPin: 0x15, delayMicroseconds: 11)
            #expect(try await device.readAnalogADC(pin: 3, parameters: driven) == 16)
            #expect(try await device.readAnalogAbsolute(pin: 4, parameters: .defaults) == 17)
        }
    }

    @Test func `a pin that does not answer is a timeout`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            let start = ContinuousClock.now
            let error = await #expect(throws: MWError.self) {
                try await bench.device.readDigital(pin: 9)
            }
            guard case .timeout = error else { throw Unexpected() }
            #expect(ContinuousClock.now - start == .seconds(5))
        }
    }

    @Test(arguments: ["0d 81 0a 2a", "0d 01 0a 2a"])
    func `a bus answers with bit 7 or without`(answer: String) async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["0d 81 1c 0d 0a 01": ["0d 01 00 ff", answer]])
            let bytes = try await bench.device.i2cRead(
                deviceAddress: 0x1C, registerAddress: 0x0D, length: 1, id: 0x0A)
            #expect(bytes == Data([0x2A]) && bytes.startIndex == 0)
        }
    }

    @Test func `a device on the SPI bus is read`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench([
                "0d 82 0a 00 0b 07 76 e4 da": ["0d 82 0e 07 30 81 0b c0"],
                "0d 82 0a 01 02 03 1e 02": ["0d 02 00 ef 40 18"],
            ])
            let parameters = MWSerial.SPIParameters(
                slaveSelectPin: 10, clockPin: 0, mosiPin: 11, misoPin: 7, mode: .mode3,
                frequency: .f8MHz, useNRFPins: true)
            #expect(
                try await bench.device.spiRead(
                    parameters: parameters, length: 5, id: 14, writeData: [0xDA]
                ).hex == "07 30 81 0b c0")
            #expect(
                try await bench.device.spiRead(
                    slaveSelect: 10, clock: .f1MHz, mode: .mode3, length: 3
                ).hex == "ef 40 18")
            await #expect(throws: MWError.self) {
                try await bench.device.spiRead(parameters: parameters, length: 17)
            }
            await #expect(throws: MWError.self) {
                try await bench.device.spiRead(parameters: parameters, length: 1, id: 16)
            }
            await #expect(throws: MWError.self) {
                try await bench.device.i2cRead(deviceAddress: 1, registerAddress: 1, length: 0)
            }
        }
    }

    @Test func `a long scan response goes out in two packets`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench()
            try await bench.device.setScanResponse(Array(1...14))
            #expect(
                await bench.written() == "11 08 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d | 11 07 0e")
        }
    }

    @Test func `the humidity is read and its oversampling set`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["16 81": ["16 81 00 c8 00 00"]])
            #expect(try await bench.device.readHumidity() == 50)
            try await bench.device.setHumidityOversampling(.x4)
            #expect(await bench.written() == "16 81 | 16 02 03")
        }
    }

    @Test func `the calibration needs a sensor fusion`() async throws {
        try await withVirtualTime {
            let bench = try await BoardBench(["19 8b": ["19 8b 03 02 01"]])
            #expect(
                try await bench.device.readFusionCalibration()
                    == MWSensorFusionCalibration(accelerometer: 3, gyroscope: 2, magnetometer: 1))
            let empty = MetaWearDevice(identifier: UUID(), transport: MockBLETransport())
            let error = await #expect(throws: MWError.self) {
                try await empty.readFusionCalibration()
            }
            guard case .operationFailed = error else { throw Unexpected() }
        }
    }
}

/// An error of another kind than the test expects.
struct Unexpected: Error {}
