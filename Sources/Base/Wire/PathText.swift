/// Paths as text without loss: file names are bytes, and need not be UTF-8.
///
/// UTF-8 is unchanged. Every other byte is represented by a scalar of the last private plane,
/// 10FE80 to 10FEFF; a file name that contains these scalars itself is also restored to its bytes.
public enum PathText {
    private static let first: UInt32 = 0x10_FE00
    private static let last: UInt32 = first + 0xFF

    /// The text of a path's bytes.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while let byte = rest.first {
            if let scalar = scalar(rest), !(first...last).contains(scalar.value) {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                if let scalar = Unicode.Scalar(first + UInt32(byte)) { text.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The bytes of a text, for the system.
    public static func bytes(_ text: String) -> [UInt8] {
        guard !isWhole(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
            (first...last).contains(scalar.value)
                ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// Whether all of it was UTF-8.
    public static func isWhole(_ text: String) -> Bool {
        !text.unicodeScalars.contains { (first...last).contains($0.value) }
    }

    /// For users: a replacement character for each byte that was not UTF-8.
    public static func shown(_ text: String) -> String {
        guard !isWhole(text) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { (first...last).contains($0.value) ? "\u{FFFD}" : $0 }))
    }

    /// The scalar that valid UTF-8 begins with; nil if it is none.
    private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let byte = bytes.first else { return nil }
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard bytes.count >= length,
            let text = String(validating: bytes.prefix(length), as: UTF8.self)
        else { return nil }
        return text.unicodeScalars.first
    }
}
