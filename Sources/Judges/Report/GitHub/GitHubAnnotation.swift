import Simulation

/// A line that makes GitHub's runner mark a line of a file; to be printed under
/// `GITHUB_ACTIONS=true` only.
struct GitHubAnnotation {
    enum Level: String { case error, warning, notice }

    var level: Level
    var file: String
    var line: Int
    var title: String
    var message: String

    /// `::error file=a.yaml,line=3,title=…::…`, without a line end.
    var text: String {
        "::\(level.rawValue) file=\(Self.property(file)),line=\(max(1, line)),"
            + "title=\(Self.property(title))::\(Self.escaped(message))"
    }

    private static func property(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default:
                escaped.unicodeScalars.append(LineText.isControl(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return escaped
    }
}
