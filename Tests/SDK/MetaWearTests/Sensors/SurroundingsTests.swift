import Foundation
import Testing

@testable import MetaWear

/// Pressure, altitude, light, humidity and temperature, as `Data`.
@Suite struct SurroundingsTests {
    static let rows: [Row] = [
        Row("12 03 2c 00", MWBarometer().configureCommands),
        Row(
            "12 03 54 50",
            MWBarometer(oversampling: .ultraHigh, iirFilter: .avg16, standbyTime: .ms125)
                .configureCommands),
        Row(
            "12 03 30 c4",
            MWBarometer(oversampling: .high, iirFilter: .avg2, bmeStandbyTime: .ms10)
                .configureCommands),
        Row("12 04 01 01", MWBarometer().enableCommand),
        Row("12 04 01 01", MWBarometer().startCommand),
        Row("12 04 01 01", MWBarometer().enableCommands),
        Row("12 04 01 01", MWBarometer().startCommands),
        Row("12 04 00 00", MWBarometer().stopCommand),
        Row("12 04 00 00", MWBarometer().disableCommand),
        Row("12 04 00 00", MWBarometer().stopCommands),
        Row("12 04 00 00", MWBarometer().disableCommands),
        Row(
            "12 03 54 00",
            MWAltimeter(
                config: MWBarometer(
                    oversampling: .ultraHigh, iirFilter: .off, standbyTime: .ms0_5)
            ).configureCommands),
        Row("12 04 01 01", MWAltimeter().enableCommand),
        Row("12 04 01 01", MWAltimeter().startCommands),
        Row("12 04 00 00", MWAltimeter().stopCommands),
        Row("12 04 00 00", MWAltimeter().disableCommand),
        Row("12 81", MWBarometerPressureRead().readCommand),
        Row("14 02 00 03", MWAmbientLight().configureCommands),
        Row(
            "14 02 1c 3d",
            MWAmbientLight(gain: .x96, integrationTime: .ms350, measurementRate: .ms2000)
                .configureCommands),
        Row("14 01 01", MWAmbientLight().startCommands),
        Row("14 01 00", MWAmbientLight().stopCommands),
        Row("", MWAmbientLight().enableCommands),
        Row("", MWAmbientLight().disableCommands),
        Row("14 02 18 03", MWAmbientLightWriteConfig(MWAmbientLight(gain: .x48))),
        Row("16 81", MWHumidity().readCommand),
        Row("16 02 05", MWHumiditySetOversampling(oversampling: .x16)),
        Row("04 81 03", MWThermometer(channel: 3).readCommand),
        Row("04 c1 03", MWThermometer(channel: 3, silent: true).readCommand),
        Row("04 81 00", MWTemperatureChannel().readCommand),
        Row("04 c1 02", MWTemperatureChannel.externalThermistorRPro.silentReadCommand),
        Row(
            "04 02 01 00 01 01",
            MWThermometerConfigureExt(channel: 1, dataPin: 0, pulldownPin: 1, activeHigh: true)),
    ]

    @Test(arguments: rows) func `commands have the documents' bytes`(_ row: Row) { row.check() }

    @Test func `values have their units`() throws {
        let pressure = Data(hex: "12 01 00 d0 8b 01")
        #expect(try MWBarometer().parseSample(from: pressure.slice) == 101_328)
        #expect(try MWBarometer().parseLogSample(from: pressure.dropFirst(2)) == 101_328)
        #expect(try MWAltimeter().parseSample(from: Data(hex: "12 02 80 ff ff ff")) == -0.5)
        #expect(
            try MWBarometerPressureRead().parseSample(from: Data(hex: "12 81 00 d0 8b 01"))
                == 101_328)
        #expect(try MWAmbientLight().parseSample(from: Data(hex: "14 03 e8 03 00 00")) == 1000)
        #expect(MWAmbientLight.lux(from: 1500) == 1.5)
        #expect(try MWHumidity().parseSample(from: Data(hex: "16 81 00 c8 00 00")) == 50)
        #expect(try MWHumidity().parseLogSample(from: Data(hex: "00 c8 00 00").slice) == 50)
        let thermometer = MWThermometer(channel: 2)
        #expect(try thermometer.parseSample(from: Data(hex: "04 81 02 f8 ff")) == -1)
        #expect(try thermometer.parseLogSample(from: Data(hex: "c4 00").slice) == 24.5)
        #expect(throws: MWError.self) {
            try thermometer.parseSample(from: Data(hex: "04 81 02 f8"))
        }
    }

    @Test func `loggers take whole values`() {
        for chunks in [
            MWBarometer().logDataChunks, MWAmbientLight().logDataChunks, MWHumidity().logDataChunks,
        ] {
            #expect(chunks.map { [$0.offset, $0.length] } == [[0, 4]])
        }
        let thermometer = MWThermometer(channel: 2)
        #expect(thermometer.logDataChunks.map { [$0.offset, $0.length] } == [[0, 2]])
        #expect(thermometer.loggerTriggerIndex == 2 && thermometer.loggerTriggerRegister == 0xC1)
        #expect(MWHumidity().loggerTriggerIndex == 0xFF)
        #expect(MWHumidity().loggerTriggerRegister == 0xC1)
        #expect(MWBarometer().loggerKey == "pressure")
        #expect(MWAmbientLight().loggerKey == "illuminance")
    }

    /// Through the protocol alone, as a device sees them.
    @Test func `a polled value's index is seen through the protocol`() {
        func index(_ value: some MWPolledLoggable) -> UInt8 { value.loggerTriggerIndex }
        #expect(index(MWThermometer(channel: 3)) == 3)
        #expect(index(MWHumidity()) == 0xFF)
    }

    @Test func `polled loggers of different channels have different keys`() {
        #expect(MWPolledLogger(readable: MWHumidity(), periodMs: 10).loggerKey == "polled-16-01")
        func key(_ channel: UInt8) -> String {
            MWPolledLogger(readable: MWThermometer(channel: channel), periodMs: 10).loggerKey
        }
        #expect(key(0) == "polled-04-01")
        #expect(key(1) == "polled-04-01-01")
        #expect(Set((0...3).map { key(UInt8($0)) }).count == 4)
    }

    @Test func `choices have their numbers`() {
        #expect(MWBarometer(standbyTime: .ms4000).standbyRaw == 7)
        #expect(MWBarometer.BMPStandbyTime.ms62_5.ms == 62.5)
        #expect(MWBarometer.BMEStandbyTime.ms20.rawValue == 7)
        #expect(MWAmbientLight.Gain.x48.registerValue == 6)
        #expect(MWAmbientLight(gain: .x48).configByte0 == 0x18)
        #expect(MWAmbientLight.IntegrationTime.ms350.milliseconds == 350)
        #expect(MWAmbientLight.MeasurementRate.ms200.milliseconds == 200)
        #expect(MWThermometerSource(rawValue: 3) == .presetThermistor)
        #expect(MWTemperatureChannel.bmp280.channel == 3 && MWTemperatureChannel.bosch.channel == 2)
        #expect(MWTemperatureChannel.nrf.channel == 0)
        #expect(MWTemperatureChannel.presetThermistor.channel == 1)
        #expect(MWTemperatureChannel.externalThermistor.channel == 1)
    }
}
