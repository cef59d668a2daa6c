public import YAML

/// A mapping of a scenario file. Its keys are declared once, beside the struct that holds them;
/// reading, the JSON Schema and the reference page are all played from that declaration.
///
/// ```
/// public struct Lift: Section {
///     public static let title = "lift"
///     public static let about = "Moves the board straight up, or down."
///     public var height: Quantity<Length> = .metres(0.5)
///     public var mark = Mark.start
///     public init() {}
///     public mutating func declare(_ keys: Keys) {
///         keys.optional(&height, "by", in: .metres(-10)...(.metres(10)), "How far.")
///     }
/// }
/// ```
public protocol Section: DeclaredValue {
    /// What it is called; unique among sections and ``OneOf`` types.
    static var title: String { get }
    /// What it is: a sentence or two.
    static var about: String { get }
    /// Lines of YAML that show its use; may be empty.
    static var example: String { get }
    /// Where it stands in the file.
    var mark: Mark { get set }
    /// With every default in place.
    init()
    /// Names each key, its type, its default and its meaning.
    mutating func declare(_ keys: Keys)
    /// Rules that need more than one key; run when each key by itself was right.
    mutating func check(_ reader: Reader)
}

extension Section {
    /// None, unless the section says otherwise.
    public static var example: String { "" }
    /// No rules, unless the section says otherwise.
    public mutating func check(_ reader: Reader) {}
    /// A mapping.
    public static var shape: Shape { .section(Self.self) }
    /// A mapping needs lines.
    public var text: String { "" }

    /// Reads a mapping, or the value of the section's principal key alone.
    public static func read(_ node: Node, _ reader: Reader) -> Self? {
        let before = reader.failures
        let keys = Keys(reading: node, reader, title: title)
        var section = Self()
        section.mark = node.mark
        section.declare(keys)
        keys.finish()
        if reader.failures == before { section.check(reader) }
        return section
    }

    /// The declaration alone.
    static var keys: Keys {
        let keys = Keys()
        var section = Self()
        section.declare(keys)
        return keys
    }
}
