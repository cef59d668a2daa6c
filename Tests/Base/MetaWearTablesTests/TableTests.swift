import MetaWearTables
import Testing

@Suite struct TableTests {
    @Test func `a name stands for one module in each kind of file`() {
        let modules = BoardModule.allCases
        #expect(Set(modules.map(\.name)).count == modules.count)
        #expect(Set(modules.map(\.scenarioName)).count == modules.count)
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
        let facts = signal.facts
        let key = SourceKey(facts.module.id, facts.register ?? 0, facts.index)
        let bytes = key.bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }
        #expect(bytes.joined(separator: " ") == source)
        #expect(
            facts.fields.reduce(facts.trailing) { $0 + $1.size * facts.perPacket } == length)
        #expect(Set(facts.fields.map(\.unit)) == [unit])
        #expect(facts.isRead == (signal == .temperature2 || signal == .humidity))
    }

    @Test func `scenarios show a pressure in hectopascal and everything else in its own unit`() {
        for signal in Signal.allCases {
            let facts = signal.facts
            let (field, shown) = (facts.fields.first, facts.shownFields.first)
            let isPressure = signal == .pressure
            #expect(shown?.unit == (isPressure ? "hPa" : field?.unit))
            #expect(
                shown?.countsPerUnit == field.map { $0.countsPerUnit * (isPressure ? 100 : 1) })
        }
    }

    @Test func `only the accelerometer's and the gyroscope's chips decide about a register`() {
        for signal in Signal.allCases where signal.facts.register == nil {
            #expect([.accelerometer, .gyroscope].contains(signal.facts.module))
            #expect(signal.facts.decidedBy == [signal.facts.module])
        }
    }
}
