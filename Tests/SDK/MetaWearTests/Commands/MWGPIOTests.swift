import Foundation
import Testing

@testable import MetaWear

/// Pins, the button, and the buses on the pins, as `Data`.
@Suite struct MWGPIOTests {
    private static let driven = MWGPIO.AnalogReadParameters(
        pullupPin: 1, pulldownPin: 2, virtualPin: 0x15, delayMicroseconds: 11)

    static let pins: [Row] = [
        Row("05 01 00", MWGPIO.SetHigh(pin: 0)),
        Row("05 02 01", MWGPIO.SetLow(pin: 1)),
        Row("05 03 02", MWGPIO.SetPull(pin: 2, pull: .up)),
        Row("05 04 02", MWGPIO.SetPull(pin: 2, pull: .down)),
        Row("05 05 02", MWGPIO.SetPull(pin: 2, pull: .none)),
        Row("05 09 03 01", MWGPIO.ConfigurePinChange(pin: 3, type: .rising)),
        Row("05 09 03 02", MWGPIO.ConfigurePinChange(pin: 3, type: .falling)),
        Row("05 09 03 03", MWGPIO.ConfigurePinChange(pin: 3, type: .any)),
        Row("05 0b 03 01", MWGPIO.StartPinMonitor(pin: 3)),
        Row("05 0b 03 00", MWGPIO.StopPinMonitor(pin: 3)),
        Row("05 88 04", MWGPIO.DigitalRead(pin: 4)),
        Row("05 c8 04", MWGPIO.DigitalRead(pin: 4, silent: true)),
        Row("05 86 02", MWGPIO.AnalogRead(mode: .absoluteReference, pin: 2)),
        Row("05 c7 02", MWGPIO.AnalogRead(mode: .adc, pin: 2, silent: true)),
        Row("05 87 03 ff ff 00 ff", MWGPIO.AnalogRead(mode: .adc, pin: 3, parameters: .defaults)),
        Row(
            "05 86 03 01 02 02 15",
            MWGPIO.AnalogRead(mode: .absoluteReference, pin: 3, parameters: driven)),
        Row("05 09 05 03", MWGPIOPinChange(pin: 5).configureCommands),
        Row("05 0b 05 01", MWGPIOPinChange(pin: 5, type: .rising).enableCommands),
        Row("05 0b 05 01", MWGPIOPinChange(pin: 5).enableCommand),
        Row("05 0b 05 00", MWGPIOPinChange(pin: 5).disableCommands),
        Row("05 0b 05 00", MWGPIOPinChange(pin: 5).disableCommand),
        Row("", MWGPIOPinChange(pin: 5).startCommands),
        Row("", MWGPIOPinChange(pin: 5).stopCommands),
    ]

    private static let spi = MWSerial.SPIParameters(
        slaveSelectPin: 10, clockPin: 0, mosiPin: 11, misoPin: 7, mode: .mode3, frequency: .f8MHz,
        useNRFPins: true)

    static let buses: [Row] = [
        Row(
            "0d 01 1c 0a ff 02 07 08",
            [
                (try? MWSerial.I2CWrite(
                    deviceAddress: 0x1C, registerAddress: 0x0A, data: [7, 8]))?.commandData
                    ?? Data()
            ]),
        Row("0d 02 0a 00 0b 07 76 9f", MWSerial.SPIWrite(parameters: spi, data: [0x9F])),
        Row(
            "0d 02 0a 01 02 03 1e 9f",
            MWSerial.SPIWrite(slaveSelect: 10, clock: .f1MHz, mode: .mode3, data: [0x9F])),
    ]

    @Test(arguments: pins + buses) func `commands have the documents' bytes`(_ row: Row) {
        row.check()
    }

    @Test func `pins are read from notifications`() throws {
        let change = try MWGPIOPinChange(pin: 1).parseSample(from: Data(hex: "05 0a 01 01").slice)
        #expect(change.pin == 1 && change.isHigh)
        #expect(MWGPIO.AnalogReadMode.adc.readRegister == 0x87)
        #expect(MWGPIO.AnalogReadMode.absoluteReference.silentReadRegister == 0xC6)
        #expect(Self.driven.encodedDelay == 2)
        #expect(MWGPIO.AnalogReadParameters(delayMicroseconds: 2000).encodedDelay == 255)
        #expect(MWGPIO.AnalogReadParameters.unusedPin == 0xFF)
    }

    @Test func `the button writes nothing, and only 1 is pressed`() throws {
        let button = MWSwitch()
        #expect(button.module == .switch_ && button.dataRegister == 0x01)
        #expect(button.configureCommands.isEmpty && button.warmupCommands.isEmpty)
        #expect(button.enableCommand.isEmpty && button.startCommand.isEmpty)
        #expect(button.enableCommands.isEmpty && button.startCommands.isEmpty)
        #expect(button.stopCommands.isEmpty && button.disableCommands.isEmpty)
        for (state, isPressed) in [(0x01, true), (0x00, false), (0x02, false), (0xFF, false)] {
            #expect(try button.parseSample(from: Data([0x01, 0x01, UInt8(state)])) == isPressed)
        }
        #expect(throws: MWError.self) { try button.parseSample(from: Data([0x01, 0x01])) }
    }

    @Test func `the buses refuse what does not fit`() throws {
        #expect(MWSerial.I2CWrite.maxPayloadLength == 10)
        #expect(throws: MWError.self) {
            try MWSerial.I2CWrite(
                deviceAddress: 0, registerAddress: 0, data: Array(repeating: 0, count: 11))
        }
        #expect(Self.spi.bitfield == 0x76)
        #expect(Self.spi.encodedBytes == [10, 0, 11, 7, 0x76])
    }
}
