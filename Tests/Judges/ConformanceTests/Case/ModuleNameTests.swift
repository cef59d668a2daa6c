import MetaWearBoard
import MetaWearTables
import Testing

/// Firmware and hosts declare the modules separately.
@Suite struct ModuleNameTests {
    @Test func `hosts know every module of every board`() {
        let onBoards = Set(BoardProfile.all.flatMap { $0.modules.map(\.id) })
        #expect(onBoards.subtracting(MWModule.withOlder.map(\.rawValue)).isEmpty)
    }
}
