import Simulation

/// Strings and numbers as JSON writes them; YAML takes them as they are.
enum JSONText {
    /// In double quotes, on one line.
    static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: quoted.append(contentsOf: "\\\"".unicodeScalars)
            case 0x5C: quoted.append(contentsOf: "\\\\".unicodeScalars)
            case 0x0A: quoted.append(contentsOf: "\\n".unicodeScalars)
            case _ where LineText.isControl(scalar), 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: 4 - digits.count)
                quoted.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
            default: quoted.append(scalar)
            }
        }
        quoted.append("\"")
        return String(quoted)
    }
}
