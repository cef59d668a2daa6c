/// Whether text for a terminal carries colours (ECMA-48 SGR sequences).
package enum Colour: String, Sendable {
    case always, never

    /// The meaning of a piece of text, which determines its style.
    enum Meaning: String {
        case plain = ""
        case heading = "1"
        case good = "32"
        case bad = "31"
        case doubtful = "33"
        case faint = "2"
    }

    func paint(_ text: String, _ meaning: Meaning) -> String {
        guard self == .always, meaning != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[0m"
    }
}
