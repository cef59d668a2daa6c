public import YAML

/// What has a name that other parts of a scenario use.
public enum NameKind: String, Sendable {
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
public struct Reference: Hashable, Sendable {
    /// What is named.
    public var kind: NameKind
    /// `nil`: the only one.
    public var name: String?
    /// Where the name stands, or what lacks it.
    public var mark: Mark

    /// The only board or client.
    public init(_ kind: NameKind, name: String? = nil, mark: Mark = .start) {
        self.kind = kind
        self.name = name
        self.mark = mark
    }
}
