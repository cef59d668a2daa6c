import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// Blocks of the articles on light, motor, pins, buses and radio settings. The body of each function is a block.
@Suite struct OutputSnippets {
    // snippet 23
    static func playOneColour(_ device: MetaWearDevice) async throws {
        try await device.send(MWLED.SetPattern(color: .green, .blink))
        try await device.send(MWLED.Play())
        try await Task.sleep(for: .seconds(2))
        try await device.send(MWLED.Pause())
        try await device.send(MWLED.Play())
        try await device.send(MWLED.Stop(clearPattern: false))  // Play() brings it back
        try await device.send(MWLED.Stop())  // the pattern is gone
    }

    static func playTwoColours(_ device: MetaWearDevice) async throws {
        try await device.setLED(
            red: MWLEDPattern(
                highIntensity: 10, riseTime: 100, highTime: 200, fallTime: 100,
                pulseDuration: 800, repeatCount: 0),
            green: MWLEDPattern(
                highIntensity: 31, riseTime: 100, highTime: 300, fallTime: 100,
                pulseDuration: 800, repeatCount: 0),
            autoPlay: true)
        try await Task.sleep(for: .seconds(5))
        try await device.stopLED()
    }

    // snippet 26
    static func vibrate(_ device: MetaWearDevice) async throws {
        try await device.send(MWHaptic.motor(dutyCycle: 80, pulseWidth: 500))
        try await device.send(MWHaptic.buzzer(pulseWidth: 200))
    }

    // snippet 25
    static func watchButton(_ device: MetaWearDevice) async throws {
        for try await event in try await device.startStream(MWSwitch()) {
            print(event.value ? "pressed" : "released")
        }
    }

    static func countPresses(_ device: MetaWearDevice) async throws -> Int {
        let button = MWSwitch()
        let events = try await device.startStream(button)
        var presses = 0
        for try await event in events where event.value {
            presses += 1
            if presses == 3 { break }
        }
        try await device.stopStreaming(button)
        return presses
    }

    @Test func `three presses of the button`() async throws {
        try await withBoard(.metaMotionS) { desk, device in
            try await device.connect()
            let count = Task { try await Self.countPresses(device) }
            for _ in 0..<3 {
                try await Task.sleep(for: .seconds(1))
                desk.boards[0].setButton(pressed: true)
                try await Task.sleep(for: .seconds(1))
                desk.boards[0].setButton(pressed: false)
            }
            #expect(try await count.value == 3)
        }
    }

    @Test func `light, motor and button`() async throws {
        try await withBoard(.metaMotionR) { desk, device in
            try await device.connect()
            try await Self.playOneColour(device)
            try await Self.playTwoColours(device)
            try await Self.vibrate(device)
            let lines = try await Printed.lines {
                try await play(for: .seconds(1)) {
                    try await Self.watchButton(device)
                } end: {
                    desk.boards[0].setButton(pressed: true)
                    try await Task.sleep(for: .seconds(1))
                    desk.boards[0].setButton(pressed: false)
                    try await Task.sleep(for: .seconds(1))
                    try await device.stopStreaming(MWSwitch())
                }
            }
            #expect(lines == ["pressed", "released"])
        }
    }

    // snippet 24
    static func drivePin(_ device: MetaWearDevice) async throws {
        try await device.send(MWGPIO.SetHigh(pin: 0))
        try await device.send(MWGPIO.SetLow(pin: 0))
        try await device.send(MWGPIO.SetPull(pin: 1, pull: .up))
    }

    static func readPin(_ device: MetaWearDevice) async throws {
        let isHigh = try await device.readDigital(pin: 1)
        let part = try await device.readAnalogADC(pin: 1)
        let millivolts = try await device.readAnalogAbsolute(pin: 1)
        print(isHigh ? "high" : "low", part, "of 1023,", millivolts, "mV")
    }

    static func watchPin(_ device: MetaWearDevice) async throws {
        let changes = MWGPIOPinChange(pin: 1, type: .any)
        for try await sample in try await device.startStream(changes) {
            print("pin", sample.value.pin, sample.value.isHigh ? "high" : "low")
        }
    }

