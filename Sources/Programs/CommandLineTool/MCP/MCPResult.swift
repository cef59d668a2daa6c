import JSON

/// What a tool answers: a text to read, and the same as data. Both are short; files have the rest.
struct MCPResult {
    /// Of the text, and of the data, in bytes.
    static let longest = 8_000

    var text: String
    var data: [(String, JSONValue)] = []
    /// Whether the tool failed: it could not do what was asked.
    var isError = false

    /// As the protocol has it.
    var json: JSONValue {
        var entries: [(String, JSONValue)] = [
            (
                "content",
                .array([
                    .object([("type", .string("text")), ("text", .string(MCPText.bounded(text)))])
                ])
            )
        ]
        if !data.isEmpty { entries.append(("structuredContent", Self.bounded(.object(data)))) }
        return .object(entries + [("isError", .bool(isError)), MCPVersion.complete])
    }

    /// Shortens the longest list until the data are short enough.
    private static func bounded(_ value: JSONValue) -> JSONValue {
        guard case .object(var entries) = value else { return value }
        var isShortened = false
        while JSONValue.object(entries).compact.count > longest {
            let sizes = entries.map { $0.1.compact.count }
            guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) else { break }
            switch entries[largest].1 {
            case .array(let items) where items.count > 1:
                entries[largest].1 = .array(Array(items.prefix(items.count / 2)))
            default: entries.remove(at: largest)
            }
            isShortened = true
        }
        if isShortened { entries.append(("shortened", .bool(true))) }
        return .object(entries)
    }
}

extension MCPResult {
    /// Why a tool could not do what was asked, with the remedy.
    init(_ failure: RPCError) { self.init(text: failure.message, isError: true) }
}
