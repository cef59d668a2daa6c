/// A Bluetooth adapter that BlueZ drives, in the form `--radio bluez[:ADAPTER[:BOARD]]`.
package struct BlueZAddress: Hashable, Sendable {
    /// What such an address begins with.
    package static let prefix = "bluez"

    /// `hci0`; nil for the one that BlueZ names first.
    package var adapter: String?
    /// The board to attach; nil for the only one.
    package var board: String?

    /// Understands `bluez`, `bluez:hci1` and `bluez:hci1:BOARD`.
    package init(_ text: String) throws(BlueZAddressError) {
        guard Self.isOne(text) else { throw .noAddress }
        guard text != Self.prefix else { return }
        let parts = text.dropFirst(Self.prefix.count + 1)
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts[0].dropFirst(3)
        guard parts[0].hasPrefix("hci"), !digits.isEmpty, digits.count <= 5,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .adapter(String(parts[0])) }
        adapter = String(parts[0])
        guard parts.count == 2 else { return }
        guard !parts[1].isEmpty else { throw .noBoard }
        board = String(parts[1])
    }

    /// Whether a text is such an address, well formed or not.
    package static func isOne(_ text: String) -> Bool {
        text == prefix || text.hasPrefix(prefix + ":")
    }
}

extension BlueZAddress: CustomStringConvertible {
    /// As it is written on the command line.
    package var description: String {
        ([Self.prefix] + [adapter, board].compactMap { $0 }).joined(separator: ":")
    }
}

/// What is wrong with the text of a BlueZ adapter's address.
package enum BlueZAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It does not begin with `bluez`.
    case noAddress
    /// Not the name of an adapter.
    case adapter(String)
    /// Nothing after the adapter's colon.
    case noBoard

    /// What is wrong, and how to fix it.
    package var description: String {
        switch self {
        case .noAddress:
            "not an adapter of BlueZ; write `bluez`, `bluez:hci0` or `bluez:hci0:BOARD`"
        case .adapter(let text):
            "`\(text)` is not an adapter; write `bluez:hci0`, or `bluez` for the first one"
        case .noBoard:
            "the board's name is missing after the adapter's `:`; omit the colon for the only board"
        }
    }
}