    @Test func `pins`() async throws {
        try await withBoard(.metaMotionR) { desk, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await Self.drivePin(device)
                try await Self.readPin(device)
                try await play(for: .seconds(1)) {
                    try await Self.watchPin(device)
                } end: {
                    desk.boards[0].setPin(1, volts: 0)
                    try await Task.sleep(for: .seconds(1))
                    try await device.stopStreaming(MWGPIOPinChange(pin: 1))
                }
            }
            #expect(lines.count == 2 && lines[0].hasPrefix("high"))
            #expect(lines.last == "pin 1 low")
        }
    }

    // snippet 33
    static func wakeChip(_ device: MetaWearDevice) async throws {
        try await device.send(
            try MWSerial.I2CWrite(deviceAddress: 0x68, registerAddress: 0x6B, data: [0x00]))
    }

    // snippet 34
    static func identifyChip(_ device: MetaWearDevice) async throws {
        let bytes = try await device.i2cRead(
            deviceAddress: 0x68, registerAddress: 0x75, length: 1)
        print("WHO_AM_I:", bytes.map { String(format: "%02X", $0) })
    }

    // snippet 35
    static func sendOverSPI(_ device: MetaWearDevice) async throws {
        try await device.send(
            MWSerial.SPIWrite(slaveSelect: 0, clock: .f1MHz, mode: .mode3, data: [0x9F]))
    }

    // snippet 36
    static func readOverSPI(_ device: MetaWearDevice) async throws {
        let bytes = try await device.spiRead(
            slaveSelect: 0, clock: .f1MHz, mode: .mode3, length: 3, writeData: [0x9F])
        print("manufacturer and type:", bytes.map { String(format: "%02X", $0) })
    }

    static func readOverSPIWithPins(_ device: MetaWearDevice) async throws {
        let pins = MWSerial.SPIParameters(
            slaveSelectPin: 0, clockPin: 1, mosiPin: 2, misoPin: 3, mode: .mode3,
            frequency: .f1MHz)
        let bytes = try await device.spiRead(parameters: pins, length: 3, writeData: [0x9F])
        print(bytes.count, "bytes")
    }

    @Test func `chips on both buses`() async throws {
        try await withBoard(.metaMotionR) { desk, device in
            let sensor = RegisterMapDevice(name: "sensor")
            sensor.preset([0x68], at: 0x75, isReadOnly: true)
            sensor.preset([0x40], at: 0x6B)
            desk.boards[0].attach(sensor, at: .i2c(0x68))
            let flash = RegisterMapDevice(name: "flash")
            flash.preset([0xEF, 0x40, 0x18], at: 0x9F)
            desk.boards[0].attach(flash, at: .spi(select: 0))
            try await device.connect()
            let lines = try await Printed.lines {
                try await Self.wakeChip(device)
                try await Self.identifyChip(device)
                try await Self.sendOverSPI(device)
                try await Self.readOverSPI(device)
                try await Self.readOverSPIWithPins(device)
            }
            #expect(sensor[0x6B] == 0)
            #expect(lines.count == 3 && lines[0].contains("68"))
        }
    }

    // snippet 37
    static func advertiseBeacon(_ device: MetaWearDevice, _ region: UUID) async throws {
        try await device.send(MWiBeacon.SetUUID(uuid: region))
        try await device.send(MWiBeacon.SetMajor(1))
        try await device.send(MWiBeacon.SetMinor(2))
        try await device.send(MWiBeacon.SetTXPower(-4))  // dBm
        try await device.send(MWiBeacon.SetPeriod(700))  // ms
        try await device.send(MWiBeacon.Enable())
    }

    static func endBeacon(_ device: MetaWearDevice) async throws {
        try await device.send(MWiBeacon.Disable())
    }

    // snippet 44
    static func setName(_ device: MetaWearDevice) async throws {
        try await device.send(MWSettings.SetDeviceName("MetaWear left"))  // cut at 26 bytes
        try await device.send(MWSettings.SetDeviceName(validating: "MetaWear left"))  // or throws
        try await device.send(MWSettings.SetTXPower(.minus4))
    }

    // snippet 45
    @MainActor static func rename(
        _ device: MetaWearDevice, _ scanner: MetaWearScanner
    ) async throws {
        try await device.send(MWSettings.SetDeviceName("MetaWear left"))
        try await device.disconnect()
        scanner.clearAdvertisedName(for: device.identifier)
        scanner.startScan()
        try await Task.sleep(for: .seconds(5))
        scanner.stopScan()
        print(scanner.advertisedNames[device.identifier] ?? "not heard")
    }

    // snippet 46
    static func debug(_ device: MetaWearDevice, _ need: String) async throws {
        switch need {
        case "restart": try await device.sendExpectingDisconnect(MWDebug.Reset())
        case "bootloader": try await device.sendExpectingDisconnect(MWDebug.JumpToBootloader())
        case "hang up": try await device.sendExpectingDisconnect(MWDebug.Disconnect())
        case "restart without erased macros": try await device.send(MWDebug.ResetAfterGC())
        default: try await device.send(MWDebug.EnablePowerSave())
        }
    }

    @Test(arguments: [
        "restart", "bootloader", "hang up", "restart without erased macros", "sleep",
    ])
    func `debug commands`(need: String) async throws {
        try await withBoard { _, device in
            try await device.connect()
            try await Self.debug(device, need)
            // Two of them only prepare something for the end of the link or the next reset.
            let isLater = ["sleep", "restart without erased macros"].contains(need)
            #expect(await device.state == (isLater ? .idle : .disconnected))
        }
    }

    @Test func `beacon and name`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionR).identifier
        try await withVirtualTimeAndScanner(desk) { scanner in
            let device = scanner.device(forKnownIdentifier: board)
            try await device.connect()
            try await Self.advertiseBeacon(device, UUID())
            try await Self.endBeacon(device)
            try await Self.setName(device)
            let lines = try await Printed.lines { try await Self.rename(device, scanner) }
            #expect(lines == ["MetaWear left"])
        }
    }
}
