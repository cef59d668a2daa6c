import JSON

/// Generates the JSON Schema (2020-12) of a file format from its declaration, for editors.
package enum JSONSchema {
    /// The schema of files whose root is a given section.
    package static func of(_ root: any Section.Type, called title: String) -> JSONValue {
        let catalogue = Catalogue(from: root)
        var definitions = catalogue.entries.map { entry in
            (name(entry.section.title), schema(entry, catalogue))
        }
        definitions += dimensions.map { (name("quantity \($0.name)"), quantity([$0])) }
        definitions.append((name("quantity"), quantity(dimensions)))
        // A form takes the place of a section of the same name: a key has one value.
        let forms = Set(catalogue.forms.map(\.name))
        definitions.removeAll { forms.contains($0.0) }
        definitions += catalogue.forms.map { form in
            // Without a space, YAML reads some of them as numbers.
            (
                form.name,
                .object([
                    ("description", .string("\(form.about) For example \(form.example).")),
                    ("type", .array([.string("string"), .string("number")])),
                    ("pattern", .string(form.pattern)),
                ])
            )
        }
        return .object([
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string(title)),
            ("description", .string("Written by `boardsim schema`; do not edit.")),
            ("$ref", reference(root.title)),
            ("$defs", .object(definitions)),
        ])
    }

    private static func schema(_ entry: Catalogue.Entry, _ catalogue: Catalogue) -> JSONValue {
        let properties = (entry.alternatives + entry.keys).map { ($0.name, value($0, catalogue)) }
        let required = entry.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        var object: [(String, JSONValue)] = [
            ("type", .string("object")), ("properties", .object(properties)),
        ]
        if !required.isEmpty { object.append(("required", .array(required))) }
        if !entry.alternatives.isEmpty {
            let one = entry.alternatives.map {
                JSONValue.object([("required", .array([.string($0.name)]))])
            }
            object.append(("oneOf", .array(one)))
        }
        object.append(("additionalProperties", .bool(false)))

        var ways: [JSONValue] = []
        let words = entry.alternatives.filter { catalogue.canBeEmpty($0.shape) }
        if !words.isEmpty {
            ways.append(.object([("enum", .array(words.map { .string($0.name) }))]))
        }
        let others = entry.keys.contains { $0.isRequired && !$0.isPrincipal }
        if let principal = entry.principal, !others { ways.append(plain(principal.shape)) }
        if entry.canBeEmpty { ways.append(.object([("type", .string("null"))])) }
        let about = ("description", JSONValue.string(entry.section.about))
        guard !ways.isEmpty else { return .object([about] + object) }
        return .object([about, ("anyOf", .array([.object(object)] + ways))])
    }

    /// The schema of one key's value, with the key's description.
    private static func value(_ key: KeyDescription, _ catalogue: Catalogue) -> JSONValue {
        var about = key.about
        if case .optional(let otherwise) = key.need, !otherwise.isEmpty {
            about += " Default: \(otherwise)."
        }
        if !key.bounds.isEmpty { about += " Range: \(key.bounds)." }
        var entries: [(String, JSONValue)] = [("description", .string(about))]
        if case .object(let schema) = plain(key.shape) { entries += schema }
        if let integers = key.integers {
            entries.append(("minimum", .integer(integers.lowerBound)))
            if integers.upperBound < .max {
                entries.append(("maximum", .integer(integers.upperBound)))
            }
        }
        if let count = key.count {
            if count.lowerBound > 0 { entries.append(("minItems", .integer(count.lowerBound))) }
            entries.append(("maxItems", .integer(count.upperBound)))
        }
        return .object(entries)
    }

    private static func plain(_ shape: Shape) -> JSONValue {
        switch shape {
        case .text: .object([("type", .array([.string("string"), .string("number")]))])
        case .form(let name, _, _, _): .object([("$ref", reference(name))])
        case .integer: .object([("type", .string("integer"))])
        case .boolean: .object([("type", .string("boolean"))])
        case .quantity(let dimension):
            .object([("$ref", reference("quantity \(dimension.name)"))])
        case .quantityOf: .object([("$ref", reference("quantity"))])
        case .choice(let words): .object([("enum", .array(words.map { .string($0.word) }))])
        case .choiceOrName(let words):
            .object([
                (
                    "anyOf",
                    .array([
                        .object([("enum", .array(words.map { .string($0.word) }))]),
                        .object([("type", .string("string"))]),
                    ])
                )
            ])
        case .list(let item): .object([("type", .string("array")), ("items", plain(item))])
        case .tuple(let item, let count):
            .object([
                ("type", .string("array")), ("items", plain(item)),
                ("minItems", .integer(count)), ("maxItems", .integer(count)),
            ])
        case .names(let item):
            .object([("type", .string("object")), ("additionalProperties", plain(item))])
        case .section(let section): .object([("$ref", reference(section.title))])
        }
    }

    private static func quantity(_ dimensions: [any Dimension.Type]) -> JSONValue {
        let units = dimensions.flatMap { $0.units.flatMap(\.spellings) }
        let names = dimensions.count == 1 ? dimensions[0].name.withArticle : "a quantity"
        return .object([
            (
                "description",
                .string("\(names) with its unit, for example \(dimensions[0].example)")
            ),
            ("type", .string("string")),
            (
                "pattern",
                .string(
                    "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)? *("
                        + units.joined(separator: "|") + ")$")
            ),
        ])
    }

    private static func name(_ title: String) -> String {
        String(title.map { $0 == " " ? "-" : $0 })
    }

    private static func reference(_ title: String) -> JSONValue {
        .string("#/$defs/" + name(title))
    }
}
