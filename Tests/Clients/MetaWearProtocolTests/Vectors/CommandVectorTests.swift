import Testing

@testable import MetaWearProtocol

/// What hosts write to the other modules, byte by byte as the protocol documents show it.
@Suite struct CommandVectorTests {
    static let led: [VectorRow] = [
        // Sensors 4.
        VectorRow(
            "02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a",
            MWLED.SetPattern(color: .green, pattern: pattern(.blink, delay: 5000, count: 10))
                .packet(revision: 0)),
        VectorRow(
            "02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 88 13 0a",
            MWLED.SetPattern(color: .green, pattern: pattern(.blink, delay: 5000, count: 10))),
        VectorRow(
            "02 03 01 02 1f 1f 00 00 f4 01 00 00 e8 03 10 27 14",
            MWLED.SetPattern(color: .red, pattern: pattern(.solid, delay: 10000, count: 20))),
        VectorRow(
            "02 03 02 02 1f 00 d5 02 f4 01 d5 02 d0 07 39 30 28",
            MWLED.SetPattern(color: .blue, pattern: pattern(.breathe, delay: 12345, count: 40))),
        VectorRow("02 01 01", MWLED.Play()),
        VectorRow("02 01 02", MWLED.Autoplay()),
        VectorRow("02 01 00", MWLED.Pause()),
        VectorRow("02 02 00", MWLED.Stop(clearPattern: false)),
        VectorRow("02 02 01", MWLED.Stop()),
        VectorRow(
            "02 02 01 | 02 03 00 02 1f 1f 00 00 f4 01 00 00 e8 03 00 00 ff | "
                + "02 03 01 02 1f 00 00 00 64 00 00 00 f4 01 00 00 03 | 02 01 01",
            MWLED.SetAllChannels(red: .flash, green: .solid)),
        // Never told to the board as 0.
        VectorRow(
            "02 03 01 02 1f 00 00 00 32 00 00 00 f4 01 00 00 ff",
            MWLED.SetPattern(color: .red, pattern(.blink, delay: 0, count: 0))),
    ]

    private static func pattern(
        _ pattern: MWLEDPattern, delay: UInt16, count: UInt8
    ) -> MWLEDPattern {
        var pattern = pattern
        (pattern.delay, pattern.repeatCount) = (delay, count)
        return pattern
    }

