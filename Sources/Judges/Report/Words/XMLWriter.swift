/// XML, element by element, indented.
struct XMLWriter {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private var opened: [String] = []

    /// Begins an element that holds others.
    mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        begin(name, attributes)
        text += ">\n"
        opened.append(name)
    }

    /// Ends the innermost element.
    mutating func close() {
        guard let name = opened.popLast() else { return }
        indent()
        text += "</\(name)>\n"
    }

    mutating func element(_ name: String, _ attributes: [(String, String)]) {
        begin(name, attributes)
        text += "/>\n"
    }

    /// An element with text, which keeps its line ends.
    mutating func element(
        _ name: String, _ attributes: [(String, String)] = [], content: String
    ) {
        begin(name, attributes)
        text += ">" + XMLText.escaped(content, keepsLines: true) + "</\(name)>\n"
    }

    private mutating func begin(_ name: String, _ attributes: [(String, String)]) {
        indent()
        text += "<\(name)"
        for (name, value) in attributes { text += " \(name)=\"\(XMLText.escaped(value))\"" }
    }

    private mutating func indent() { text += String(repeating: "  ", count: opened.count) }
}
