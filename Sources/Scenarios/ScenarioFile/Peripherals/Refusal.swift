import Bluetooth
import Declaration
import YAML

/// An error of the Attribute Protocol, by its name or its code: `unlikely-error`, `0xC0`.
package struct Refusal: DeclaredValue, Hashable {
    /// What is sent.
    package var error: ATTError

    /// The names, in the order of their codes.
    static let names = ATTError.allCases.map { (error: $0, name: name($0)) }

    package static var shape: Shape {
        .form(
            name: "att-error",
            about: "An error of the Attribute Protocol: a code, `0x01` to `0xFF`, or a name: "
                + names.map { "`\($0.name)` (\(code($0.error)))" }.joined(separator: ", ") + ".",
            pattern: "^(0x[0-9A-Fa-f]{2}|" + names.map(\.name).joined(separator: "|") + ")$",
            example: "unlikely-error")
    }
    /// Its name, or its code if it has none.
    package var text: String {
        Self.names.contains { $0.error == error } ? Self.name(error) : Self.code(error)
    }

    /// `0x0E`.
    private static func code(_ error: ATTError) -> String {
        let digits = String(error.rawValue, radix: 16, uppercase: true)
        return "0x" + (digits.count < 2 ? "0" : "") + digits
    }

    /// `invalidPDU` is `invalid-pdu`.
    private static func name(_ error: ATTError) -> String {
        var name = ""
        var wasUpper = true
        for letter in "\(error)" {
            if letter.isUppercase, !wasUpper { name += "-" }
            wasUpper = letter.isUppercase
            name += letter.lowercased()
        }
        return name
    }

    /// Reads a name or a code.
    package static func read(_ node: Node, _ reader: Reader) -> Refusal? {
        guard case .scalar(let text, _) = node.content,
            let error = names.first(where: { $0.name == text })?.error ?? error(code: text)
        else {
            reader.fail(
                "this is not an error of the Attribute Protocol", at: node.mark,
                fix: "write a code from 0x01 to 0xFF, or one of: "
                    + names.map(\.name).joined(separator: ", "))
            return nil
        }
        return Refusal(error: error)
    }

    private static func error(code text: String) -> ATTError? {
        guard text.hasPrefix("0x"), text.utf8.count == 4 else { return nil }
        return UInt8(text.dropFirst(2), radix: 16).flatMap(ATTError.init(rawValue:))
    }
}