    static let peripherals: [VectorRow] = [
        // Haptic, sensors 10.
        VectorRow("08 01 f8 88 13 00", MWHaptic.motor(pulseWidth: 5000)),
        VectorRow("08 01 c6 f4 01 00", MWHaptic.motor(dutyCycle: 80)),
        VectorRow("08 01 7c f4 01 00", MWHaptic.motor(dutyCycle: 50)),
        VectorRow("08 01 f8 f4 01 00", MWHaptic.motor(dutyCycle: 255)),
        VectorRow("08 01 7f 4c 1d 01", MWHaptic.buzzer(pulseWidth: 7500)),
        // Pins, sensors 7.
        VectorRow("05 01 00", MWGPIO.SetHigh(pin: 0)),
        VectorRow("05 02 01", MWGPIO.SetLow(pin: 1)),
        VectorRow("05 05 02", MWGPIO.SetPull(pin: 2, pull: .none)),
        VectorRow("05 04 03", MWGPIO.SetPull(pin: 3, pull: .down)),
        VectorRow("05 03 04", MWGPIO.SetPull(pin: 4, pull: .up)),
        VectorRow("05 86 03", MWGPIO.AnalogRead(mode: .absoluteReference, pin: 3)),
        VectorRow("05 87 02", MWGPIO.AnalogRead(mode: .adc, pin: 2)),
        VectorRow("05 c6 03", MWGPIO.AnalogRead(mode: .absoluteReference, pin: 3, silent: true)),
        VectorRow("05 c7 02", MWGPIO.AnalogRead(mode: .adc, pin: 2, silent: true)),
        VectorRow("05 88 04", MWGPIO.DigitalRead(pin: 4)),
        VectorRow("05 c8 04", MWGPIO.DigitalRead(pin: 4, silent: true)),
        VectorRow(
            "05 86 03 01 02 02 15",
            MWGPIO.AnalogRead(
                mode: .absoluteReference, pin: 3,
                parameters: MWGPIO.AnalogReadParameters(
                    pullupPin: 1, pulldownPin: 2, virtualPin: 0x15, delayMicroseconds: 11))),
        VectorRow(
            "05 87 03 ff ff 00 ff",
            MWGPIO.AnalogRead(mode: .adc, pin: 3, parameters: .defaults)),
        VectorRow("05 09 05 03", MWGPIO.ConfigurePinChange(pin: 5, type: .any)),
        VectorRow("05 09 06 02", MWGPIO.ConfigurePinChange(pin: 6, type: .falling)),
        VectorRow("05 09 07 01", MWGPIO.ConfigurePinChange(pin: 7, type: .rising)),
        VectorRow("05 0b 05 01", MWGPIO.StartPinMonitor(pin: 5)),
        VectorRow("05 0b 06 00", MWGPIO.StopPinMonitor(pin: 6)),
        // Light strips, colour, proximity, conductance: sensors 8, 12, 18, 19.
        VectorRow(
            "06 01 01 03 00 1e",
            NeoPixel.initialise(strand: 1, order: .gbr, isFast: false, pin: 0, count: 30)),
        VectorRow(
            "06 04 01 18 d5 55 6b",
            NeoPixel.set(strand: 1, index: 24, red: 0xD5, green: 0x55, blue: 0x6B)),
        VectorRow(
            "06 05 00 01 4b e8 03",
            NeoPixel.rotate(strand: 0, backwards: true, repetitions: 75, periodMs: 1000)),
        VectorRow("06 06 02", NeoPixel.free(strand: 2)),
        VectorRow("17 81", OlderSensors.readColour),
        VectorRow("17 02 fe 00 00", OlderSensors.configureColour(cycles: 2, gain: 0, isLit: false)),
        VectorRow(
            "17 02 01 00 00", OlderSensors.configureColour(cycles: 255, gain: 0, isLit: false)),
        VectorRow("17 02 ff 01 00", OlderSensors.configureColour(cycles: 1, gain: 1, isLit: false)),
        VectorRow("18 81", OlderSensors.readProximity),
        VectorRow(
            "18 02 ff 01 a0",
            OlderSensors.configureProximity(cycles: 1, pulses: 1, channel: 2, current: 2)),
        VectorRow(
            "18 02 ff 20 a0",
            OlderSensors.configureProximity(cycles: 1, pulses: 32, channel: 2, current: 2)),
        VectorRow(
            "18 02 ff 01 90",
            OlderSensors.configureProximity(cycles: 1, pulses: 1, channel: 1, current: 2)),
        VectorRow(
            "18 02 ff 01 e0",
            OlderSensors.configureProximity(cycles: 1, pulses: 1, channel: 2, current: 3)),
        VectorRow("10 81 02", OlderSensors.readConductance(channel: 2)),
        // SPI, sensors 11.
        VectorRow(
            "0d 02 0a 0b 0c 0d 18 aa bb",
            MWSerial.SPIWrite(
                parameters: MWSerial.SPIParameters(
                    slaveSelectPin: 10, clockPin: 11, mosiPin: 12, misoPin: 13, mode: .mode0,
                    frequency: .f1MHz), data: [0xAA, 0xBB])),
        VectorRow(
            "0d 02 00 01 02 03 1e 9f",
            MWSerial.SPIWrite(slaveSelect: 0, clock: .f1MHz, mode: .mode3, data: [0x9F])),
    ]

