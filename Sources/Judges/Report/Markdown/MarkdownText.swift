/// Text as GitHub's Markdown shows it, word for word.
enum MarkdownText {
    /// On one line, fit for a paragraph and for a cell of a table.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in PrintableText.clean(text) {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!", "$", "@":
                // As a reference, so that neither a table's cell nor a mention ends or begins here.
                escaped += "&#\(character.asciiValue ?? 0x3F);"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
