import Simulation

extension JSONValue {
    /// A text in double quotes that is on one line in every reader, so that YAML and pages take it as well.
    ///
    /// Beyond what JSON asks for, it has no control characters, marks of direction or byte order marks.
    package static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted.append(contentsOf: "\\\"".unicodeScalars)
            case "\\": quoted.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
            case _ where LineText.isControl(scalar), "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                quoted.append(contentsOf: JSONWriter.escape(scalar.value).unicodeScalars)
            default: quoted.append(scalar)
            }
        }
        quoted.append("\"")
        return String(quoted)
    }
}
