import YAML

extension Node {
    /// The tree as YAML: one line for each key of the root, and for each entry of its lists.
    package var yaml: String {
        guard case .mapping(let entries) = content else { return flow + "\n" }
        var text = ""
        for entry in entries {
            if case .sequence(let items) = entry.value.content, !items.isEmpty {
                text += "\(entry.name):\n" + items.map { "  - \($0.flow)\n" }.joined()
            } else {
                text += "\(entry.name): \(entry.value.flow)\n"
            }
        }
        return text
    }
}
