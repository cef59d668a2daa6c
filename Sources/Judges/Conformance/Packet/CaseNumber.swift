import Declaration
import YAML

/// A number in a case: decimal, hexadecimal (`0x1F`), or what an earlier field held (`$tick`).
package enum CaseNumber: DeclaredValue, Hashable {
    case literal(Double)
    case kept(String)

    /// Digits or a name.
    package static var shape: Shape {
        .form(
            name: "number",
            about:
                "A number, decimal or hexadecimal, or `$name` for the value of an earlier field.",
            pattern: "^(-?[0-9]+(\\.[0-9]+)?([eE]-?[0-9]+)?|0x[0-9A-Fa-f]+|\\$[a-z][a-z0-9-]*)$",
            example: "0.98")
    }

    /// As it is written.
    package var text: String {
        switch self {
        case .literal(let number): NumberText.plain(number)
        case .kept(let name): "$" + name
        }
    }

    /// Reads digits or a name.
    package static func read(_ node: Node, _ reader: Reader) -> CaseNumber? {
        if case .scalar(let text, _) = node.content {
            if text.hasPrefix("$"), text.utf8.count > 1 { return .kept(String(text.dropFirst())) }
            if text.hasPrefix("0x"), let number = UInt64(text.dropFirst(2), radix: 16) {
                return .literal(Double(number))
            }
            if let number = Double(text), number.isFinite { return .literal(number) }
        }
        reader.fail(
            "this is not a number", at: node.mark, fix: "write `12`, `0.98`, `0x1F` or `$name`")
        return nil
    }

    func value(_ kept: KeptFields) throws(UnknownField) -> Double {
        switch self {
        case .literal(let number): return number
        case .kept(let name):
            guard let number = kept[name] else { throw UnknownField(name: name) }
            return number
        }
    }
}

/// Numbers as messages say them.
enum NumberText {
    /// `90` rather than `90.0`; at most six decimals.
    static func plain(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return "\(Int64(number))" }
        let scaled = (number * 1e6).rounded() / 1e6
        return "\(scaled)"
    }
}
