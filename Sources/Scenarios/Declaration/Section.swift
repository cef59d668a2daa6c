import YAML

/// A mapping in a scenario file. Its keys are declared once, as a table beside its properties;
/// reading, the JSON Schema and the reference page all use that table.
///
/// ```
/// package struct Lift: Section {
///     package var height: Quantity<Length> = .metres(0.5)
///
///     package static let keys = Keys(Self(), "lift") { keys in
///         keys.about = "Moves the board straight up, or down."
///         keys.optional(\.height, "by", in: .metres(-10)...(.metres(10)), "How far.")
///     }
/// }
/// ```
package protocol Section: DeclaredValue {
    /// YAML that shows its use; may be empty.
    static var example: String { get }
    /// Each key with its property, type, default and meaning.
    static var keys: Keys<Self> { get }
    /// Checks that involve more than one key; run only if every key is valid by itself.
    mutating func check(_ reader: Reader, at mark: Mark)
    /// Stores the section's position in the file, if it is needed later.
    mutating func locate(at mark: Mark)
}

/// A section that stores its position in the file.
package protocol LocatedSection: Section {
    /// Its position in the file.
    var mark: Mark { get set }
}

extension LocatedSection {
    /// Stores the position.
    package mutating func locate(at mark: Mark) { self.mark = mark }
}

extension Section {
    /// Its name; unique among sections and ``OneOf`` types.
    package static var title: String { keys.title }
    /// A description in a sentence or two.
    package static var about: String { keys.about }
    package static var example: String { "" }
    package func check(_ reader: Reader, at mark: Mark) {}
    /// Stores nothing by default.
    package func locate(at mark: Mark) {}
    package static var shape: Shape { .section(Self.self) }
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

    /// Each key, for the schema and the reference page.
    static var keyDescriptions: [KeyDescription] { keys.descriptions }
    /// The same for the keys of which exactly one must be present.
    static var alternatives: [KeyDescription] { keys.alternatives }
}
