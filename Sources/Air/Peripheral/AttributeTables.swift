/// Attribute tables that peripherals of one world share.
///
/// Most peripherals of a world are of a few models, and a table takes several kilobytes.
public final class AttributeTables {
    /// More different ones are not looked through.
    private static let most = 16

    private var known: [AttributeTable] = []

    /// No tables yet.
    public init() {}

    /// How many different ones are kept.
    var count: Int { known.count }

    /// The storage of an equal table that was here before, or of this one.
    func shared(_ table: AttributeTable) -> AttributeTable {
        if let same = known.first(where: { $0 == table }) { return same }
        if known.count < Self.most { known.append(table) }
        return table
    }
}
