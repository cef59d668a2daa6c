import MetaWearTables
import Testing

@Suite struct TableTests {
    @Test func `a name stands for one module in each kind of file`() {
        let modules = MWModule.withOlder.map(\.row)
        #expect(Set(modules.map(\.word)).count == modules.count)
        #expect(Set(modules.map(\.inScenarios)).count == modules.count)
        #expect(Set(modules.map(\.inSDKs)).count == modules.count)
    }

    @Test func `every case has a row, and every row a case`() {
        #expect(MWModule.withOlder.count == 25)
        for number in UInt8.min...UInt8.max {
            guard let module = MWModule(rawValue: number) else { continue }
            #expect(MWModule.withOlder.contains(module) && module.row.module == module)
        }
        for signal in Signal.allCases { #expect(signal.row.signal == signal) }
    }

    /// Source, bytes of the data, unit: the rows of protocol, sensors 1.10, that no chip decides about.
    @Test(arguments: [
        (Signal.magneticField, "15 05 FF", 6, "uT"),
        (.magneticFieldPacked, "15 09 FF", 18, "uT"),
        (.pressure, "12 01 FF", 4, "Pa"),
        (.altitude, "12 02 FF", 4, "m"),
        (.light, "14 03 FF", 4, "lx"),
        (.correctedAcceleration, "19 04 FF", 13, "g"),
        (.correctedRotation, "19 05 FF", 13, "deg/s"),
        (.correctedMagneticField, "19 06 FF", 13, "uT"),
        (.quaternion, "19 07 FF", 16, ""),
        (.euler, "19 08 FF", 16, "deg"),
        (.gravity, "19 09 FF", 12, "g"),
        (.linearAcceleration, "19 0A FF", 12, "g"),
        (.switch, "01 01 FF", 1, ""),
        (.charger, "11 11 FF", 1, ""),
        (.charging, "11 12 FF", 1, ""),
        (.temperature2, "04 C1 02", 2, "degC"),
        (.humidity, "16 C1 FF", 4, "%"),
    ])
    func `a signal comes from its register`(
        signal: Signal, source: String, length: Int, unit: String
    ) {
        let row = signal.row
        let key = SourceKey(row.module, row.fixedRegister ?? 0, row.index)
        let bytes = key.bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }
        #expect(bytes.joined(separator: " ") == source)
        #expect(row.length == length)
        #expect(Set(row.fields.map(\.unit)) == [unit])
        #expect(row.isRead == (signal == .temperature2 || signal == .humidity))
        #expect(SignalDescription.at(key)?.signal == signal)
    }

    @Test(
        arguments: [
            (MWModule.accelerometer, 4, 0x05, Signal.accelerationPacked),
            (.accelerometer, 1, 0x1C, .accelerationPacked),
            (.accelerometer, 0, 0x04, .acceleration),
            (.gyro, 1, 0x04, .rotation), (.gyro, 0, 0x05, .rotation),
        ] as [(MWModule, UInt8, UInt8, Signal)])
    func `the chip decides about the register of its samples`(
        module: MWModule, implementation: UInt8, register: UInt8, signal: Signal
    ) {
        let key = SourceKey(module, register)
        #expect(SignalDescription.at(key, implementation: implementation)?.signal == signal)
        #expect(signal.row.registerByte(implementation) == register)
    }

    @Test func `scenarios show a pressure in hectopascal and everything else in its own unit`() {
        for row in SignalDescription.all {
            let (field, shown) = (row.fields.first, row.shownFields.first)
            let isPressure = row.signal == .pressure
            #expect(shown?.unit == (isPressure ? "hPa" : field?.unit))
            #expect(
                shown?.countsPerUnit == field.map { $0.countsPerUnit * (isPressure ? 100 : 1) })
        }
    }

    @Test func `only the accelerometer's and the gyroscope's chips decide about a register`() {
        for row in SignalDescription.all where row.fixedRegister == nil {
            #expect([.accelerometer, .gyro].contains(row.module))
            #expect(row.decidedBy == [row.module])
        }
    }
}
