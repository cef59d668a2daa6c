/// Attribute tables that peripherals of one world share.
///
/// A world has few models of peripherals, and a table takes several kilobytes.
package final class AttributeTables {
    /// Limits the search to this many different tables.
    private static let most = 16

    private var known: [AttributeTable] = []

    /// No tables yet.
    package init() {}

    /// The number of different tables.
    var count: Int { known.count }

    /// An equal table that is already stored, or this one.
    func shared(_ table: AttributeTable) -> AttributeTable {
        if let same = known.first(where: { $0 == table }) { return same }
        if known.count < Self.most { known.append(table) }
        return table
    }
}