    static let settings: [VectorRow] = [
        // Core 8 and 1.4.
        VectorRow("11 01 41 6e 74 69 57 61 72 65", MWSettings.SetDeviceName("AntiWare")),
        VectorRow(
            "11 02 9b 02 b4", MWSettings.SetAdvertisingInterval(intervalMs: 417, timeoutSec: 180)),
        VectorRow(
            "11 02 a1 01 b4",
            MWSettings.SetAdvertisingInterval(intervalMs: 417, timeoutSec: 180)
                .packet(revision: 0)),
        VectorRow(
            "11 02 9b 02 00 00",
            MWSettings.SetAdvertisingInterval(adType: .connectableUndirected)),
        VectorRow("11 03 ec", MWSettings.SetTXPower(.minus20)),
        VectorRow("11 05", MWSettings.StartAdvertising()),
        VectorRow(
            "11 08 03 03 d8 fe 10 16 d8 fe 00 12 00 6d 62 | 11 07 69 65 6e 74 6c 61 62 00",
            MWSettings.SetScanResponse([
                0x03, 0x03, 0xD8, 0xFE, 0x10, 0x16, 0xD8, 0xFE, 0x00, 0x12, 0x00, 0x6D, 0x62, 0x69,
                0x65, 0x6E, 0x74, 0x6C, 0x61, 0x62, 0x00,
            ])),
        VectorRow("11 07 01 02 03", MWSettings.SetScanResponse([1, 2, 3])),
        VectorRow(
            "11 07 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11",
            MWSettings.SetScanResponse([UInt8](0..<18), limit: 18)),
        VectorRow(
            "11 09 58 02 20 03 80 00 66 06",
            MWSettings.SetConnectionParameters(
                minInterval: 600, maxInterval: 800, latency: 128, timeout: 1638)),
        VectorRow("11 8b", MWMACAddress().readPacket),
        VectorRow("11 8c", MWSettings.ReadBatteryState().readPacket),
        VectorRow("11 91", MWSettings.ReadPowerStatus().readPacket),
        VectorRow("11 92", MWSettings.ReadChargeStatus().readPacket),
        VectorRow("11 13 03", MWSettings.SetWhitelistFilterMode(.scanAndConnectionRequests)),
        VectorRow("11 1c 01", MWSettings.SetThreeVoltPower(true)),
        VectorRow("11 1d 01", MWSettings.SetForce1MPhy(true)),
        VectorRow("11 11 01", Packet.subscribe(.settings, 0x11, true)),
        // iBeacon, core 8.1.
        VectorRow("07 01 01", MWiBeacon.Enable()),
        VectorRow("07 01 00", MWiBeacon.Disable()),
        VectorRow(
            "07 02 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 06 90 6a 32",
            MWiBeacon.SetUUID(
                (
                    0x32, 0x6A, 0x90, 0x06, 0x85, 0xCB, 0x91, 0x95, 0xD9, 0xDD, 0x46, 0x4C, 0xFB,
                    0xBA, 0xE7, 0x5A
                ))),
        VectorRow("07 03 4e 00", MWiBeacon.SetMajor(78)),
        VectorRow("07 04 1d 1d", MWiBeacon.SetMinor(7453)),
        VectorRow("07 05 c9", MWiBeacon.SetRXPower()),
        VectorRow("07 06 f4", MWiBeacon.SetTXPower(-12)),
        VectorRow("07 07 b3 3a", MWiBeacon.SetPeriod(15027)),
        // Debug, core 9.
        VectorRow("fe 01", MWDebug.Reset()),
        VectorRow("fe 02", MWDebug.JumpToBootloader()),
        VectorRow("fe 03 01 01 00 07", MWDebug.SpoofButtonEvent(7)),
        VectorRow("fe 04 ef be ad de", MWDebug.WriteKey(0xDEAD_BEEF)),
        VectorRow("fe 84", MWDebug.WriteKey.read),
        VectorRow("fe 05", MWDebug.ResetAfterGC()),
        VectorRow("fe 06", MWDebug.Disconnect()),
        VectorRow("fe 07", MWDebug.EnablePowerSave()),
        VectorRow("fe 09 01", MWDebug.SetStackOverflowAssertion(true)),
        VectorRow("fe 89", MWDebug.ReadStackOverflowState().readPacket),
        VectorRow("fe 8a", MWDebug.ReadScheduleQueueUsage().readPacket),
    ]

    static let discovery: [VectorRow] = [
        // Core 2.2.
        VectorRow(
            [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 17, 18, 19, 20, 21, 22, 25, 254]
                .map { (id: UInt8) in
                    let digits = String(id, radix: 16)
                    return (digits.count == 1 ? "0" : "") + digits + " 80"
                }
                .joined(separator: " | "), BoardDescription().missing),
        VectorRow("0b 84", LogCommand.readTime),
    ]

