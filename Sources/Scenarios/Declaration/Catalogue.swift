/// Every section that a file can contain, with its keys, forms of text and words. The JSON Schema
/// and the reference page are generated from it.
struct Catalogue {
    /// One section with its declaration.
    struct Entry {
        var section: any Section.Type
        var keys: [KeyDescription]
        /// The keys of which exactly one must be present.
        var alternatives: [KeyDescription]

        var principal: KeyDescription? { keys.first(where: \.isPrincipal) }

        /// Whether the section has no required keys.
        var canBeEmpty: Bool { alternatives.isEmpty && !keys.contains(where: \.isRequired) }
    }

    /// In the order of the reference page.
    private(set) var entries: [Entry] = []
    /// Forms of text, in the order of their first use.
    private(set) var forms: [(name: String, about: String, pattern: String, example: String)] = []

    /// Built-in words that may be used where a name is expected.
    private(set) var words: [(word: String, about: String)] = []

    init(from root: any Section.Type) { add(root) }

    subscript(_ section: any Section.Type) -> Entry? {
        entries.first { $0.section == section }
    }

    /// Whether a value may be left empty.
    func canBeEmpty(_ shape: Shape) -> Bool {
        guard case .section(let section) = shape else { return false }
        return self[section]?.canBeEmpty ?? false
    }

    private mutating func add(_ section: any Section.Type) {
        guard self[section] == nil else { return }
        let entry = Entry(
            section: section, keys: section.keyDescriptions, alternatives: section.alternatives)
        entries.append(entry)
        for key in entry.alternatives + entry.keys { add(key.shape) }
    }

    private mutating func add(_ shape: Shape) {
        switch shape {
        case .section(let section): add(section)
        case .list(let item), .tuple(let item, _), .names(let item): add(item)
        case .form(let name, let about, let pattern, let example):
            if !forms.contains(where: { $0.name == name }) {
                forms.append((name, about, pattern, example))
            }
        case .choiceOrName(let words): if self.words.isEmpty { self.words = words }
        case .text, .integer, .boolean, .quantity, .quantityOf, .choice: break
        }
    }
}
