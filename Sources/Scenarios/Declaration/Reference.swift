import YAML

/// What has a name that other parts of a scenario use.
package enum NameKind: String, Sendable {
    /// A board under `boards`.
    case board
    /// A client under `clients`.
    case client
    /// A peripheral under `peripherals`.
    case peripheral
    /// Something that a script makes on a board: a processor, a timer.
    case signal

    /// What boards and peripherals keep from run to run is in folders of their names.
    func sharesNames(with other: NameKind) -> Bool {
        self == other
            || [.board, .peripheral].contains(self) && [.board, .peripheral].contains(other)
    }
}

/// A board or client by its name; without a name, the only one there is.
///
/// Checked when the file is read.
package struct Reference: Hashable, Sendable {
    /// What is named.
    package var kind: NameKind
    /// `nil`: the only one.
    package var name: String?
    /// Where the name stands, or what lacks it.
    package var mark: Mark

    /// The only board or client.
    package init(_ kind: NameKind, name: String? = nil, mark: Mark = .start) {
        self.kind = kind
        self.name = name
        self.mark = mark
    }
}
