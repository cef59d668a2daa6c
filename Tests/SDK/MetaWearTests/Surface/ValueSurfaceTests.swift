import Foundation
import MetaWear
import Testing

/// Every public name of the API document that is a value, with its labels and types, as an app sees it: without
/// `@testable`. What the values are is tested elsewhere; here they must compile.
@Suite struct ValueSurfaceTests {
    @Test func `errors and plain values`() throws {
        let errors: [MWError] = [
            .bluetoothUnsupported, .bluetoothUnauthorized, .bluetoothPoweredOff,
            .operationFailed("a"), .invalidState("b"), .timeout,
        ]
        let texts: [String?] = errors.map(\.errorDescription)
        #expect(!texts.contains(nil))
        let stamped = Timestamped(time: Date(), value: 1)
        let _: (Date, Int) = (stamped.time, stamped.value)
        let short = Download(data: [1], percentComplete: 0.5)
        let long = Download(
            data: [1], percentComplete: 1, totalEntries: 2, entriesDownloaded: 1)
        let _: ([Int], Double) = (short.data, short.percentComplete)
        let _: (UInt32?, UInt32?) = (long.totalEntries, long.entriesDownloaded)
        let logged = MWLoggedSample(date: Date(), tickMs: 1, value: true)
        let _: (Date, Double, Bool) = (logged.date, logged.tickMs, logged.value)
        let vector = CartesianFloat(x: 1, y: 2, z: 3)
        let _: [Float] = [vector.x, vector.y, vector.z]
        let quaternion = Quaternion(w: 1, x: 0, y: 0, z: 0)
        let _: [Float] = [quaternion.w, quaternion.x, quaternion.y, quaternion.z]
        let euler = EulerAngles(heading: 1, pitch: 2, roll: 3, yaw: 4)
        let _: [Float] = [euler.heading, euler.pitch, euler.roll, euler.yaw]
        let corrected = CorrectedCartesianFloat(x: 1, y: 2, z: 3, accuracy: 3)
        let _: (Float, UInt8) = (corrected.z, corrected.accuracy)
        let battery = BatteryState(voltage: 4148, charge: 99)
        let _: (UInt16, UInt8) = (battery.voltage, battery.charge)
        let rates: [MWFrequency] = [
            .hz12_5, .hz25, .hz50, .hz100, .hz200, .hz400, .hz800, .hz1600,
            MWFrequency(hz: 3), MWFrequency(periodMs: 3),
        ]
        let _: [(Double, Double, String)] = rates.map { ($0.hz, $0.periodMs, $0.description) }
    }

    @Test func `boards and modules`() throws {
        let information = MWDeviceInformation(
            manufacturer: "a", modelNumber: "8", serialNumber: "b", firmwareRevision: "c",
            hardwareRevision: "0.1")
        let model: MWModel = information.model
        #expect(model == .motionS && MWModel(modelNumber: "5") == .motionRL)
        #expect(MWModel(modelNumber: " 7 ") == .unknown(modelNumber: " 7 "))
        let _: (String, Bool, [String]) = (
            model.name, model.hasMMS, model.supportedHardwareRevisions
        )
        #expect(information.isHardwareRevisionSupported)
        #expect(model.isHardwareRevisionSupported(" R0.1 "))
        let info = MWModuleInfo(module: .led, implementation: 0, revision: 1)
        let _: (MWModule, UInt8, UInt8, [UInt8], Bool) = (
            info.module, info.implementation, info.revision, info.extra, info.isPresent
        )
        let modules: [MWModule] = [
            .switch_, .led, .accelerometer, .temperature, .gpio, .iBeacon, .haptic, .dataProcessor,
            .event, .logging, .timer, .serial, .macro, .settings, .barometer, .gyro, .ambientLight,
            .magnetometer, .humidity, .sensorFusion, .debug,
        ]
        #expect(MWModule.allCases == modules)
        let numbers: [UInt8] = [
            0x01, 0x02, 0x03, 0x04, 0x05, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0F, 0x11,
            0x12,
            0x13, 0x14, 0x15, 0x16, 0x19, 0xFE,
        ]
        #expect(modules.map(\.rawValue) == numbers)
        #expect(MWModule.switch_.name == "switch" && MWModule.iBeacon.name == "iBeacon")
        let uuids: [CBUUID] = [
            MWUUIDs.service, MWUUIDs.command, MWUUIDs.notify, MWUUIDs.disService,
            MWUUIDs.firmwareRevision, MWUUIDs.modelNumber, MWUUIDs.hardwareRevision,
            MWUUIDs.manufacturerName, MWUUIDs.serialNumber, MWUUIDs.batteryService,
            MWUUIDs.batteryLevel,
        ]
        #expect(Set(uuids).count == 11)
        let state = MWBoardState(
            deviceInformation: information, modules: [info], logReferenceDate: nil)
        let _: (Int, Int, Date?) = (
            MWBoardState.currentSchemaVersion, state.schemaVersion, state.logReferenceDate
        )
        let _: [MWModule: MWModuleInfo] = state.modulesByOpcode
        #expect(state.isCompatible(with: information))
        let decoded: MWBoardState = try MWBoardState.decode(try state.encode())
        #expect(decoded == state)
    }

