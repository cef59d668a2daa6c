import YAML

/// A kind of thing that other parts of a scenario refer to by name.
package enum NameKind: String, Sendable {
    /// A board under `boards`.
    case board
    /// A client under `clients`.
    case client
    /// A peripheral under `peripherals`.
    case peripheral
    /// Something that a script creates on a board: a processor, a timer.
    case signal

    /// Boards and peripherals share names, because their state folders are named after them.
    func sharesNames(with other: NameKind) -> Bool {
        self == other
            || [.board, .peripheral].contains(self) && [.board, .peripheral].contains(other)
    }
}

/// A reference to a board or client by name; without a name, the only one.
///
/// Checked when the file is read.
package struct Reference: Hashable, Sendable {
    /// The name used.
    package var kind: NameKind
    /// `nil`: the only one.
    package var name: String?
    /// Where the name is, or the section without it.
    package var mark: Mark

    /// The only board or client.
    package init(_ kind: NameKind, name: String? = nil, mark: Mark = .start) {
        self.kind = kind
        self.name = name
        self.mark = mark
    }
}
