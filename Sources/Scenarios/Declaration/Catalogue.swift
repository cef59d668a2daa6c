/// Every section that a scenario can hold, and what they are made of: what the JSON Schema and
/// the reference page walk through.
struct Catalogue {
    /// One section with its declaration.
    struct Entry {
        var section: any Section.Type
        var keys: [KeyDescription]
        /// The keys of which exactly one must stand there.
        var alternatives: [KeyDescription]

        var principal: KeyDescription? { keys.first(where: \.isPrincipal) }

        /// Whether nothing has to be written.
        var canBeEmpty: Bool { alternatives.isEmpty && !keys.contains(where: \.isRequired) }
    }

    /// In the order in which a reader meets them.
    private(set) var entries: [Entry] = []
    /// Forms of text, by the order of their first use.
    private(set) var forms: [(name: String, about: String, pattern: String, example: String)] = []

    /// Words that stand for something without a name of the file's.
    private(set) var words: [(word: String, about: String)] = []

    init(from root: any Section.Type) { add(root) }

    subscript(_ section: any Section.Type) -> Entry? {
        entries.first { $0.section == section }
    }

    /// Whether nothing has to be written for a value.
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