    @Test func `what was found on a board`() throws {
        func logger(_ one: ActiveLogger) -> [UInt8] {
            [one.loggerID, one.register, one.channel, one.chunkOffset, one.chunkLength]
        }
        func processor(_ one: ActiveProcessor) -> ([UInt8], MWModule, Bool) {
            (
                [
                    one.processorID, one.parentRegister, one.parentProcessorID, one.chunkOffset,
                    one.chunkLength, one.processorType,
                ] + one.configBytes, one.parentModule, one.parentIsProcessor
            )
        }
        let entries: [RawLogEntry] = try RawLogEntry.parseAll(
            from: Data([0x0B, 0x07, 0x21, 1, 0, 0, 0, 2, 0, 0, 0]))
        let entry = try #require(entries.first)
        let _: (UInt8, UInt8, UInt32, UInt32, Double) = (
            entry.id, entry.resetUID, entry.tick, entry.rawData, entry.epochMs
        )
        let signal = MWAnonymousSignal(
            identifier: "a", rootModule: .gyro,
            chunks: [MWAnonymousSignal.Chunk(id: 1, byteCount: 4)], decode: { _ in [] })
        let _: (String, MWModule, [UInt8]) = (
            signal.identifier, signal.rootModule, signal.loggerIDs
        )
        let _: (UInt8, Int)? = signal.chunks.first.map { ($0.id, $0.byteCount) }
        let outputs: [MWAnonymousSignal.Output] = [
            .cartesian(CartesianFloat(x: 0, y: 0, z: 0)), .scalar(0),
            .quaternion(Quaternion(w: 1, x: 0, y: 0, z: 0)),
            .euler(EulerAngles(heading: 0, pitch: 0, roll: 0, yaw: 0)),
            .correctedCartesian(CorrectedCartesianFloat(x: 0, y: 0, z: 0, accuracy: 0)),
        ]
        #expect(outputs.count == 5)
        let _: [MWSensorFusionOutput] = [
            .quaternion(Quaternion(w: 1, x: 0, y: 0, z: 0)),
            .eulerAngles(EulerAngles(heading: 0, pitch: 0, roll: 0, yaw: 0)),
            .correctedAcceleration(CorrectedCartesianFloat(x: 0, y: 0, z: 0, accuracy: 0)),
            .correctedRotation(CorrectedCartesianFloat(x: 0, y: 0, z: 0, accuracy: 0)),
            .correctedMagneticField(CorrectedCartesianFloat(x: 0, y: 0, z: 0, accuracy: 0)),
            .gravityVector(CartesianFloat(x: 0, y: 0, z: 0)),
            .linearAcceleration(CartesianFloat(x: 0, y: 0, z: 0)),
        ]
        let polled = MWPolledLogger(readable: MWHumidity(), periodMs: 1)
        let _: (MWHumidity, UInt32, String) = (polled.readable, polled.periodMs, polled.loggerKey)
        let handles = MWPolledLoggerHandles(timerID: 1, eventID: 2, loggerIDs: [3])
        let _: (UInt8, UInt8, [UInt8]) = (handles.timerID, handles.eventID, handles.loggerIDs)
        _ = (logger, processor)
    }

