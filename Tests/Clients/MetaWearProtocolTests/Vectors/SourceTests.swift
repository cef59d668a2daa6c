import MetaWearTables
import Testing

@testable import MetaWearProtocol

/// Sources of data: how they are subscribed to, and which register a chip has for a feature.
@Suite struct SourceTests {
    @Test(arguments: [
        (SourceKey(.accelerometer, 0x04), ["03 04 01"], ["03 04 00"]),
        (.processor(3), ["09 07 03 01", "09 03 01"], ["09 07 03 00"]),
        (SourceKey(.timer, 0x06, 2), ["0c 07 02 01"], ["0c 07 02 00"]),
        // Only to be read.
        (SourceKey(.temperature, 0xC1, 0), [], []), (.processorState(1), [], []),
    ])
    func `a source is subscribed to as documented`(
        key: SourceKey, on: [String], off: [String]
    ) {
        #expect(key.subscribe(true).map(\.description) == on)
        #expect(key.subscribe(false).map(\.description) == off)
    }

    @Test func `a processor takes what loggers take from silent reads`() {
        #expect(SourceKey(.temperature, 0xC1, 0).loud == SourceKey(.temperature, 0x81, 0))
        #expect(SourceKey(.accelerometer, 0x04).loud == SourceKey(.accelerometer, 0x04))
        #expect(SourceKey.processorState(1).loud == .processorState(1))
    }

    /// Sensors 5.3, 5.5 and 5.6, in the order of the features.
    @Test(arguments: [
        (
            InertialChip.bmi160Accelerometer,
            [0xDA, 0x19, 0x0B, 0x0E, 0x11, 0x14, 0x08, 0x08, nil, nil] as [UInt8?]
        ),
        (.bma255Accelerometer, [nil, nil, 0x0B, 0x0E, 0x11, 0x14, 0x08, 0x08, nil, nil]),
        (.bmi270Accelerometer, [0x0B, 0x0B, 0x09, nil, nil, nil, nil, nil, 0x0C, 0x0A]),
        (.mma8452qAccelerometer, Array(repeating: nil, count: 10)),
    ])
    func `each chip has its features`(chip: InertialChip, registers: [UInt8?]) {
        #expect(AccelerometerFeature.allCases.map { chip.register(of: $0) } == registers)
    }

    @Test func `every feature is a row of the table of signals`() {
        let features = Signal.allCases.compactMap { AccelerometerFeature($0) }
        #expect(Set(features) == Set(AccelerometerFeature.allCases))
    }

    @Test func `triggers of one source are grouped by their offsets`() {
        let answers: [[UInt8]] = [
            [3, 4, 0xFF, 0x60], [0x13, 5, 0xFF, 0x22], [3, 4, 0xFF, 0x24], [3, 4, 0xFF, 0x60],
            [3, 4, 0xFF, 0x24],
        ]
        let loggers = answers.enumerated().compactMap {
            ActiveLogger(id: UInt8($0), answer: [0x0B, 0x82] + $1)
        }
        // Two whole sets, and one axis of another sensor.
        #expect(
            ActiveLogger.groups(of: loggers).map { $0.map(\.loggerID) } == [[0, 2], [1], [3, 4]])
        #expect(ActiveLogger(id: 0, answer: [0x0B, 0x82]) == nil)
        #expect(ActiveProcessor(id: 0, answer: [0x09, 0x82]) == nil)
    }

    @Test func `an advertising interval need not be whole milliseconds`() {
        let interval = MWSettings.SetAdvertisingInterval(
            microseconds: 417_500, timeoutSec: 0, adType: nil)
        #expect(interval.packet(revision: 1).description == "11 02 9c 02 00")
        #expect(interval.packet(revision: 0).description == "11 02 a1 01 00")
    }

    @Test func `a root and a power are plain numbers`() throws {
        let acceleration = BoardSignal(
            name: "acceleration", key: SourceKey(.accelerometer, 0x04),
            fields: [
                SampleField(axis: "x", number: .signed, size: 2, countsPerUnit: 4096, unit: "g")
            ])
        for (operation, unit, number) in [
            (MWDataProcessor.Math.Operation.sqrt, "", SampleField.Number.unsigned),
            (.exponent, "", .signed), (.abs, "g", .unsigned), (.add, "g", .signed),
        ] {
            let command = ProcessorCommand(
                MWDataProcessor.Math(operation: operation), source: acceleration)
            let output = try #require(ActiveProcessor(id: 0, made: command)).output(
                of: acceleration)
            #expect(output.fields.map(\.unit) == [unit], "\(operation)")
            #expect(output.fields.map(\.number) == [number], "\(operation)")
        }
    }

    @Test(arguments: [
        (MWDataProcessor.ChannelAverage(sampleSize: 3) as any MWDataProcessorConfig, "0e 05 03 03"),
        (MWDataProcessor.QuaternionAverage(sampleSize: 4), "1a 04"),
    ])
    func `averages that no SDK makes`(config: any MWDataProcessorConfig, bytes: String) {
        let command = ProcessorCommand(config, source: MWAccelerometerSignal())
        #expect(command.packet.description == "09 02 03 04 ff a0 " + bytes)
    }
}
