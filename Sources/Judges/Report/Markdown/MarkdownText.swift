/// Text escaped for GitHub's Markdown.
enum MarkdownText {
    /// On one line, for a paragraph or a table cell.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in PrintableText.clean(text) {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!", "$", "@":
                // As a character reference, so that it neither ends a table cell nor begins a mention.
                escaped += "&#\(character.asciiValue ?? 0x3F);"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
