extension Shape {
    /// What to write for a value of this shape, for a message that asks for one.
    var sample: String {
        switch self {
        case .text: "…"
        case .form(_, _, _, let example): example
        case .integer: "1"
        case .boolean: "true"
        case .quantity(let dimension): dimension.example
        case .quantityOf(let dimensions): dimensions.first?.example ?? "…"
        case .choice(let words), .choiceOrName(let words): words.first?.word ?? "…"
        case .list(let item): "[\(item.sample)]"
        case .tuple(let item, let count):
            "[" + Array(repeating: item.sample, count: count).joined(separator: ", ") + "]"
        case .names: "{…}"
        case .section(let section):
            section.keyDescriptions.first { $0.isPrincipal }?.shape.sample ?? "{…}"
        }
    }
}
