import Simulation

/// Text as XML 1.0 can hold it.
enum XMLText {
    /// Fit for an attribute in double quotes; what XML cannot hold becomes `�`.
    ///
    /// - Parameter keepsLines: for content, where a line end stays one.
    static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        if text.utf8.allSatisfy(isHarmless) { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: escaped.append(contentsOf: "&amp;".unicodeScalars)
            case 0x3C: escaped.append(contentsOf: "&lt;".unicodeScalars)
            case 0x3E: escaped.append(contentsOf: "&gt;".unicodeScalars)
            case 0x22: escaped.append(contentsOf: "&quot;".unicodeScalars)
            case 0x0A where keepsLines: escaped.append(scalar)
            case 0x09, 0x0A, 0x0D:
                // In an attribute, a parser would turn them into spaces.
                escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case 0xFFFE, 0xFFFF: escaped.append("\u{FFFD}")
            default: escaped.append(LineText.isControl(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(escaped)
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x26 && byte != 0x3C && byte != 0x3E
    }
}
