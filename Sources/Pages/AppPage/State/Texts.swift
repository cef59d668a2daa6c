internal import Foundation

/// Texts for people and for names of files.
enum Texts {
    /// The longest name that is shown.
    private static let longestName = 64

    /// A name that came through the air, fit to be shown: no control characters, nothing that turns the direction of
    /// writing, no endless text.
    static func name(_ text: String?, or other: String = "MetaWear") -> String {
        let plain = (text ?? "").unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
                .unassigned:
                false
            default: true
            }
        }
        let short = String(String.UnicodeScalarView(plain)).trimmingCharacters(in: .whitespaces)
            .prefix(longestName)
        return short.isEmpty ? other : String(short)
    }

    /// `<device>-<tag>-<ISO time with dashes>.csv`, with no characters but letters, digits, `_` and `-`.
    static func fileName(device: String, tag: String, time: Date) -> String {
        func plain(_ text: String) -> String {
            String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) })
        }
        let stamp = time.ISO8601Format().replacing(":", with: "-").replacing("Z", with: "")
        let parts = [device, tag, stamp].map(plain).filter { !$0.isEmpty }
        return parts.joined(separator: "-") + ".csv"
    }

    /// What went wrong, for a person.
    static func error(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
