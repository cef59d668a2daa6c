import YAML

/// A mapping of a scenario file. Its keys are declared once, as a table beside its properties;
/// reading, the JSON Schema and the reference page are all played from that table.
///
/// ```
/// public struct Lift: Section {
///     public static let title = "lift"
///     public static let about = "Moves the board straight up, or down."
///     public var height: Quantity<Length> = .metres(0.5)
///
///     public static let keys = Keys(Self()) { keys in
///         keys.optional(\.height, "by", in: .metres(-10)...(.metres(10)), "How far.")
///     }
/// }
/// ```
package protocol Section: DeclaredValue {
    /// What it is called; unique among sections and ``OneOf`` types.
    static var title: String { get }
    /// What it is: a sentence or two.
    static var about: String { get }
    /// Lines of YAML that show its use; may be empty.
    static var example: String { get }
    /// Each key with its property, type, default and meaning.
    static var keys: Keys<Self> { get }
    /// Rules that need more than one key; run when each key by itself was right.
    mutating func check(_ reader: Reader, at mark: Mark)
    /// Keeps its place in the file, if anybody asks for it later.
    mutating func locate(at mark: Mark)
}

/// A section that knows where it stands in the file.
package protocol LocatedSection: Section {
    /// Where it stands in the file.
    var mark: Mark { get set }
}

extension LocatedSection {
    /// Keeps its place in the file.
    package mutating func locate(at mark: Mark) { self.mark = mark }
}

extension Section {
    /// None, unless the section says otherwise.
    package static var example: String { "" }
    /// No rules, unless the section says otherwise.
    package func check(_ reader: Reader, at mark: Mark) {}
    /// Nothing to keep.
    package func locate(at mark: Mark) {}
    /// A mapping.
    package static var shape: Shape { .section(Self.self) }
    /// A mapping needs lines.
    package var text: String { "" }

    /// Reads a mapping, or the value of the section's principal key alone.
    package static func read(_ node: Node, _ reader: Reader) -> Self? {
        let before = reader.failures
        let keys = keys
        let reading = Reading(node, reader, title: title)
        var section = keys.defaults
        section.locate(at: node.mark)
        for row in keys.rows { row(&section, reading) }
        reading.finish(keys.descriptions, keys.alternatives)
        if reader.failures == before { section.check(reader, at: node.mark) }
        return section
    }

    /// What the generators need to know of each key.
    static var keyDescriptions: [KeyDescription] { keys.descriptions }
    /// The same of the keys of which exactly one must stand there.
    static var alternatives: [KeyDescription] { keys.alternatives }
}
