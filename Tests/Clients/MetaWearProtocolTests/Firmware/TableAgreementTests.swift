import MetaWearBoard
import MetaWearProtocol
import MetaWearTables
import Testing
import Wire

/// Numbers of the protocol are written twice, by the firmware in its register tables and by hosts in theirs. Here the two
/// are compared, row by row, on every board.
@Suite struct TableAgreementTests {
    /// What the firmware declares for a row on a board; nil if the board does not have it.
    private static func declaration(
        _ register: UInt8, of entry: BoardProfile.Entry
    ) -> RegisterDeclaration? {
        entry.declarations.first {
            $0.id == register & RegisterFlag.numberMask && $0.since <= entry.information.revision
        }
    }

    private static func entry(_ module: MWModule, _ profile: BoardProfile) -> BoardProfile.Entry? {
        profile.modules.first { $0.id == module.rawValue && $0.isModelled }
    }

    @Test(arguments: BoardProfile.all)
    func `signals are what the firmware sends`(_ profile: BoardProfile) throws {
        var compared = 0
        for row in SignalDescription.all {
            guard let entry = Self.entry(row.module, profile),
                let register = row.registerByte(entry.information.implementation),
                let found = Self.declaration(register, of: entry)
            else { continue }
            compared += 1
            let place = "\(row.signal.rawValue) on \(profile.name)"
            #expect(found.access.contains(row.isRead ? .read : .notify), "\(place)")
            #expect(found.hasIndex == (row.index != SourceKey.noIndex), "\(place)")
            let fields = try #require(found.answer?.fields, "\(place)")
            let wanted =
                (0..<row.perPacket).flatMap { _ in row.fields } + row.trailing
            #expect(fields.map(\.width) == wanted.map { $0.size * 8 }, "\(place)")
            #expect(fields.map(\.isSigned) == wanted.map { $0.number == .signed }, "\(place)")
            #expect(fields.map(\.isFloat) == wanted.map { $0.number == .float }, "\(place)")
            for (field, wanted) in zip(fields, wanted) {
                Self.compare(field, wanted, of: row, place)
            }
        }
        #expect(compared > 5)
    }

    /// Unit and scale. The firmware declares none where the range decides, and for the floats of the fusion.
    private static func compare(
        _ field: LayoutField, _ wanted: SampleField, of row: SignalDescription, _ place: String
    ) {
        guard let unit = field.unit else {
            #expect(
                wanted.unit.isEmpty || row.isScaledByRange || wanted.number == .float, "\(place)")
            return
        }
        let (symbol, factor) = unit.symbol == "mV" ? ("V", 1000) : (unit.symbol, 1)
        #expect(symbol == (row.measures?.symbol ?? wanted.unit), "\(place)")
        let counts = Double(unit.denominator) / Double(unit.numerator) * Double(factor)
        #expect(counts == wanted.countsPerUnit, "\(place)")
    }

    /// Registers of another chip are no registers of this one.
    @Test(arguments: BoardProfile.all)
    func `streams come from the chips that boards have`(_ profile: BoardProfile) {
        for module in MWModule.streaming {
            guard let entry = Self.entry(module, profile) else { continue }
            let chips = module.row.chips.map(\.implementation)
            #expect(chips.isEmpty || chips.contains(entry.information.implementation))
            for row in module.row.streams where row.perPacket == 1 {
                let register = row.registerByte(entry.information.implementation)
                #expect(register.flatMap { Self.declaration($0, of: entry) } != nil)
            }
        }
    }

    @Test(arguments: BoardProfile.all)
    func `features come from registers that the chip has`(_ profile: BoardProfile) throws {
        guard let entry = Self.entry(.accelerometer, profile) else { return }
        let information = MWModuleInfo(
            module: .accelerometer, implementation: entry.information.implementation,
            revision: entry.information.revision)
        let chip = try #require(InertialChip(information))
        for row in SignalDescription.all where row.register == .feature {
            let feature = try #require(AccelerometerFeature(row.signal))
            guard let register = chip.register(of: feature) else { continue }
            let found = Self.declaration(register, of: entry)
            let isRead = register & RegisterFlag.read != 0
            #expect(found?.access.contains(isRead ? .read : .notify) == true)
            let bits = found?.answer?.fields.reduce(0) { $0 + ($1.width ?? 0) }
            #expect((bits ?? 0) >= 8)
        }
    }

    @Test(arguments: BoardProfile.all)
    func `modules are started and configured where the firmware is`(_ profile: BoardProfile) {
        for module in MWModule.withOlder {
            guard let entry = Self.entry(module, profile) else { continue }
            let row = module.row
            let written =
                [row.power, row.hasInterrupt ? 0x02 : nil].compactMap(\.self) + row.configured
            for register in written {
                let found = Self.declaration(register, of: entry)
                #expect(
                    found?.access.contains(.write) == true,
                    "\(row.word), \(register) on \(profile.name)")
            }
        }
    }
}