    @Test func `tables`() throws {
        func rows<Value: MWDataConvertible>(_ value: Value) -> Int {
            #expect(Value.columnHeaders.count == value.columnValues.count)
            return value.columnValues.count
        }
        #expect(rows(CartesianFloat(x: 0, y: 0, z: 0)) == 3)
        #expect(rows(Quaternion(w: 1, x: 0, y: 0, z: 0)) == 4)
        #expect(rows(EulerAngles(heading: 0, pitch: 0, roll: 0, yaw: 0)) == 4)
        #expect(rows(CorrectedCartesianFloat(x: 0, y: 0, z: 0, accuracy: 0)) == 4)
        #expect(rows(Float(1)) == 1 && rows(true) == 1)
        // The illuminance, which is a whole number.
        #expect(rows(UInt32(1500)) == 1 && UInt32(1500).columnValues == ["1500"])
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let table: MWDataTable = .from(
            logged: [MWLoggedSample(date: date, tickMs: 1, value: UInt32(7))], name: "light")
        #expect(table.csvString == "epoch,elapsed_ms,value\n2023-11-14T22:13:20Z,1.000,7")
        _ = MWDataTable.from(streamed: [Timestamped(time: date, value: Float(1))], name: "a")
        let _: (String, [String], [[String]]) = (table.name, table.columns, table.rows)
        _ = MWDataTable(name: "a", columns: ["b"], rows: [["c"]])
    }

    @Test func `signals and processors`() throws {
        let signals: [any MWSignal] = [
            MWSwitchSignal(), MWAccelerometerSignal(), MWGyroscopeSignal(),
            MWGPIOAnalogSignal(pin: 1), MWGPIOAnalogSignal(pin: 1, mode: .absolute),
            MWTemperatureSignal(), MWTemperatureSignal(channel: 1),
            MWSensorFusionQuaternionSignal(), MWSensorFusionEulerSignal(),
            MWSensorFusionGravitySignal(), MWSensorFusionLinearAccelerationSignal(),
        ]
        for signal in signals {
            let _: [UInt8] = [
                signal.moduleID, signal.registerID, signal.dataID, signal.nChannels,
                signal.channelSize, signal.offset, signal.dataLength, signal.sourceConfigByte,
            ]
            let _: Bool = signal.isSigned
        }
        typealias P = MWDataProcessor
        let configs: [any MWDataProcessorConfig] = [
            P.Passthrough(), P.Passthrough(mode: .conditional, count: 1), P.Accumulator(),
            P.Accumulator(outputSize: 2), P.Counter(), P.Counter(outputSize: 2), P.Average(),
            P.Average(sampleSize: 8), P.Comparator(operation: .neq, reference: 1),
            P.Comparator(operation: .lte, reference: 1, signed: false), P.RMS(), P.RSS(),
            P.Time(periodMs: 1), P.Time(periodMs: 1, mode: .differential), P.Math(operation: .sqrt),
            P.Math(operation: .add, rhs: 1, signed: false, outputSize: 2), P.Sample(binSize: 1),
            P.Pulse(output: .onDetect, threshold: 1, width: 1), P.Delta(magnitude: 1),
            P.Delta(magnitude: 1, mode: .binary), P.Threshold(boundary: 1),
            P.Threshold(boundary: 1, hysteresis: 1, mode: .absolute, signed: false), P.Buffer(),
            P.Packer(count: 2), P.Accounter(), P.Accounter(mode: .count),
            try P.Fuser(bufferIDs: [1]),
        ]
        let types: [UInt8] = configs.map(\.typeID)
        #expect(Set(types).count == 15)
        let _: (UInt32, P.Time.Mode) = (P.Time(periodMs: 1).periodMs, P.Time(periodMs: 1).mode)
        let _: [P.Comparator.Operation] = [.eq, .neq, .lt, .lte, .gt, .gte]
        let _: [P.Math.Operation] = [
            .add, .multiply, .divide, .modulo, .exponent, .sqrt, .lshift, .rshift, .subtract, .abs,
            .constant,
        ]
        let _: (P.Delta.Mode, P.Threshold.Mode, P.Accounter.Mode) = (.absolute, .binary, .time)
        let _: [P.Pulse.Output] = [.width, .area, .peak, .onDetect]
        let accounter = P.Accounter()
        #expect(accounter.length == 4 && accounter.prescale == 3)
    }
}
