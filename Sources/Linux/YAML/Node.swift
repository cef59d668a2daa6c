/// A value of a YAML document. Every node keeps its position, so that later errors can point at
/// it.
package struct Node: Sendable {
    /// What a node holds.
    package enum Content: Sendable {
        /// Text as written; `quoted` tells `"7"` from `7`.
        case scalar(String, quoted: Bool)
        /// The items of a list.
        case sequence([Node])
        /// The entries of a mapping, in file order; names are unique.
        case mapping([Entry])
    }

    /// One `name: value` of a mapping.
    package struct Entry: Sendable {
        /// The key as written.
        package var name: String
        /// Where the key is.
        package var mark: Mark
        /// What follows the colon.
        package var value: Node

        /// An entry with its place.
        package init(name: String, mark: Mark, value: Node) {
            self.name = name
            self.mark = mark
            self.value = value
        }
    }

    /// What the node holds.
    package var content: Content
    /// Where it begins.
    package var mark: Mark

    /// A node with its place.
    package init(_ content: Content, mark: Mark) {
        self.content = content
        self.mark = mark
    }

    /// Whether the value is empty: `key:`, `key: null` or `key: ~`.
    package var isNull: Bool {
        guard case .scalar(let text, quoted: false) = content else { return false }
        return text.isEmpty || text == "~" || text == "null"
    }
}
