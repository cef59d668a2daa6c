import Bluetooth
import Testing

@testable import Peripheral

struct AttributeTablesTests {
    private func table(_ uuid: UInt16) -> AttributeTable {
        AttributeTable([
            Service(
                .short(uuid),
                characteristics: [
                    Characteristic(.short(0x2A19), id: ValueID(1), properties: [.read, .notify])
                ])
        ])
    }

    @Test func `equal tables are kept once`() {
        let tables = AttributeTables()
        for _ in 0..<5 {
            #expect(tables.shared(table(0x180F)) == table(0x180F))
            #expect(tables.shared(table(0x180A)) == table(0x180A))
        }
        #expect(tables.count == 2)
    }

    @Test func `a world of many different tables keeps but a few`() {
        let tables = AttributeTables()
        for uuid in 0..<100 as Range<UInt16> {
            #expect(tables.shared(table(uuid)) == table(uuid))
        }
        #expect(tables.count == 16)
    }
}
