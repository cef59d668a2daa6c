/// Generates the Markdown reference page of a file format from its declaration.
package enum ReferencePage {
    /// The page for files whose root is a given section, after an opening text.
    package static func of(_ root: any Section.Type, opening: String) -> String {
        let catalogue = Catalogue(from: root)
        var page = opening + "\n## Contents\n\n"
        for entry in catalogue.entries {
            page += "- [\(entry.section.title)](#\(anchor(entry.section.title)))\n"
        }
        let words = catalogue.words
        if !words.isEmpty { page += "- [signals](#signals)\n" }
        page += "- [units](#units)\n- [forms of text](#forms-of-text)\n"
        for entry in catalogue.entries { page += text(entry) }
        if !words.isEmpty {
            page += "\n## signals\n\n"
            page += "One of these words, or a name defined by a step with `as`.\n\n"
            page += "| signal | what it is |\n|---|---|\n"
        }
        for word in words { page += "| `\(word.word)` | \(word.about) |\n" }
        page += "\n## units\n\n| dimension | units | for example |\n|---|---|---|\n"
        for dimension in dimensions {
            let units = dimension.units.map { unit in
                "`\(unit.symbol)` \(unit.about)"
                    + (unit.aliases.isEmpty
                        ? ""
                        : " (also " + unit.aliases.map { "`\($0)`" }.joined(separator: ", ") + ")")
            }
            page +=
                "| \(dimension.name) | \(units.joined(separator: "; ")) | `\(dimension.example)` |\n"
        }
        page += "\n## forms of text\n\n| form | what it is | for example |\n|---|---|---|\n"
        for form in catalogue.forms {
            page += "| \(form.name) | \(form.about) | `\(form.example)` |\n"
        }
        return page
    }

    private static func text(_ entry: Catalogue.Entry) -> String {
        var text = "\n## \(entry.section.title)\n\n\(entry.section.about)\n"
        if !entry.section.example.isEmpty {
            text += "\n```yaml\n\(entry.section.example)\n```\n"
        }
        if !entry.alternatives.isEmpty {
            text += "\nExactly one of:\n\n| key | value | meaning |\n|---|---|---|\n"
            for key in entry.alternatives {
                text += "| `\(key.name)` | \(value(key.shape)) | \(key.about) |\n"
            }
        }
        if entry.keys.isEmpty {
            if entry.alternatives.isEmpty { text += "\nIt has no keys.\n" }
            return text
        }
        text += entry.alternatives.isEmpty ? "" : "\nand:\n"
        text += "\n| key | value | default | meaning |\n|---|---|---|---|\n"
        for key in entry.keys {
            var about = key.about
            if !key.bounds.isEmpty { about += " Range: \(key.bounds)." }
            if let count = key.count, count.upperBound < 1_000_000 {
                about += " \(count.lowerBound) to \(count.upperBound) entries."
            }
            if key.isPrincipal { about += " *Principal key.*" }
            if case .choice(let words) = key.shape, words.contains(where: { !$0.about.isEmpty }) {
                about +=
                    " "
                    + words.filter { !$0.about.isEmpty }.map { "`\($0.word)`: \($0.about)" }
                    .joined(separator: " ")
            }
            text += "| `\(key.name)` | \(value(key.shape)) | \(otherwise(key)) | \(about) |\n"
        }
        return text
    }

    private static func otherwise(_ key: KeyDescription) -> String {
        guard case .optional(let otherwise) = key.need else { return "**required**" }
        return otherwise.isEmpty ? "none" : otherwise
    }

    private static func value(_ shape: Shape) -> String {
        switch shape {
        case .text: "text"
        case .form(let name, _, _, _): "[\(name)](#forms-of-text)"
        case .integer: "whole number"
        case .boolean: "`true` or `false`"
        case .quantity(let dimension): "[\(dimension.name)](#units)"
        case .quantityOf: "[quantity](#units)"
        case .choiceOrName: "[signal](#signals)"
        case .choice(let words): words.map { "`\($0.word)`" }.joined(separator: ", ")
        case .list(let item): "list of \(value(item))"
        case .tuple(let item, let count): "list of \(count) × \(value(item))"
        case .names(let item): "mapping of names to \(value(item))"
        case .section(let section): "[\(section.title)](#\(anchor(section.title)))"
        }
    }

    private static func anchor(_ title: String) -> String {
        String(title.lowercased().map { $0 == " " ? "-" : $0 })
    }
}