    @Test(arguments: led)
    func `the LED's packets (sensors 4)`(_ row: VectorRow) { row.check() }

    @Test(arguments: peripherals)
    func `packets of motor, pins, strips and buses (sensors 7 to 12, 18, 19)`(_ row: VectorRow) {
        row.check()
    }

    @Test(arguments: settings)
    func `packets of settings, beacon and debug (core 8 and 9)`(_ row: VectorRow) { row.check() }

    @Test(arguments: discovery)
    func `the questions at a connection (core 2)`(_ row: VectorRow) { row.check() }

    @Test func `I2C and SPI, which check their arguments (sensors 11)`() throws {
        let read = try MWSerial.I2CRead(
            deviceAddress: 0x1C, registerAddress: 0x0D, length: 1, id: 0x0A, silent: true)
        VectorRow("0d c1 1c 0d 0a 01", read).check()
        VectorRow(
            "0d 81 1c 0d ff 01",
            try MWSerial.I2CRead(deviceAddress: 0x1C, registerAddress: 0x0D, length: 1, id: 0xFF)
        ).check()
        VectorRow(
            "0d 01 68 6b ff 02 de ad",
            try MWSerial.I2CWrite(deviceAddress: 0x68, registerAddress: 0x6B, data: [0xDE, 0xAD])
        ).check()
        let parameters = MWSerial.SPIParameters(
            slaveSelectPin: 10, clockPin: 0, mosiPin: 11, misoPin: 7, mode: .mode3,
            frequency: .f8MHz, useNRFPins: true)
        VectorRow(
            "0d c2 0a 00 0b 07 76 e4 da",
            try MWSerial.SPIRead(
                parameters: parameters, length: 5, id: 0x0E, writeData: [0xDA], silent: true)
        ).check()
        // Both forms of the answer, with bit 7 and without.
        #expect(try MWSerial.readBytes([0x0D, 0x81, 0x0A, 0x2A]) == [0x2A])
        #expect(try MWSerial.readBytes([0x0D, 0x02, 0x0C, 1, 2, 3]) == [1, 2, 3])
        #expect(throws: MWError.self) { try MWSerial.readBytes([0x0C, 0x02, 0x00]) }
        #expect(throws: MWError.self) {
            try MWSerial.I2CWrite(
                deviceAddress: 1, registerAddress: 2, data: [UInt8](repeating: 0, count: 11))
        }
        #expect(throws: MWError.self) {
            try MWSerial.SPIRead(parameters: parameters, length: 17)
        }
        #expect(throws: MWError.self) {
            try MWSerial.I2CRead(deviceAddress: 1, registerAddress: 2, length: 0)
        }
    }

    @Test func `names and addresses are checked (core 8)`() throws {
        for name in ["MetaWear", "a", "A_b-9 ", String(repeating: "x", count: 26)] {
            #expect(MWSettings.isNameValid(name))
        }
        for name in ["", "x$", "~", "*", "Ä", String(repeating: "x", count: 27)] {
            #expect(!MWSettings.isNameValid(name))
            #expect(throws: MWError.self) { try MWSettings.SetDeviceName(validating: name) }
        }
        let address = try MWSettings.BluetoothAddress.parse("ed:AA-a4:ce-A6:A4", type: .random)
        #expect(address.displayString == "ED:AA:A4:CE:A6:A4")
        VectorRow(
            "11 14 02 01 a4 a6 ce a4 aa ed",
            MWSettings.AddWhitelistAddress(index: 2, address: address)
        ).check()
        for text in ["", "ED:AA:A4:CE:A6", "ED:AA:A4:CE:A6:A4:00", "EDAAA4CEA6A4", "+1:0:0:0:0:0"] {
            #expect(throws: MWError.self) { try MWSettings.BluetoothAddress.parse(text) }
        }
        // 65,535 ms would be more steps than the register holds.
        #expect(
            MWSettings.SetAdvertisingInterval(intervalMs: .max).packet.payload == [0xFE, 0xFF, 0])
    }
}
